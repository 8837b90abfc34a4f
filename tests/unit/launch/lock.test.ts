import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../dev/launch/paths";

const SCRIPT = `import { tryLock, unlock } from "./dev/launch/lock.ts";
const [file] = process.argv.slice(1);
console.log(tryLock(file), tryLock(file));
process.stdin.once("data", () => { unlock(file); console.log("unlocked"); });`;

it("a lock is held until its process frees it or ends, even if that is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "catedra-lock-"));
  const children: ChildProcess[] = [];
  const start = async () => {
    const child = spawn(process.env.BUN_PATH ?? "bun", ["-e", SCRIPT, join(folder, "lock.sqlite")], {
      cwd: root,
    });
    children.push(child);
    return { child, answer: await read(child) };
  };
  const read = async ({ stdout }: ChildProcess) => String((await once(stdout as never, "data"))[0]).trim();
  try {
    const first = await start();
    expect(first.answer).toBe("true true");
    expect((await start()).answer).toBe("false false");
    first.child.kill("SIGKILL");
    await once(first.child, "close");
    const second = await start();
    expect(second.answer).toBe("true true");
    second.child.stdin.write("free\n");
    expect(await read(second.child)).toBe("unlocked");
    expect((await start()).answer).toBe("true true");
  } finally {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
