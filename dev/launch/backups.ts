import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type LocalData, openLocalData } from "./local-data";
import { tryLock, unlock } from "./lock";
import { stateDirs } from "./paths";
import { UserError } from "./settings";

/** What a backup's note states. A restore counts it again before it trusts the backup. */
type Contents = {
  /** Rows of each table by its name. */
  rows: Record<string, number>;
  /** Objects in the bucket, and their bytes. */
  objects: number;
  bytes: number;
};
type Note = Contents & { madeAt: string };

const NOTE = "backup.json";
const PAGE = 1000;

/**
 * Copies the local data into a new folder, reads the copy once more, and says what is in it.
 * @throws UserError when a site has the data open, there are none, the folder is there already, or the copy is not whole
 */
export async function backUp(dataDir: string, folder: string): Promise<Note> {
  return locked(dataDir, async () => {
    const { resources } = stateDirs(dataDir);
    if (!existsSync(resources)) throw new UserError(`There are no data in ${dataDir}`);
    if (existsSync(folder)) throw new UserError(`${folder} is there already: name another folder`);
    const before = await contentsOf(dataDir);
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    cpSync(resources, stateDirs(unfinished).resources, { recursive: true });
    const note = { madeAt: new Date().toISOString(), ...(await contentsOf(unfinished)) };
    requireSame(before, note, "The copy is not what was copied");
    writeFileSync(join(unfinished, NOTE), `${JSON.stringify(note, null, 2)}\n`);
    // Only what is whole ever has the name.
    renameSync(unfinished, folder);
    return note;
  });
}

/**
 * Replaces the local data with a backup and keeps the old data under another name.
 * @throws UserError when a site has the data open, or the folder holds no complete backup
 * @returns the backup's note, and the path of the old data (null when there was none)
 */
export async function restore(dataDir: string, folder: string): Promise<{ note: Note; kept: string | null }> {
  return locked(dataDir, async () => {
    const note = readNote(folder);
    const arrived = join(dataDir, "state.arriving");
    rmSync(arrived, { recursive: true, force: true });
    cpSync(join(folder, "state"), arrived, { recursive: true });
    // Check a copy: opening a database writes files next to it, and the backup must stay unchanged.
    const trial = join(dataDir, "state.trial");
    rmSync(trial, { recursive: true, force: true });
    mkdirSync(trial, { recursive: true });
    renameSync(arrived, join(trial, "state"));
    try {
      requireSame(note, await contentsOf(trial), `${folder} is not whole`);
      const { persistTo } = stateDirs(dataDir);
      const kept = existsSync(persistTo)
        ? join(dataDir, `state.before-${formatTimestamp(new Date())}`)
        : null;
      if (kept) renameSync(persistTo, kept);
      renameSync(join(trial, "state"), persistTo);
      return { note, kept };
    } finally {
      rmSync(trial, { recursive: true, force: true });
    }
  });
}

/** A name for a folder: "2026-11-21T11-40-07". */
export const formatTimestamp = (date: Date): string => date.toISOString().slice(0, 19).replaceAll(":", "-");

async function locked<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true });
  const lockFile = join(dataDir, "lock");
  const other = tryLock(lockFile);
  if (other !== null) throw new UserError(`${dataDir} is in use by process ${other}: end it first`);
  try {
    return await work();
  } finally {
    unlock(lockFile);
  }
}

function readNote(folder: string): Note {
  try {
    return JSON.parse(readFileSync(join(folder, NOTE), "utf8")) as Note;
  } catch {
    const there = existsSync(folder) ? readdirSync(folder).join(", ") || "nothing" : "no such folder";
    throw new UserError(`${folder} is no backup (${there}): name a folder that bun run backup made`);
  }
}

function requireSame(expected: Contents, found: Contents, problem: string): void {
  for (const table of new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)])) {
    const [one, other] = [expected.rows[table] ?? 0, found.rows[table] ?? 0];
    if (one !== other) throw new UserError(`${problem}: ${table} has ${other} rows instead of ${one}`);
  }
  if (expected.objects !== found.objects || expected.bytes !== found.bytes) {
    throw new UserError(`${problem}: the bucket has ${found.objects} objects instead of ${expected.objects}`);
  }
}

/** @throws UserError when the database itself finds that it is broken */
async function contentsOf(dataDir: string): Promise<Contents> {
  const data = await openLocalData(dataDir);
  try {
    const check = await data.db.prepare("pragma quick_check").first<Record<string, string>>();
    const verdict = Object.values(check ?? {})[0];
    if (verdict !== "ok") throw new UserError(`The database in ${dataDir} is broken: ${verdict}`);
    const { results } = await data.db
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\'",
      )
      .all<{ name: string }>();
    const rows: Record<string, number> = {};
    for (const { name } of results) {
      const count = await data.db.prepare(`select count(*) as n from "${name}"`).first<{ n: number }>();
      rows[name] = count?.n ?? 0;
    }
    return { rows, ...(await bucketContents(data)) };
  } finally {
    await data.close();
  }
}

/**
 * Reads every object to its end: the bucket's list is kept apart from what is in them, so that one whose content was
 * lost or cut off is listed as if it were there.
 * @throws UserError that names the first one that is not all there
 */
async function bucketContents({ media }: Pick<LocalData, "media">): Promise<Omit<Contents, "rows">> {
  let [objects, bytes] = [0, 0];
  let cursor: string | undefined;
  do {
    const page = await media.list({ limit: PAGE, ...(cursor ? { cursor } : {}) });
    for (const { key, size } of page.objects) {
      if ((await sizeOf(media, key)) !== size) throw new UserError(`The bucket's ${key} is not all there`);
      objects += 1;
      bytes += size;
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return { objects, bytes };
}

/** How much of an object can be read: bytes, null where it can't be. */
async function sizeOf(media: LocalData["media"], key: string): Promise<number | null> {
  try {
    return (await (await media.get(key))?.arrayBuffer())?.byteLength ?? null;
  } catch {
    return null;
  }
}
