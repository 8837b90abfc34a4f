import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const POLL_MS = 1_000;
const HANGUP_BIT = 1n;

/**
 * Calls `shutdown` once: on Ctrl-C, SIGTERM, a closed terminal, or the end of the command that started this process
 * (`bun start`, `npx bun start`). npx dies of a signal without forwarding it, so the processes between this one and
 * npx (at most three) are checked once a second.
 */
export function onShutdown(shutdown: () => void): void {
  let isCalled = false;
  const callOnce = () => {
    if (!isCalled) shutdown();
    isCalled = true;
  };
  process.on("SIGINT", callOnce);
  process.on("SIGTERM", callOnce);
  // Under nohup a closing terminal must not end this process.
  if (!ignoresHangup()) process.on("SIGHUP", callOnce);
  const ancestors = launchers();
  if (ancestors.length === 0) return;
  setInterval(() => {
    if (ancestors.some(({ pid, parent }) => getParent(pid) !== parent)) callOnce();
  }, POLL_MS).unref();
}

/** The processes from this one up to the package runner, each with its parent. */
function launchers(): { pid: number; parent: number }[] {
  if (process.platform === "win32" || !process.env.npm_lifecycle_event) return [];
  const chain = [{ pid: process.pid, parent: process.ppid }];
  for (let pid = process.ppid; pid > 1 && chain.length < 6; ) {
    const parent = getParent(pid);
    if (parent === null || parent <= 1) break;
    if (/^npm |npx-cli|npm-cli/.test(getCommand(pid))) return chain;
    chain.push({ pid, parent });
    pid = parent;
  }
  // Without npx only the runner of the package script matters.
  return chain.slice(0, 1);
}

function getParent(pid: number): number | null {
  if (pid === process.pid) return process.ppid;
  if (process.platform === "linux") {
    const stat = readOrEmpty(`/proc/${pid}/stat`);
    // The command's name is in parentheses and may hold any characters; state and parent follow it.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return parent ? Number(parent) : null;
  }
  return Number(ps(pid, "ppid=")) || null;
}

function getCommand(pid: number): string {
  if (process.platform === "linux") return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  return ps(pid, "command=");
}

function ignoresHangup(): boolean {
  if (process.platform !== "linux") return false;
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readOrEmpty("/proc/self/status"))?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & HANGUP_BIT) === HANGUP_BIT;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function ps(pid: number, field: string): string {
  try {
    return execFileSync("ps", ["-o", field, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
