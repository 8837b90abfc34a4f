import { join, resolve } from "node:path";

/** The checkout. */
export const root = resolve(import.meta.dirname, "../..");

/** What wrangler.toml names as the assets directory. */
export const clientDir = join(root, "dist/client");

/** The client build's manifest, which the worker imports as @build/manifest.json. */
export const manifestFile = join(root, "dist/manifest.json");

/** Which client build that is, which the worker imports as @build/latest-build.json. */
export const buildFile = join(root, "dist/latest-build.json");

/** The paths of prefetchable pages, which the client imports as @build/prefetch-paths. */
export const prefetchPathsFile = join(root, "dist/prefetch-paths.json");

/** The worker's bundle, which wrangler.toml names. */
export const workerDir = join(root, "dist/worker");

export const wranglerConfig = join(root, "wrangler.toml");
export const migrationsDir = join(root, "migrations");

/** Where D1, R2 and queues keep their state below a DATA_DIR; `wrangler dev --persist-to` adds the "v3". */
export function stateDirs(dataDir: string): { persistTo: string; resources: string } {
  const persistTo = join(dataDir, "state");
  return { persistTo, resources: join(persistTo, "v3") };
}
