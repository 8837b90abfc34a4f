import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../dev/launch/paths";

/** Listings expire after 90 days and are at most 85 days old when they are created. */
const FRESH_MS = 3 * 86_400_000;

/** `now` is the time for which the data was created (ms). */
export type CachedData = { dataDir: string; now: number };

/**
 * Fills a directory below .data/ once, and again if one of the files that the data depends on changes or the data is
 * old.
 */
export async function cachedData(
  name: string,
  sources: readonly string[],
  fill: (dataDir: string, now: number) => Promise<void>,
): Promise<CachedData> {
  const dataDir = join(root, ".data", name);
  const stampFile = join(dataDir, "stamp.json");
  const hash = createHash("sha256");
  for (const file of sources) hash.update(readFileSync(join(root, file)));
  const digest = hash.digest("hex");
  if (existsSync(stampFile)) {
    const stamp = JSON.parse(readFileSync(stampFile, "utf8")) as { digest: string; now: number };
    if (stamp.digest === digest && Date.now() - stamp.now < FRESH_MS) return { dataDir, now: stamp.now };
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const now = Math.floor(Date.now() / 1000) * 1000;
  await fill(dataDir, now);
  writeFileSync(stampFile, JSON.stringify({ digest, now }));
  return { dataDir, now };
}
