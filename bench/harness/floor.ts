import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { openLocalData } from "../../dev/launch/local-data";
import { root } from "../../dev/launch/paths";
import { readWorkerOptions } from "../../dev/launch/read-worker-options";
import { cachedData } from "../catalogue/cached-data";
import { fillFloor } from "../floor/catalogue";
import { createConfig, findDatabaseFile, type WorkerdConfig } from "./workerd";

const SOURCES = ["bench/floor/catalogue.ts", "bench/floor/codes.ts"];

/** The hand-written worker over a database of its own. */
export async function createFloorConfig(listings: number): Promise<WorkerdConfig> {
  const { dataDir } = await cachedData(`bench-floor-${listings}`, SOURCES, async (directory) => {
    const data = await openLocalData(directory);
    await data.db.prepare("select 1").run();
    await data.close();
    fillFloor(findDatabaseFile(directory), listings);
  });
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [join(root, "bench/floor/worker.ts")],
    format: "esm",
    minify: true,
  });
  if (!success) throw new Error(`bench/floor/worker.ts does not build:\n${logs.join("\n")}`);
  const { compatibilityDate, d1Databases } = readWorkerOptions();
  const worker = { compatibilityDate, d1Databases, ...toModule((await outputs[0]?.text()) ?? "") };
  return createConfig({ name: "floor", dataDir, worker });
}

/** A worker that only answers, with the app's bindings: their local emulators start with the process. */
export const createAnswerConfig = (dataDir: string): Promise<WorkerdConfig> =>
  createConfig({
    name: "answer",
    dataDir,
    worker: {
      ...readWorkerOptions(),
      ...toModule('export default { fetch: () => new Response("ok") }'),
    } as V4WorkerOptions,
  });

const toModule = (contents: string) => ({
  modules: [{ type: "ESModule" as const, path: "worker.js", contents }],
});
