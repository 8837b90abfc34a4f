import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/** A storm of so many orders in a process of its own, as from the command line. */
function storm(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.env.BUN_PATH ?? "bun", ["bench/storm.ts", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, output }));
  });
}

it("a small storm leaves the site's books as the Stripe stub's, to the ban", {
  timeout: 240_000,
}, async () => {
  const { code, output } = await storm("--orders=6", "--kills=1", "--seed=1");
  expect(output).toContain("Every order is as it must be.");
  expect(code, output).toBe(0);
});

it("a storm of no orders is refused with words", async () => {
  const { code, output } = await storm("--orders=none");
  expect(code).toBe(1);
  expect(output).toContain("--orders must be a whole number from 1");
});
