import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate, openLocalData } from "../../../dev/launch/local-data";

it("migrates once, and refuses a database of another baseline, or older than it, with one sentence", async () => {
  const folder = mkdtempSync(join(tmpdir(), "catedra-migrate-"));
  const data = await openLocalData(folder);
  try {
    expect(await migrate(data.db)).toEqual(["0000_baseline.sql"]);
    expect(await migrate(data.db)).toEqual([]);
    const rename = (name: string, where: string) =>
      data.db.prepare(`UPDATE d1_migrations SET name = '${name}' WHERE name LIKE '${where}'`).run();
    await rename("baseline 0123456789ab", "baseline %");
    await expect(migrate(data.db)).rejects.toThrow(/baseline 0123456789ab.*delete the data directory/);
    await data.db.prepare("DELETE FROM d1_migrations WHERE name LIKE 'baseline %'").run();
    expect(await migrate(data.db)).toEqual([]);
    await rename("0000_floor.sql", "0000%");
    await expect(migrate(data.db)).rejects.toThrow(/0000_floor\.sql.*delete the data directory/);
  } finally {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
