import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { withLock } from "./lock";
import { root, workerDir } from "./paths";
import { runTool } from "./tools";

/** The bundle's main module in its directory; each entry that is bundled is called worker.ts. */
const mainModule = (dir: string) => join(dir, "worker.js");

/**
 * Bundles the worker as a deployment would: production React, minified, nothing uploaded. Another entry than the worker's
 * own goes into a directory of its own.
 * Needs the client's manifest, so build the client first. Throws with wrangler's output when it does not build.
 */
export async function buildWorker(entry: string | null = null, dir = workerDir): Promise<void> {
  const args = ["deploy", ...(entry ? [entry] : []), "--dry-run", "--minify", "--outdir", dir];
  await withLock(join(root, "dist/.worker-lock"), async () => {
    const { code, output } = await runTool("wrangler", args, { env: { NODE_ENV: "production" } });
    if (code !== 0 || !existsSync(mainModule(dir))) throw new Error(`The worker does not build:\n${output}`);
  });
}

const moduleTypes = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
} as const;

/** The modules of a bundle, the main one first, as Miniflare takes them. */
export function bundledModules(dir = workerDir) {
  const main = mainModule(dir);
  const others = readdirSync(dir)
    .map((name) => join(dir, name))
    .filter((path) => path !== main);
  return [main, ...others].flatMap((path) => {
    const type = moduleTypes[extname(path) as keyof typeof moduleTypes];
    return type ? [{ type, path }] : [];
  });
}
