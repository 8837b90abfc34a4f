import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  hasUsers,
  type LocalData,
  migrate,
  openLocalData,
  openOrReplaceLocalData,
} from "../../../dev/launch/local-data";

it("migrates once, refuses a database of another version, and replaces it when the site starts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "catedra-migrate-"));
  let data: LocalData | undefined = await openLocalData(folder);
  const { db } = data;
  try {
    expect(await migrate(db)).toEqual(["0000_baseline.sql"]);
    expect(await migrate(db)).toEqual([]);
    const rename = (name: string, where: string) =>
      db.prepare(`UPDATE d1_migrations SET name = '${name}' WHERE name LIKE '${where}'`).run();
    await rename("baseline 0123456789ab", "baseline %");
    await expect(migrate(db)).rejects.toThrow(/baseline 0123456789ab.*start the site once/);
    await db.prepare("DELETE FROM d1_migrations WHERE name LIKE 'baseline %'").run();
    expect(await migrate(db)).toEqual([]);
    await rename("0000_floor.sql", "0000%");
    await expect(migrate(db)).rejects.toThrow(/0000_floor\.sql.*start the site once/);

    await db.prepare("CREATE TABLE other_version (id INTEGER)").run();
    await data.close();
    mkdirSync(join(folder, "stubs"));
    writeFileSync(join(folder, "stubs/state.sqlite"), "");
    const lines: string[] = [];
    data = undefined;
    data = await openOrReplaceLocalData(folder, (line) => lines.push(line));
    expect(lines).toEqual([
      `The local data was created by another version of Catedra. It is in ${join(folder, "other-version")} now; new data replaces it.`,
      "Migrated the local database (1 new).",
    ]);
    expect(await hasUsers(data.db)).toBe(false);
    expect(existsSync(join(folder, "stubs"))).toBe(false);
    expect(existsSync(join(folder, "other-version/stubs/state.sqlite"))).toBe(true);
    await data.close();
    data = await openLocalData(join(folder, "other-version"));
    expect(await data.db.prepare("SELECT count(*) AS n FROM other_version").first("n")).toBe(0);
  } finally {
    await data?.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
