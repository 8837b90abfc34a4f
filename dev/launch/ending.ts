import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const pollMs = 1_000;
const hangupBit = 1n;

/**
 * Calls `end` once when this run should be over: Ctrl-C, a polite kill, a terminal that closes, or the end of the
 * command that started us (`bun start`, `npx bun start`). npx dies of a signal without passing it on, so the
 * processes between us and it are watched; they are at most three, looked at once a second.
 */
export function onEnding(end: () => void): void {
  let told = false;
  const once = () => {
    if (!told) end();
    told = true;
  };
  process.on("SIGINT", once);
  process.on("SIGTERM", once);
  // Under nohup a closing terminal must not end us.
  if (!ignoresHangup()) process.on("SIGHUP", once);
  const family = launchers();
  if (family.length === 0) return;
  setInterval(() => {
    if (family.some(({ pid, parent }) => parentOf(pid) !== parent)) once();
  }, pollMs).unref();
}

/** The processes from us up to the package runner, each with the parent that it should keep. */
function launchers(): { pid: number; parent: number }[] {
  if (process.platform === "win32" || !process.env.npm_lifecycle_event) return [];
  const chain = [{ pid: process.pid, parent: process.ppid }];
  for (let pid = process.ppid; pid > 1 && chain.length < 6; ) {
    const parent = parentOf(pid);
    if (parent === null || parent <= 1) break;
    if (/^npm |npx-cli|npm-cli/.test(commandOf(pid))) return chain;
    chain.push({ pid, parent });
    pid = parent;
  }
  // No npx above us: the one that counts is whoever runs the package script.
  return chain.slice(0, 1);
}

function parentOf(pid: number): number | null {
  if (pid === process.pid) return process.ppid;
  if (process.platform === "linux") {
    const stat = readOrEmpty(`/proc/${pid}/stat`);
    // The command's name stands in parentheses and may hold anything; state and parent follow it.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return parent ? Number(parent) : null;
  }
  return Number(ps(pid, "ppid=")) || null;
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  return ps(pid, "command=");
}

function ignoresHangup(): boolean {
  if (process.platform !== "linux") return false;
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readOrEmpty("/proc/self/status"))?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & hangupBit) === hangupBit;
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
