import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../dev/launch/paths";
import { buildWorker } from "../../dev/launch/worker-bundle";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import { median } from "../median";
import { type BenchWorker, getCpuTicks, PREFETCH, serveBundle } from "../serve-bundle";

const CONCURRENT_REQUESTS = 8;
/** Highest allowed ratio to the limit worker, for pages that are rendered and pages from the page cache. */
const ALLOWED = { list: { uncached: 1.3, cached: 0.2 }, listing: { uncached: 1.5, cached: 0.2 } };
const PAGES = {
  list: paths.listings({ subject: "m", county: "cj" }),
  listing: paths.listing("k000000000000042"),
};

type Options = { listings: number; rounds: number; pages: number };

/** Compares CPU time in alternating rounds with `bench/limit/worker.ts`, so that a noisy machine affects both alike. */
export async function run({ listings, rounds, pages }: Options): Promise<boolean> {
  const limitDir = join(root, "dist/limit");
  await buildWorker("bench/limit/worker.ts", limitDir);
  const { dataDir } = await benchData(listings);
  // Two workers on one database would lock each other out, and pages would answer 500.
  const limitData = join(root, ".data/bench-limit");
  rmSync(limitData, { recursive: true, force: true });
  cpSync(dataDir, limitData, { recursive: true });

  const site = await serveBundle(dataDir);
  const limit = await serveBundle(limitData, { bundleDir: limitDir, vars: await readShells(site) });
  try {
    return await measure(site, limit, { listings, rounds, pages });
  } finally {
    await Promise.all([site.stop(), limit.stop()]);
  }
}

async function measure(site: BenchWorker, limit: BenchWorker, options: Options): Promise<boolean> {
  const { listings, rounds, pages } = options;
  const table: Record<string, Record<string, number | string>> = {};
  let isWithinBound = true;
  for (const name of ["list", "listing"] as const) {
    const path = PAGES[name];
    const ratios = { uncached: [] as number[], cached: [] as number[] };
    const ticks = { limit: [] as number[], uncached: [] as number[], cached: [] as number[] };
    // The first round warms isolates and SQLite, and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const base = await computeCost(limit, path, pages, true);
      const uncached = await computeCost(site, path, pages, true);
      const cached = await computeCost(site, path, pages, false);
      if (round === 0) continue;
      ticks.limit.push(base);
      ticks.uncached.push(uncached);
      ticks.cached.push(cached);
      ratios.uncached.push(uncached / base);
      ratios.cached.push(cached / base);
    }
    for (const kind of ["uncached", "cached"] as const) {
      const ratio = median(ratios[kind]);
      isWithinBound &&= ratio <= ALLOWED[name][kind];
      table[`${name}, ${kind}`] = {
        "of the limit": Number(ratio.toFixed(2)),
        allowed: ALLOWED[name][kind],
        "ticks/1,000": Math.round((median(ticks[kind]) / pages) * 1000),
        "limit's": Math.round((median(ticks.limit) / pages) * 1000),
      };
    }
  }
  console.log(`\n${listings} listings, ${rounds} rounds of ${pages} pages, medians`);
  console.table(table);
  return isWithinBound;
}

let requests = 0;

/** CPU ticks for `pages` answers. With `uncached` each request has its own URL, so no page comes from the cache. */
async function computeCost(
  worker: BenchWorker,
  path: string,
  pages: number,
  uncached: boolean,
): Promise<number> {
  const before = getCpuTicks(worker.pid);
  const separator = path.includes("?") ? "&" : "?";
  let left = pages;
  const requestPages = async () => {
    while (left-- > 0) {
      const url = `${worker.url}${path}${uncached ? `${separator}n=${requests++}` : ""}`;
      const answer = await fetch(url, { headers: PREFETCH });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, requestPages));
  return getCpuTicks(worker.pid) - before;
}

/** The site's pages without their cards. The limit worker puts its own cards in between. */
async function readShells({ url }: BenchWorker): Promise<Record<string, string>> {
  const shells: Record<string, string> = {};
  for (const [name, path] of Object.entries(PAGES)) {
    const html = await (await fetch(url + path, { headers: PREFETCH })).text();
    const end = "</article>";
    shells[`${name.toUpperCase()}_BEFORE`] = html.slice(0, html.indexOf("<article"));
    shells[`${name.toUpperCase()}_AFTER`] = html.slice(html.lastIndexOf(end) + end.length);
  }
  return shells;
}
