import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { parseConfig } from "@/env";
import { copyCheckout } from "../../../bench/harness/copy-checkout";
import { demoVars } from "../../../dev/launch/local-vars";
import { root } from "../../../dev/launch/paths";
import { freePort } from "../../helpers/free-port";

const bun = process.env.BUN_PATH ?? "bun";
const example = readFileSync(join(root, ".dev.vars.example"), "utf8");

const clone = mkdtempSync(join(tmpdir(), "catedra-clone-"));
let wrangler: ChildProcess | undefined;

afterAll(async () => {
  if (wrangler?.exitCode === null) {
    const closed = new Promise((resolve) => wrangler?.once("close", resolve));
    wrangler.stdin?.end();
    await closed;
  }
  rmSync(clone, { recursive: true, force: true });
}, 60_000);

it("the example has the settings of a local run; the others are in wrangler.toml", () => {
  const local = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });
  const exampleVars = parseEnv(example);
  expect(local).toMatchObject(exampleVars);
  const [, vars = ""] = readFileSync(join(root, "wrangler.toml"), "utf8").split("[vars]\n");
  const deployed = parseEnv(vars.replace(/ = /g, "="));
  expect(() => parseConfig({ ...deployed, ...exampleVars })).not.toThrow();
  expect(() => parseConfig(deployed)).toThrow(/JWT_SECRET is missing.*\.dev\.vars\.example/);
});

it("wrangler dev works on a clone with the example's settings, and prints how to migrate the database", {
  timeout: 300_000,
}, async () => {
  copyCheckout(clone, bun);

  const port = await freePort();
  const dev = [bun, "dev/tool.ts", "wrangler", "dev", "--port", String(port), "--inspector-port", "0"];
  // child-process.ts ends all of them when its input closes, even when this process is killed.
  wrangler = spawn(bun, ["dev/launch/child-process.ts", ...dev], {
    cwd: clone,
    stdio: "pipe",
    detached: true,
  });
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [wrangler?.stdout, wrangler?.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk;
        if (output.includes("Ready on")) resolve();
      });
    }
    wrangler?.once("close", () => reject(new Error(`wrangler dev ended:\n${output}`)));
  });
  await ready;
  expect(existsSync(join(clone, "dist/client/.vite/manifest.json"))).toBe(true);

  const url = `http://localhost:${port}`;
  const unmigrated = await fetch(`${url}/ro`);
  const cure = "bun dev/tool.ts wrangler d1 migrations apply DB --local";
  expect([unmigrated.status, await unmigrated.text()]).toEqual([500, expect.stringContaining(cure)]);
  const call = await fetch(`${url}/api/listings`);
  expect([call.status, await call.json()]).toMatchObject([500, { detail: expect.stringContaining(cure) }]);

  const [, ...command] = cure.split(" ");
  // Not spawnSync: meanwhile the server closes idle connections, which fetch must notice before it uses them again.
  const migrated = await promisify(execFile)(bun, command, { cwd: clone });
  expect(migrated.stdout).toContain("✅");

  const page = await fetch(`${url}/ro`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Catedra")]);
  // The custom domain of wrangler.toml does not change the address of local requests: a form of this site is accepted.
  const form = {
    method: "POST",
    headers: { origin: url },
    body: new URLSearchParams({ username: "a@b.ro" }),
  };
  expect((await fetch(`${url}/sign-in`, form)).status).not.toBe(403);
  const foreign = { ...form, headers: { origin: "https://catedra.example" } };
  expect((await fetch(`${url}/sign-in`, foreign)).status).toBe(403);
});
