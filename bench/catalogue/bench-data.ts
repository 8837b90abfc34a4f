import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { migrate, openLocalData } from "../../dev/launch/local-data";
import { migrationsDir } from "../../dev/launch/paths";
import { seed } from "../../dev/seed";
import { findDatabaseFile } from "../harness/workerd";
import { type CachedData, cachedData } from "./cached-data";
import { fillCatalogue } from "./fill-catalogue";
import { createSqliteD1 } from "./sqlite-d1";

/** How often progress is printed (ms). */
const PROGRESS_MS = 10_000;

const MIGRATIONS = readdirSync(migrationsDir)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => `migrations/${name}`);

/** Files that the catalogue depends on. */
const SOURCES = [
  ...MIGRATIONS,
  "bench/catalogue/catalogue-statements.ts",
  "bench/catalogue/fill-catalogue.ts",
  "bench/catalogue/sqlite-d1.ts",
  ...["names.ts", "places.json", "texts/descriptions.json", "texts/subjects.json"].map(
    (name) => `dev/seed/${name}`,
  ),
  "src/db/search-codes.ts",
  "src/db/search-positions.ts",
  "src/features/listings/search-index/search-index.ts",
];

/** A data directory with a catalogue of `listings` listings. */
export const benchData = (listings: number): Promise<CachedData> =>
  cachedData(`bench-${listings}`, SOURCES, async (dataDir, now) => {
    const data = await openLocalData(dataDir);
    try {
      await migrate(data.db);
    } finally {
      await data.close();
    }
    await fillFile(findDatabaseFile(dataDir), listings, now);
  });

/** A data directory with the demonstration site. */
export const seededData = (): Promise<CachedData> =>
  cachedData("bench-seeded", MIGRATIONS, async (dataDir, now) => {
    const { close, ...data } = await openLocalData(dataDir);
    try {
      await migrate(data.db);
      await seed({ ...data, now, log: console.log });
    } finally {
      await close();
    }
  });

/** Fills the SQLite file directly while no worker has it open: a bulk load without a journal on disk. */
async function fillFile(file: string, listings: number, now: number): Promise<void> {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  let printedAt = startedAt;
  const db = new Database(file);
  try {
    // A failed fill is repeated from the start, so nothing has to survive a crash.
    db.run("pragma journal_mode = memory");
    db.run("pragma synchronous = off");
    db.run("pragma cache_size = -512000");
    db.run("pragma temp_store = memory");
    await fillCatalogue(createSqliteD1(db), { listings, now }, (progress) => {
      if (Date.now() - printedAt < PROGRESS_MS) return;
      printedAt = Date.now();
      console.log(`Creating ${listings} listings, ${seconds()} s: ${progress}`);
    });
    // Local D1 expects this mode.
    db.run("pragma journal_mode = wal");
  } finally {
    db.close();
  }
  console.log(`Created ${listings} listings in ${seconds()} s.`);
}
