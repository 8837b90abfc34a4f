import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const childProcess = resolve(import.meta.dirname, "../../../dev/launch/child-process.ts");

/** Runs a shell script through child-process.ts. */
function runScript(script: string): ChildProcess {
  const args = [childProcess, "sh", "-c", script];
  return spawn(process.execPath, args, { detached: true, stdio: ["pipe", "pipe", "inherit"] });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done) => child.stdout?.once("data", (chunk: Buffer) => done(String(chunk).trim())));
}

function closed(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once("close", done));
}

/** Ended, or a zombie that its parent has not reaped yet. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && /\) Z /.test(readFileSync(stat, "utf8"));
}

describe.skipIf(process.platform === "win32")("child-process.ts", () => {
  it("ends with its descendants when stdin closes", async () => {
    const child = runScript("sleep 300 & echo $$ $!; wait");
    const pids = (await firstLine(child)).split(" ").map(Number);
    child.stdin?.end();
    await closed(child);
    for (const pid of pids) await expect.poll(() => isGone(pid), { timeout: 5_000 }).toBe(true);
  });

  it("is killed when it ignores SIGTERM", async () => {
    const child = runScript("trap '' TERM; echo $$; while :; do sleep 1; done");
    const pid = Number(await firstLine(child));
    child.stdin?.end();
    await closed(child);
    await expect.poll(() => isGone(pid), { timeout: 5_000 }).toBe(true);
  });

  it("exits with the exit code of the command", async () => {
    expect(await closed(runScript("exit 7"))).toBe(7);
  });
});
