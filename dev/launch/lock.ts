import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const POLL_MS = 100;

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Start time of a process, as the system prints it. It distinguishes processes with the same ID, also across a reboot.
 * Null when the process has ended, zombies included; "" if the system does not provide it.
 */
function getStartTime(pid: number): string | null {
  if (!isAlive(pid)) return null;
  const [state, start] = process.platform === "linux" ? readProc(pid) : askPs(pid);
  return /^[ZX]/.test(state) ? null : start;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: field 3 is the state, field 22 the start since boot. */
function readProc(pid: number): [state: string, start: string] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 2 is the command in parentheses, which may itself contain them.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return [fields[0] ?? "", `${boot} ${fields[19]}`];
  } catch {
    return ["", ""];
  }
}

/** For macOS and the BSDs. Windows has no ps: there the id alone counts. */
function askPs(pid: number): [state: string, start: string] {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env });
  const [, state = "", start = ""] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout ?? "") ?? [];
  return [state, start];
}

/** The id of the live process that holds the lock file, or null. */
function holder(file: string): number | null {
  try {
    const [, id, start] = /^(\d+)(?: (.*))?$/.exec(readFileSync(file, "utf8")) ?? [];
    const pid = Number(id);
    const current = pid > 0 ? getStartTime(pid) : null;
    if (current === null) return null;
    return !start || current === "" || current === start ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Takes a lock file for this process. Returns null when it is ours, else the id of the process that has it.
 * The lock of an ended process is taken over.
 */
export function tryLock(file: string): number | null {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${getStartTime(process.pid)}`, { flag: "wx" });
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const lockHolder = holder(file);
    if (lockHolder === process.pid) return null;
    if (lockHolder !== null) return lockHolder;
    removeStale(file);
  }
}

/** Renaming first lets only one of several waiting processes remove the stale file. */
function removeStale(file: string): void {
  const renamed = `${file}.${process.pid}`;
  try {
    renameSync(file, renamed);
    rmSync(renamed, { force: true });
  } catch {
    // Another process was faster; the next attempt decides.
  }
}

export function unlock(file: string): void {
  if (holder(file) === process.pid) rmSync(file, { force: true });
}

/** Runs the work while no other process of this checkout holds the same lock; waits until it is free. */
export async function withLock<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  while (tryLock(file) !== null) await new Promise((done) => setTimeout(done, POLL_MS));
  try {
    return await work();
  } finally {
    unlock(file);
  }
}
