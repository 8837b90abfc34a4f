import type { V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { wranglerConfig } from "./paths";

/** Reads the worker's settings of wrangler.toml as Miniflare options: bindings, variables, assets, queues, crons. */
export function readWorkerOptions(): V4WorkerOptions {
  // The module rules tell wrangler how to bundle. Callers of this have a bundle or need none.
  const { modulesRules: _, ...worker } = unstable_getMiniflareWorkerOptions(wranglerConfig).workerOptions;
  return worker as unknown as V4WorkerOptions;
}
