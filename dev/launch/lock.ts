import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

const POLL_MS = 100;

/** The locks of this process, by file. */
const held = new Map<string, DatabaseSync>();

/**
 * Takes a lock for this process: an SQLite file that it keeps locked. The system frees it when the process ends, however
 * it ends. Returns whether this process has it.
 */
export function tryLock(file: string): boolean {
  if (held.has(file)) return true;
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  try {
    db.exec("begin exclusive");
    held.set(file, db);
    return true;
  } catch (error) {
    db.close();
    if (/locked/.test((error as Error).message)) return false;
    throw error;
  }
}

export function unlock(file: string): void {
  held.get(file)?.close();
  held.delete(file);
}

/** Runs the work while no other process of this checkout holds the same lock; waits until it is free. */
export async function withLock<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  while (!tryLock(file)) await new Promise((done) => setTimeout(done, POLL_MS));
  try {
    return await work();
  } finally {
    unlock(file);
  }
}
