import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAlive, tryLock, unlock } from "../../../dev/launch/lock";
import { root } from "../../../dev/launch/paths";

let folder: string;
let file: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "catedra-lock-"));
  file = join(folder, "lock");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that lives on, and resolves with the first line that it prints. */
function start(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return new Promise((resolve) =>
    child.stdout?.once("data", (chunk: Buffer) => resolve(String(chunk).trim())),
  );
}

it("is held while its process runs", async () => {
  const script = `import { tryLock } from "./dev/launch/lock.ts"; console.log(tryLock(process.argv[1])); process.stdin.resume();`;
  expect(await start(process.env.BUN_PATH ?? "bun", ["-e", script, file])).toBe("null");
  const [child] = children;
  expect(tryLock(file)).toBe(child?.pid);
  const closed = new Promise((resolve) => child?.once("close", resolve));
  child?.kill("SIGKILL");
  await closed;
  expect(tryLock(file)).toBeNull();
  expect(tryLock(file)).toBeNull();
  unlock(file);
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

it("is free after its process has ended as a zombie", async () => {
  // The shell becomes a process that never waits for its child: a zombie. The child must outlive the shell, which
  // would reap it.
  const zombie = Number(await start("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 60"]));
  await expect.poll(() => tryLockWith(`${zombie}`)).toBeNull();
  expect(isAlive(zombie)).toBe(true);
});

it("is free when another process has the ID of its holder", () => {
  const living = process.ppid;
  expect(tryLockWith(`${living}`)).toBe(living);
  expect(tryLockWith(`${living} 00000000-0000-0000-0000-000000000000 1`)).toBeNull();
});

it("is held by the process ID alone if the system provides no start time", () => {
  expect(tryLockWith(`${process.ppid} `)).toBe(process.ppid);
});

it("is acquired if this process has the ID of its former holder", () => {
  expect(tryLockWith(`${process.pid} 00000000-0000-0000-0000-000000000000 1`)).toBeNull();
  expect(readFileSync(file, "utf8")).not.toContain("00000000-0000");
});

function tryLockWith(content: string): number | null {
  writeFileSync(file, content);
  return tryLock(file);
}
