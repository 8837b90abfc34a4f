import type { V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { wranglerConfig } from "./paths";

/** The settings of a wrangler configuration as Miniflare options: bindings, variables, assets, queues, crons. */
export function readWorkerOptions(config = wranglerConfig): V4WorkerOptions {
  // The module rules tell wrangler how to bundle. Callers have their own rules or no modules.
  const { modulesRules: _, ...worker } = unstable_getMiniflareWorkerOptions(config).workerOptions;
  return worker as unknown as V4WorkerOptions;
}
