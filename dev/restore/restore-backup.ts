import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import {
  BACKUP_TABLES,
  type BackupPart,
  type BackupTable,
  INDEX_KEY,
  indexSchema,
  type Manifest,
  manifestSchema,
  selectLinesSql,
  toManifestKey,
} from "@/features/backups";
import { insertStatements, type Row } from "./load-statements";
import { proveDerivedRows } from "./prove-derived-rows";
import { rebuildDerivedRows } from "./rebuild-derived-rows";
import { RestoreError, type RestoreTarget } from "./restore-target";

export type RestoreReport = {
  day: string;
  rows: number;
  /** Rows and values left out because what they refer to was deleted while the backup ran, by table. */
  dropped: Record<string, number>;
};

type Options = { day?: string | undefined; now: number; tell?: (line: string) => void };

/**
 * Loads a backup, by default the newest, into an empty, migrated database; computes what is derived; and compares all
 * of it with the backup.
 * @throws RestoreError
 */
export async function restoreBackup(
  target: RestoreTarget,
  { day, now, tell = () => {} }: Options,
): Promise<RestoreReport> {
  const manifest = await readManifest(target, day);
  await requireEmptyDatabase(target);
  await requireSameSchema(target, manifest);
  tell(`Backup of ${manifest.day}, begun at ${new Date(manifest.startedTs).toISOString()}.`);
  const { expected, dropped } = await loadTables(target, manifest, tell);
  await compareRows(target, expected);
  tell("All rows and hashes are equal to the backup's.");
  await rebuildDerivedRows(target, now, tell);
  await proveDerivedRows(target, now);
  tell("Counts and a sample of searches agree with the rows.");
  await target.write(finishStatements(String(manifest.startedTs)));
  return { day: manifest.day, rows: expected.reduce((sum, { rows }) => sum + rows, 0), dropped };
}

async function readManifest(target: RestoreTarget, day: string | undefined): Promise<Manifest> {
  const index = await target.read(INDEX_KEY);
  const { days } = index ? indexSchema.parse(parseJson(index)) : { days: [] };
  const chosen = day ?? days.at(-1);
  if (chosen === undefined) throw new RestoreError("The bucket has no complete backup.");
  const bytes = await target.read(toManifestKey(chosen));
  if (!bytes)
    throw new RestoreError(
      `There is no complete backup of ${chosen}. There are: ${days.join(", ") || "none"}.`,
    );
  return manifestSchema.parse(parseJson(bytes));
}

const parseJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

async function requireEmptyDatabase({ query }: RestoreTarget): Promise<void> {
  const exists = BACKUP_TABLES.map(({ name }) => `exists (select 1 from "${name}") as "${name}"`);
  const [row = {}] = await query<Record<string, number>>(`select ${exists.join(", ")}`);
  const filled = Object.keys(row).filter((name) => row[name] === 1);
  if (filled.length > 0)
    throw new RestoreError(
      `The database is not empty (${filled.join(", ")}): a backup is loaded into a new one only.`,
    );
}

async function requireSameSchema({ query }: RestoreTarget, { migration, tables }: Manifest): Promise<void> {
  const [row] = await query<{ name: string }>(
    "select name from d1_migrations where name like '%.sql' order by id desc limit 1",
  );
  const hasSameColumns = BACKUP_TABLES.every(
    ({ name, columns }) => JSON.stringify(tables[name]?.columns) === JSON.stringify(columns),
  );
  if (row?.name === migration && hasSameColumns && Object.keys(tables).length === BACKUP_TABLES.length)
    return;
  throw new RestoreError(
    `The backup has the tables of ${migration}, not those of this version. Check out the version that was deployed on that day, restore, then deploy the newest version, whose migrations change the tables.`,
  );
}

/** What the rows between two keys have to be after the load. */
type ExpectedRows = { table: BackupTable; after: string; last: string; rows: number; hash: string };

async function loadTables(
  target: RestoreTarget,
  { tables, sequences }: Manifest,
  tell: (line: string) => void,
) {
  const expected: ExpectedRows[] = [];
  const dropped: Record<string, number> = {};
  const references = createReferences();
  for (const table of BACKUP_TABLES) {
    const { parts = [], rows: rowCount = 0 } = tables[table.name] ?? {};
    // Rows that refer to others of their table are loaded together.
    const isSelfReferencing = table.references.some((reference) => reference.table === table.name);
    let after = "";
    for (const group of isSelfReferencing ? [parts] : parts.map((part) => [part])) {
      const stored = (await Promise.all(group.map((part) => readRows(target, part)))).flat();
      if (isSelfReferencing) references.add(table, stored);
      const rows = stored.flatMap((row) => {
        const resolved = references.resolve(table, row);
        if (resolved !== row) dropped[table.name] = (dropped[table.name] ?? 0) + 1;
        return resolved === null ? [] : [resolved];
      });
      references.add(table, rows);
      await target.write(["pragma defer_foreign_keys = on", ...insertStatements(table, rows)]);
      const last = group.at(-1)?.lastKey ?? "";
      expected.push({ table, after, last, rows: rows.length, hash: hashRows(rows) });
      after = last;
    }
    tell(`${table.name}: ${rowCount} rows`);
  }
  await target.write(sequenceStatements(sequences));
  return { expected, dropped };
}

async function readRows(target: RestoreTarget, { key, rows, sha256 }: BackupPart): Promise<Row[]> {
  const bytes = await target.read(key);
  const text = bytes ? gunzipSync(bytes) : null;
  if (!text || createHash("sha256").update(text).digest("hex") !== sha256)
    throw new RestoreError(`${key} is ${text ? "damaged" : "missing"}: choose another day.`);
  const lines = text.toString("utf8").split("\n").slice(0, -1);
  if (lines.length !== rows) throw new RestoreError(`${key} has ${lines.length} rows instead of ${rows}.`);
  return lines.map((line) => JSON.parse(line));
}

const hashRows = (rows: readonly Row[]): string =>
  createHash("sha256").update(JSON.stringify(rows)).digest("hex");

/**
 * What rows refer to. A backup is read while the site deletes rows, so a row may refer to one that is not in it: such a
 * reference becomes null, or the row is left out.
 */
function createReferences() {
  const targets = new Map(
    BACKUP_TABLES.flatMap((table) =>
      table.references.map((to) => [`${to.table}.${to.foreignColumn}`, new Set()]),
    ),
  );
  return {
    /** Adds rows that others may refer to. */
    add({ name, columns }: BackupTable, rows: readonly Row[]): void {
      for (const [n, column] of columns.entries()) {
        const values = targets.get(`${name}.${column}`);
        if (values) for (const row of rows) values.add(row[n]);
      }
    },
    /** The row itself, one with null for references, or null if it has to be left out. */
    resolve({ columns, references }: BackupTable, row: Row): Row | null {
      let resolved = row;
      for (const { column, table, foreignColumn, isNullable } of references) {
        const n = columns.indexOf(column);
        if (row[n] === null || targets.get(`${table}.${foreignColumn}`)?.has(row[n])) continue;
        if (!isNullable) return null;
        resolved = resolved.with(n, null);
      }
      return resolved;
    },
  };
}

/** Numbers that were given once are not given again: alerts remember the last one that they mailed. */
const sequenceStatements = (sequences: Record<string, number>): string[] =>
  BACKUP_TABLES.flatMap(({ name }) => {
    const seq = sequences[name];
    if (seq === undefined) return [];
    return [
      `insert into sqlite_sequence (name, seq) select '${name}', 0
        where not exists (select 1 from sqlite_sequence where name = '${name}')`,
      `update sqlite_sequence set seq = max(seq, ${seq}) where name = '${name}'`,
    ];
  });

/** Reads the loaded rows again, as the backup stores them. */
async function compareRows(target: RestoreTarget, expected: readonly ExpectedRows[]): Promise<void> {
  for (const { table, after, last, rows, hash } of expected) {
    const loaded =
      last === "" ? [] : await target.query<{ line: string }>(selectLinesSql(table, { after, last }));
    if (loaded.length !== rows || hashRows(loaded.map(({ line }) => JSON.parse(line))) !== hash)
      throw new RestoreError(
        `The loaded rows of ${table.name} differ from the backup: ${loaded.length} of ${rows} rows.`,
      );
  }
  const counts = BACKUP_TABLES.map(({ name }) => `(select count(*) from "${name}") as "${name}"`);
  const [row = {}] = await target.query<Record<string, number>>(`select ${counts.join(", ")}`);
  for (const [name, parts] of Map.groupBy(expected, ({ table }) => table.name)) {
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    if (row[name] !== rows) throw new RestoreError(`${name} has ${row[name]} rows instead of ${rows}.`);
  }
}

/**
 * What must not come back: sign-ins and links that may have ended since, and messages that may have been sent. Admins
 * find the held back mails at /admin/mail and may send them. docs/production.md has these statements for Time Travel.
 * `backupTs` is SQL for the time (ms).
 */
export const finishStatements = (backupTs: string): string[] => [
  "delete from sessions",
  "delete from one_time_tokens",
  "delete from push_outbox",
  "delete from mail_outbox where state = 'waiting' and delete_when_done",
  "update mail_outbox set state = 'dead', last_error = 'held_back_by_restore' where state = 'waiting'",
  // They may have been uploaded since: the job looks for them at the tax authority first.
  "update e_invoices set state = 'uploading', upload_ts = unixepoch() * 1000 where state in ('queued', 'uploading')",
  `insert into restores (backup_ts) values (${backupTs})`,
];
