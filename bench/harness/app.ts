import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { demoVars } from "../../dev/launch/local-vars";
import { root, workerDir } from "../../dev/launch/paths";
import { readWorkerOptions } from "../../dev/launch/read-worker-options";
import { listModules } from "../../dev/launch/serve-worker";
import { createConfig, type WorkerdConfig } from "./workerd";

/** The site's settings in a benchmark. Nothing answers at `stubsUrl`. */
export const siteVars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });

/** The build over a data directory. */
export function createAppConfig(name: string, dataDir: string): Promise<WorkerdConfig> {
  const worker = readWorkerOptions();
  return createConfig({
    name,
    dataDir,
    worker: {
      ...worker,
      modules: listModules(),
      modulesRoot: workerDir,
      bindings: { ...worker.bindings, ...siteVars },
    } as V4WorkerOptions,
  });
}

/** The scripts of the built worker. */
export const listScripts = (): string[] =>
  listModules().flatMap(({ type, path }) => (type === "ESModule" ? [path] : []));

/** Workers on one database would lock each other out, so each has a copy. */
export function copyData(dataDir: string, name: string): string {
  const copy = join(root, ".data", `bench-copy-${name}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}
