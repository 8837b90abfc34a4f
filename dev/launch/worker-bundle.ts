import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { withLock } from "./lock";
import { root, workerDir } from "./paths";
import { runTool } from "./tools";

const mainModule = join(workerDir, "worker.js");

/**
 * Bundles the worker as a deployment would: production React, minified, nothing uploaded.
 * Needs the client's manifest, so build the client first. Throws with wrangler's output when it does not build.
 */
export async function buildWorker(): Promise<void> {
  const args = ["deploy", "--dry-run", "--minify", "--outdir", workerDir];
  await withLock(join(root, "dist/.worker-lock"), async () => {
    const { code, output } = await runTool("wrangler", args, { env: { NODE_ENV: "production" } });
    if (code !== 0 || !existsSync(mainModule)) throw new Error(`The worker does not build:\n${output}`);
  });
}

const MODULE_TYPES = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
} as const;

/** The modules of a bundle, the main one first, as Miniflare takes them. */
export function bundledModules() {
  const others = readdirSync(workerDir)
    .map((name) => join(workerDir, name))
    .filter((path) => path !== mainModule);
  return [mainModule, ...others].flatMap((path) => {
    const type = MODULE_TYPES[extname(path) as keyof typeof MODULE_TYPES];
    return type ? [{ type, path }] : [];
  });
}
