import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { root, stateDirs } from "../../dev/launch/paths";
import { readWorkerOptions } from "../../dev/launch/read-worker-options";
import { fillFloor } from "../floor/catalogue";
import type { PageTemplate } from "../floor/page-template";
import { createConfig, findDatabaseFile, type WorkerdConfig } from "./workerd";

const COMPATIBILITY_DATE = "2026-11-01";
const FLOOR_DATABASE = { DB: "floor" };
/** Files that the floor's data depends on. */
const SOURCES = ["bench/floor/catalogue.ts", "bench/floor/codes.ts"];

/** The hand-written worker over its own database. */
export async function createFloorConfig(listings: number): Promise<WorkerdConfig> {
  const dataDir = await createFloorData(listings);
  const worker = { ...(await bundle("worker")), d1Databases: FLOOR_DATABASE };
  return createConfig({ name: "floor", dataDir, worker });
}

/**
 * The hand-written worker with all bindings of the app, for starts: the local emulators of queues, files and images
 * start with the process, and take longer than the worker itself.
 */
export async function createBoundFloorConfig(listings: number): Promise<WorkerdConfig> {
  const dataDir = await createFloorData(listings);
  const worker = {
    ...readWorkerOptions(),
    ...(await bundle("worker")),
    d1Databases: FLOOR_DATABASE,
  } as V4WorkerOptions;
  return createConfig({ name: "bound-floor", dataDir, worker });
}

/** The worker that writes the bytes of the app's page, over a data directory of the app. */
export async function createSameBytesConfig(
  dataDir: string,
  d1Databases: V4WorkerOptions["d1Databases"],
  { before, after, card, cards }: PageTemplate,
): Promise<WorkerdConfig> {
  const bindings = { BEFORE: before, AFTER: after, CARD: JSON.stringify(card), CARDS: String(cards) };
  const worker = { ...(await bundle("same-bytes")), d1Databases, bindings };
  return createConfig({ name: "same-bytes", dataDir, worker });
}

async function bundle(entry: "worker" | "same-bytes"): Promise<V4WorkerOptions> {
  const outdir = join(root, "dist/floor", entry);
  const { success, logs } = await Bun.build({
    entrypoints: [join(root, `bench/floor/${entry}.ts`)],
    outdir,
    naming: "worker.js",
    format: "esm",
    target: "browser",
    minify: true,
  });
  if (!success) throw new Error(`bench/floor/${entry}.ts does not build:\n${logs.join("\n")}`);
  return {
    modules: [{ type: "ESModule", path: join(outdir, "worker.js") }],
    modulesRoot: outdir,
    compatibilityDate: COMPATIBILITY_DATE,
  } as V4WorkerOptions;
}

/** Creates the floor's database below .data/, once. */
async function createFloorData(listings: number): Promise<string> {
  const dataDir = join(root, ".data", `bench-floor-${listings}`);
  const stampFile = join(dataDir, "stamp");
  const hash = createHash("sha256");
  for (const file of SOURCES) hash.update(readFileSync(join(root, file)));
  const stamp = hash.digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  await createDatabaseFile(dataDir);
  fillFloor(findDatabaseFile(dataDir), listings);
  writeFileSync(stampFile, stamp);
  return dataDir;
}

/** Only Miniflare knows the name of the file. */
async function createDatabaseFile(dataDir: string): Promise<void> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: stateDirs(dataDir).resources,
      workers: [
        {
          name: "data",
          modules: true,
          script: "export default {}",
          compatibilityDate: COMPATIBILITY_DATE,
          d1Databases: FLOOR_DATABASE,
        },
      ],
    }),
  );
  try {
    await (await miniflare.getD1Database("DB")).prepare("select 1").run();
  } finally {
    await miniflare.dispose();
  }
}
