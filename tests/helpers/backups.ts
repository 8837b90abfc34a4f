import { BACKUP_DECISIONS, BACKUP_TABLES } from "@/features/backups";
import { runSchedule } from "@/jobs";
import { type RestoreReport, restoreBackup } from "../../dev/restore/restore-backup";
import type { RestoreTarget } from "../../dev/restore/restore-target";
import { bindings, db } from "./app";

type Bucket = Map<string, Uint8Array>;

/** Runs one job, or all of a cron, at `now` (ms). */
export const runJobs = (name: string, now: number, from = bindings): Promise<void> =>
  runSchedule(name, from, { waitUntil: () => {} }, undefined, () => now);

/** All objects of the bucket of backups by key. */
export async function readBackups(): Promise<Bucket> {
  const objects: Bucket = new Map();
  const { objects: listed } = await bindings.BACKUPS.list();
  for (const { key } of listed) {
    const object = await bindings.BACKUPS.get(key);
    if (object) objects.set(key, new Uint8Array(await object.arrayBuffer()));
  }
  return objects;
}

/** The rows of every table, those of virtual tables too, and of the sequences. */
export async function dumpTables(): Promise<Record<string, unknown[]>> {
  const tables = await db.all<{ name: string }>(
    `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'
      and name not like '%\\_fts\\_%' escape '\\' and name not like 'listings\\_by\\_%' escape '\\'
      and name not like '\\_cf%' escape '\\' and name not like 'd1\\_%' escape '\\' order by name`,
  );
  const dump: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const rows = await db.all<object>(`select * from "${name}"`);
    dump[name] = rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  return dump;
}

/** Makes the database as the migrations leave it. The buckets stay. */
export async function emptyDatabase(): Promise<void> {
  const names = [...BACKUP_TABLES.map(({ name }) => name).toReversed(), ...Object.keys(BACKUP_DECISIONS)];
  await bindings.DB.batch(
    [
      "pragma defer_foreign_keys = on",
      ...names.map((name) => `delete from "${name}"`),
      "delete from sqlite_sequence",
    ].map((statement) => bindings.DB.prepare(statement)),
  );
}

const target = (from: Bucket): RestoreTarget => ({
  read: async (key) => from.get(key) ?? null,
  query: async <Result>(query: string) => (await bindings.DB.prepare(query).all<Result>()).results,
  async write(statements) {
    if (statements.length > 0)
      await bindings.DB.batch(statements.map((statement) => bindings.DB.prepare(statement)));
  },
});

export const restore = async (now: number, day?: string): Promise<RestoreReport> =>
  restoreBackup(target(await readBackups()), { day, now });
