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

it("is held as long as its process lives", async () => {
  const script = `import { tryLock } from "./dev/launch/lock.ts"; console.log(tryLock(process.argv[1])); process.stdin.resume();`;
  expect(await start(process.env.BUN_PATH ?? "bun", ["-e", script, file])).toBe("null");
  const [child] = children;
  expect(tryLock(file)).toBe(child?.pid);
  const gone = new Promise((resolve) => child?.once("close", resolve));
  child?.kill("SIGKILL");
  await gone;
  expect(tryLock(file)).toBeNull();
  expect(tryLock(file)).toBeNull();
  unlock(file);
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

it("is free when its process ended, though its parent has not noticed", async () => {
  // The shell becomes a process that never waits for its child: a zombie. The child must outlive the shell, which
  // would reap it.
  const zombie = Number(await start("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 60"]));
  await expect.poll(() => tryLockOf(`${zombie}`)).toBeNull();
  expect(isAlive(zombie)).toBe(true);
});

it("is free when another process has the id of the one that took it", () => {
  const living = process.ppid;
  expect(tryLockOf(`${living}`)).toBe(living);
  expect(tryLockOf(`${living} 00000000-0000-0000-0000-000000000000 1`)).toBeNull();
});

it("is held by its process id alone where the system tells no start time", () => {
  expect(tryLockOf(`${process.ppid} `)).toBe(process.ppid);
});

it("is taken over when this process has the id of the one that left it", () => {
  expect(tryLockOf(`${process.pid} 00000000-0000-0000-0000-000000000000 1`)).toBeNull();
  expect(readFileSync(file, "utf8")).not.toContain("00000000-0000");
});

function tryLockOf(content: string): number | null {
  writeFileSync(file, content);
  return tryLock(file);
}
