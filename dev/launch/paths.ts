import { join, resolve } from "node:path";

/** The checkout. */
export const root = resolve(import.meta.dirname, "../..");

/** Output of `vite build`: the files that browsers load, and the worker with its wrangler.json. */
export const clientDir = join(root, "dist/client");
export const workerDir = join(root, "dist/worker");

/** The client's manifest, which the worker imports as @build/manifest.json. */
export const manifestFile = join(clientDir, ".vite/manifest.json");

export const wranglerConfig = join(root, "wrangler.toml");
export const migrationsDir = join(root, "migrations");

/** Where D1, R2 and queues keep their state below a DATA_DIR; `wrangler dev --persist-to` adds the "v3". */
export function stateDirs(dataDir: string): { persistTo: string; resources: string } {
  const persistTo = join(dataDir, "state");
  return { persistTo, resources: join(persistTo, "v3") };
}

/** Locked by the process that has the local data open. */
export const toLockFile = (dataDir: string): string => join(dataDir, "lock.sqlite");
