import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/** Runs the payment chaos test as from the command line. */
function runPaymentChaos(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.env.BUN_PATH ?? "bun", ["bench/run.ts", "payment-chaos", ...args], {
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

it("a small payment chaos test leaves the site's records equal to the Stripe stub's, exact to one ban", {
  timeout: 240_000,
}, async () => {
  const { code, output } = await runPaymentChaos("--orders=6", "--kills=1", "--seed=1");
  expect(output).toContain("All orders are correct.");
  expect(code, output).toBe(0);
});

it("an invalid number of orders is refused with a message", async () => {
  const { code, output } = await runPaymentChaos("--orders=none");
  expect(code).toBe(1);
  expect(output).toContain("--orders must be a whole number from 1");
});
