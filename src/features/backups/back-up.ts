import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { toDay } from "@/shared/dates";
import { BACKUP_TABLES, type BackupTable, selectLinesSql } from "./backup-tables";
import { deleteOldBackups } from "./delete-old-backups";
import { type BackupPart, type Manifest, toFolder, toManifestKey } from "./manifest";

/** Characters of a part: some MB in memory, and as many in the statements that load it again. */
const PART_LENGTH = 3_000_000;
/** Parts of one run: within the CPU time of an invocation and D1's 1,000 statements. The next run continues. */
const PARTS_PER_RUN = 60;
/** The job runs every five minutes of one hour. */
const LAST_RUN_MINUTE = 55;
/** Rows of the first page of a part. The next pages have as many rows as fit into PAGE_LENGTH characters. */
const FIRST_PAGE_ROWS = 20;
const MAX_PAGE_ROWS = 5_000;
const PAGE_LENGTH = 1_000_000;

/** A stored part, as its metadata says. */
type StoredPart = BackupPart & { storedTs: number; migration: string; isLast: boolean };

/**
 * Stores the rows of the day's backup, and its manifest at the end. A run continues where the one before it stopped,
 * which the stored parts tell. Rows are read while the site writes: a table is read before those that it refers to, so
 * that only a deletion meanwhile leaves a row whose reference is missing; a restore handles it. Returns the number of
 * parts that this run stored.
 * @throws Error if the backup is not complete after the last run of the night
 */
export async function backUp(ctx: Ctx): Promise<number> {
  const manifest = toManifestKey(toDay(ctx.now));
  if (await ctx.backups.head(manifest)) return 0;
  const count = await continueBackup(ctx);
  if (new Date(ctx.now).getUTCMinutes() >= LAST_RUN_MINUTE && !(await ctx.backups.head(manifest)))
    throw new Error("The backup is not complete after the last run of the night");
  return count;
}

async function continueBackup(ctx: Ctx): Promise<number> {
  const day = toDay(ctx.now);
  const migration = await findMigration(ctx);
  const stored = await listParts(ctx, day);
  if (stored.some((part) => part.migration !== migration)) {
    // A deployment changed the tables meanwhile.
    await ctx.backups.removeObjects([toFolder(day)]);
    return 0;
  }
  const parts = Map.groupBy(stored, ({ key }) => key.split("/")[1] ?? "");
  let count = 0;
  for (const table of BACKUP_TABLES.toReversed()) {
    const tableParts = parts.get(table.name) ?? [];
    parts.set(table.name, tableParts);
    while (!tableParts.at(-1)?.isLast) {
      if (count++ === PARTS_PER_RUN) return PARTS_PER_RUN;
      const part = await storePart(ctx, {
        day,
        table,
        migration,
        after: tableParts.at(-1),
        number: tableParts.length,
      });
      // Another run stored this part.
      if (!part) return count;
      tableParts.push(part);
    }
  }
  await ctx.backups.putJson(toManifestKey(day), await createManifest(ctx, { day, migration, parts }));
  await deleteOldBackups(ctx, day);
  return count;
}

async function findMigration({ db }: Ctx): Promise<string> {
  const [row] = await db.all<{ name: string }>(
    sql`select name from d1_migrations where name like '%.sql' order by id desc limit 1`,
  );
  return row?.name ?? "";
}

async function listParts({ backups }: Ctx, day: string): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for await (const objects of backups.listObjects(toFolder(day)))
    for (const { key, uploaded, customMetadata = {} } of objects) {
      const { rows, sha256 = "", lastKey = "", isLast, migration = "" } = customMetadata;
      parts.push({
        key,
        rows: Number(rows),
        sha256,
        lastKey: decodeURIComponent(lastKey),
        storedTs: uploaded.getTime(),
        migration,
        isLast: isLast === "1",
      });
    }
  return parts;
}

type NextPart = {
  day: string;
  table: BackupTable;
  migration: string;
  after?: StoredPart | undefined;
  number: number;
};

/** Stores the rows after a part; null if there is such an object already. */
async function storePart(
  ctx: Ctx,
  { day, table, migration, after, number }: NextPart,
): Promise<StoredPart | null> {
  const { lines, lastKey, isLast } = await readLines(ctx, table, after?.lastKey ?? "");
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const part = {
    key: `${toFolder(day)}${table.name}/${String(number).padStart(5, "0")}.ndjson.gz`,
    rows: lines.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    lastKey,
  };
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const isStored = await ctx.backups.putNew(
    part.key,
    new Uint8Array(await new Response(compressed).arrayBuffer()),
    {
      rows: String(part.rows),
      sha256: part.sha256,
      // Metadata are headers.
      lastKey: encodeURIComponent(lastKey),
      isLast: isLast ? "1" : "0",
      migration,
    },
  );
  return isStored ? { ...part, storedTs: ctx.clock(), migration, isLast } : null;
}

/** Rows after a key, in pages, until a part is full or the table ends. */
async function readLines({ db }: Ctx, table: BackupTable, after: string) {
  const lines: string[] = [];
  let lastKey = after;
  let length = 0;
  for (let limit = FIRST_PAGE_ROWS; length < PART_LENGTH; ) {
    const query = sql.raw(`${selectLinesSql(table, { after: lastKey })} limit ${limit}`);
    const rows = await db.all<{ line: string; key: string }>(query);
    for (const { line, key } of rows) {
      lines.push(line);
      length += line.length;
      lastKey = key;
    }
    if (rows.length < limit) return { lines, lastKey, isLast: true };
    limit = Math.min(MAX_PAGE_ROWS, Math.max(1, Math.floor((PAGE_LENGTH * lines.length) / length)));
  }
  return { lines, lastKey, isLast: false };
}

type StoredBackup = { day: string; migration: string; parts: ReadonlyMap<string, readonly StoredPart[]> };

async function createManifest(ctx: Ctx, { day, migration, parts }: StoredBackup): Promise<Manifest> {
  const sequences = await ctx.db.all<{ name: string; seq: number }>(
    sql`select name, seq from sqlite_sequence`,
  );
  const all = [...parts.values()].flat();
  return {
    day,
    startedTs: Math.min(...all.map(({ storedTs }) => storedTs)),
    completedTs: ctx.clock(),
    migration,
    tables: Object.fromEntries(
      BACKUP_TABLES.map(({ name, columns }) => {
        const tableParts = parts.get(name) ?? [];
        const rows = tableParts.reduce((sum, part) => sum + part.rows, 0);
        return [
          name,
          {
            columns,
            rows,
            parts: tableParts.map(({ key, rows, sha256, lastKey }) => ({ key, rows, sha256, lastKey })),
          },
        ];
      }),
    ),
    sequences: Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])),
  };
}
