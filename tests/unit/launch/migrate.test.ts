import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate, openLocalData } from "../../../dev/launch/local-data";

it("migrates once, and refuses a database older than the baseline with one sentence", async () => {
  const folder = mkdtempSync(join(tmpdir(), "catedra-migrate-"));
  const data = await openLocalData(folder);
  try {
    expect(await migrate(data.db)).toEqual(["0000_baseline.sql"]);
    expect(await migrate(data.db)).toEqual([]);
    await data.db.prepare("UPDATE d1_migrations SET name = '0000_floor.sql'").run();
    await expect(migrate(data.db)).rejects.toThrow(/0000_floor\.sql.*delete the data directory/);
  } finally {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
