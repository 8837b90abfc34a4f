import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const pollMs = 100;

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The id of the live process that holds the lock file, or null. */
function holder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Takes a lock file for this process. Returns null when it is ours, else the id of the process that has it.
 * A lock left behind by a process that is gone is taken over.
 */
export function tryLock(file: string): number | null {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const other = holder(file);
    if (other === process.pid) return null;
    if (other !== null) return other;
    removeStale(file);
  }
}

/** Renaming first lets only one of several waiting processes remove the stale file. */
function removeStale(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Somebody else was quicker; the next attempt will tell.
  }
}

export function unlock(file: string): void {
  if (holder(file) === process.pid) rmSync(file, { force: true });
}

/** Runs the work while no other process of this checkout holds the same lock; waits for its turn. */
export async function withLock<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  while (tryLock(file) !== null) await new Promise((done) => setTimeout(done, pollMs));
  try {
    return await work();
  } finally {
    unlock(file);
  }
}
