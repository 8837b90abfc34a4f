import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { build, type Rolldown } from "vite";
import { OPENAPI_ASSET, REFERENCE_ASSET } from "@/features/docs/assets";
import { isAlive, withLock } from "./lock";
import { buildFile, clientDir, manifestFile, prefetchPathsFile, root } from "./paths";
import { runBun } from "./tools";

const KEEP_MS = 24 * 3600 * 1000;

/** The API documentation, below dist/client. */
const API_DOCS = [OPENAPI_ASSET, REFERENCE_ASSET].map((path) => normalize(path.slice(1)));

/**
 * Builds the client into dist/client, its manifest into dist/manifest.json, its id into dist/latest-build.json. The API
 * documentation and the prefetchable paths are generated from the app's routes first.
 *
 * Each build goes to a directory of its own and is swapped in under a lock: new files first, the manifest when
 * all of them are there. Files that did not change are not touched and those of older builds stay for a day, so a
 * second instance in the same checkout neither sees a hole nor restarts, and open pages find their chunks.
 */
export async function buildClient(): Promise<void> {
  const outDir = ownDir();
  try {
    await buildRouteFiles();
    await build({ root, configFile: join(root, "vite.config.ts"), build: { outDir } });
    await install(outDir);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Builds, then builds again after each change. Calls `onBuilt` after every build, with the error if it failed. */
async function watchClient(onBuilt: (error?: Error) => void): Promise<void> {
  const outDir = ownDir();
  process.on("exit", () => rmSync(outDir, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(0));
  await buildRouteFiles();
  const watcher = (await build({
    root,
    configFile: join(root, "vite.config.ts"),
    build: { outDir, watch: {} },
  })) as Rolldown.RolldownWatcher;
  watcher.on("event", async (event) => {
    if (event.code === "ERROR") onBuilt(event.error);
    if (event.code !== "BUNDLE_END") return;
    await event.result.close();
    // A change of the prefetchable paths causes another build.
    await Promise.all([install(outDir), buildRouteFiles()]).then(
      () => onBuilt(),
      (error) => onBuilt(error),
    );
  });
}

/** A directory that no other process writes to. Those of processes that were killed are swept on the way. */
function ownDir(): string {
  const dist = join(root, "dist");
  for (const name of existsSync(dist) ? readdirSync(dist) : []) {
    const pid = /^build-(\d+)(-routes)?$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true });
  }
  return join(dist, `build-${process.pid}`);
}

function filesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
}

type Build = {
  /** Changes with each change of the files or the texts. */
  id: string;
  /** Time of its first build on this machine (ms). */
  timestamp: number;
  /** Below dist/client, those whose names carry their content. */
  files: string[];
};

function readBuild(): Build | null {
  return existsSync(buildFile) ? (JSON.parse(readFileSync(buildFile, "utf8")) as Build) : null;
}

function describeBuild(outDir: string, built: readonly string[]): Build {
  const hash = createHash("sha256").update(readFileSync(join(outDir, "manifest.json")));
  for (const text of filesIn(join(root, "locales")).sort()) {
    hash.update(text).update(readFileSync(join(root, "locales", text)));
  }
  const id = hash.digest("hex").slice(0, 16);
  const before = readBuild();
  const timestamp = before?.id === id ? before.timestamp : Date.now();
  return { id, timestamp, files: built.filter((file) => /^assets[\\/]/.test(file)).sort() };
}

/** Generates the files that the app's routes determine, in another process, which loads the whole app. */
async function buildRouteFiles(): Promise<void> {
  const outDir = `${ownDir()}-routes`;
  try {
    // The app imports both files, and the first build has not written them yet.
    writeIfMissing(manifestFile, {});
    writeIfMissing(buildFile, { id: "", timestamp: 0, files: [] } satisfies Build);
    const { code, output } = await runBun(["dev/launch/route-files-process.ts", outDir]);
    if (code !== 0) throw new Error(`The files of the routes do not build:\n${output}`);
    for (const path of API_DOCS) placeIfChanged(join(outDir, path), join(clientDir, path));
    placeIfChanged(join(outDir, basename(prefetchPathsFile)), prefetchPathsFile);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

function writeIfMissing(file: string, value: object): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

const install = (outDir: string): Promise<void> => withLock(join(root, "dist/.lock"), () => swapIn(outDir));

function swapIn(outDir: string): void {
  const built = filesIn(outDir).filter((file) => file !== "manifest.json");
  writeFileSync(join(outDir, "latest-build.json"), JSON.stringify(describeBuild(outDir, built)));
  // Their retention starts now, however long they were in use.
  for (const file of readBuild()?.files ?? []) {
    if (!built.includes(file)) touch(join(clientDir, file));
  }
  for (const file of built) {
    placeIfChanged(join(outDir, file), join(clientDir, file));
  }
  placeIfChanged(join(outDir, "manifest.json"), manifestFile);
  placeIfChanged(join(outDir, "latest-build.json"), buildFile);
  const expected = new Set([...built, ...API_DOCS]);
  for (const file of filesIn(clientDir)) {
    const old = join(clientDir, file);
    if (!expected.has(file) && Date.now() - statSync(old).mtimeMs > KEEP_MS) rmSync(old, { force: true });
  }
}

function touch(file: string): void {
  const now = new Date();
  if (existsSync(file)) utimesSync(file, now, now);
}

function placeIfChanged(from: string, to: string): void {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

if (import.meta.main) {
  if (process.argv.includes("--watch")) {
    await watchClient((error) =>
      console.log(error ? `client build failed: ${error.message}` : "client built"),
    );
  } else {
    await buildClient();
  }
}
