import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, openLocalData } from "../../dev/launch/local-data";
import { migrationsDir, root } from "../../dev/launch/paths";
import { fillCatalogue } from "./fill-catalogue";

const DAY_MS = 86_400_000;
/** Listings expire after 90 days and are at most 85 days old when they are created. */
const FRESH_MS = 3 * DAY_MS;

/** Files that the data depends on. It is created again if one changes. */
const SOURCES = [
  "bench/catalogue/catalogue-statements.ts",
  "bench/catalogue/fill-catalogue.ts",
  "bench/catalogue/texts.ts",
  "src/features/listings/search-index/search-codes.ts",
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
    const startedAt = Date.now();
    await fillCatalogue(data.db, { listings, now });
    console.log(`Created ${listings} listings in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  } finally {
    await data.close();
  }
  writeFileSync(stampFile, JSON.stringify({ sources, now }));
  return { dataDir, now };
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const migrations = readdirSync(migrationsDir).filter((name) => name.endsWith(".sql"));
  for (const file of [...SOURCES, ...migrations.map((name) => `migrations/${name}`)]) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}
