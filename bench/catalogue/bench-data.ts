import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, openLocalData } from "../../dev/launch/local-data";
import { migrationsDir, root } from "../../dev/launch/paths";
import { findDatabaseFile } from "../harness/workerd";
import { fillCatalogue } from "./fill-catalogue";
import { createSqliteD1 } from "./sqlite-d1";

const DAY_MS = 86_400_000;
/** Listings expire after 90 days and are at most 85 days old when they are created. */
const FRESH_MS = 3 * DAY_MS;
/** How often progress is printed (ms). */
const PROGRESS_MS = 10_000;

/** Files that the data depends on. It is created again if one changes. */
const SOURCES = [
  "bench/catalogue/catalogue-statements.ts",
  "bench/catalogue/fill-catalogue.ts",
  "bench/catalogue/sqlite-d1.ts",
  "bench/catalogue/texts.ts",
  "src/db/search-codes.ts",
  "src/db/search-positions.ts",
  "src/features/listings/search-index/search-index.ts",
];

/**
 * Creates a DATA_DIR with a catalogue of `listings` listings below .data/, once. Returns the directory and the time for
 * which the data was created (ms).
 */
export async function benchData(listings: number): Promise<{ dataDir: string; now: number }> {
  const dataDir = join(root, ".data", `bench-${listings}`);
  const stampFile = join(dataDir, "stamp.json");
  const sources = fingerprint();
  if (existsSync(stampFile)) {
    const stamp = JSON.parse(readFileSync(stampFile, "utf8")) as { sources: string; now: number };
    if (stamp.sources === sources && Date.now() - stamp.now < FRESH_MS) return { dataDir, now: stamp.now };
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const now = Math.floor(Date.now() / 1000) * 1000;
  const data = await openLocalData(dataDir);
  try {
    await migrate(data.db);
  } finally {
    await data.close();
  }
  await fillFile(findDatabaseFile(dataDir), listings, now);
  writeFileSync(stampFile, JSON.stringify({ sources, now }));
  return { dataDir, now };
}

/** Fills the SQLite file directly while no worker has it open: a bulk load without a journal on disk. */
async function fillFile(file: string, listings: number, now: number): Promise<void> {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  let printedAt = startedAt;
  let reached = "";
  const db = new Database(file);
  try {
    // A failed fill is repeated from the start, so nothing has to survive a crash.
    db.run("pragma journal_mode = memory");
    db.run("pragma synchronous = off");
    db.run("pragma cache_size = -512000");
    db.run("pragma temp_store = memory");
    await fillCatalogue(createSqliteD1(db), { listings, now }, (progress) => {
      reached = progress;
      if (Date.now() - printedAt < PROGRESS_MS) return;
      printedAt = Date.now();
      console.log(`Creating ${listings} listings, ${seconds()} s: ${progress}`);
    });
    // Local D1 expects this mode.
    db.run("pragma journal_mode = wal");
  } catch (error) {
    const cause = (error as Error).message;
    throw new Error(
      `Creating ${listings} listings failed after ${seconds()} s (last done: ${reached || "nothing"}): ${cause}`,
      { cause: error },
    );
  } finally {
    db.close();
  }
  console.log(`Created ${listings} listings in ${seconds()} s.`);
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const migrations = readdirSync(migrationsDir).filter((name) => name.endsWith(".sql"));
  for (const file of [...SOURCES, ...migrations.map((name) => `migrations/${name}`)]) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}
