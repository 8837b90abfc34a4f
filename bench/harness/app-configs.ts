import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { root, workerDir } from "../../dev/launch/paths";
import { readWorkerOptions } from "../../dev/launch/read-worker-options";
import { bundledModules } from "../../dev/launch/worker-bundle";
import { siteVars } from "../serve-bundle";
import { createConfig, type WorkerdConfig } from "./workerd";

/** The production bundle over a data directory. */
export function createAppConfig(name: string, dataDir: string): Promise<WorkerdConfig> {
  const worker = readWorkerOptions();
  return createConfig({
    name,
    dataDir,
    worker: {
      ...worker,
      modules: bundledModules(),
      modulesRoot: workerDir,
      bindings: { ...worker.bindings, ...siteVars },
    } as V4WorkerOptions,
  });
}

/** Workers on one database would lock each other out, so each has a copy. */
export function copyData(dataDir: string, name: string): string {
  const copy = join(root, ".data", `bench-copy-${name}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}
