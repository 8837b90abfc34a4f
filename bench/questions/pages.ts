import autocannon from "autocannon";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import { createRowCounter } from "../row-counter";
import { gridSearches } from "../search-grid";
import { type BenchWorker, serveBundle, siteVars } from "../serve-bundle";
import { weighPage } from "../weigh-page";

const WARM_UP_S = 2;

type Options = { listings: number; seconds: number; connections: number };

/** A catalogue of a million listings takes some minutes and 4 GB under `.data/`, once. */
export async function run(options: Options): Promise<boolean> {
  const { dataDir, now } = await benchData(options.listings);
  const site = await serveBundle(dataDir);
  try {
    return await measure(site, now, options);
  } finally {
    await site.stop();
  }
}

/** Prints the figures. Returns false if a page reads more rows than its bound. */
async function measure({ url, db }: BenchWorker, now: number, options: Options): Promise<boolean> {
  const { listings, seconds, connections } = options;
  const d1 = (await db()) as unknown as Parameters<typeof createRowCounter>[0];
  const countRows = createRowCounter(d1, siteVars, now);
  const pages = {
    home: paths.home(),
    list: paths.listings({ subject: "m", county: "cj" }),
    listing: paths.listing("k000000000000042"),
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, path] of Object.entries(pages)) {
    const target = url + path;
    const html = await (await fetch(target)).text();
    // Warms the isolate and SQLite's cache.
    await autocannon({ url: target, connections, duration: WARM_UP_S });
    const { requests, latency, errors, timeouts, non2xx } = await autocannon({
      url: target,
      connections,
      duration: seconds,
    });
    const weight = weighPage(html);
    table[name] = {
      "requests/s": Math.round(requests.average),
      "p50 ms": latency.p50,
      "p99 ms": latency.p99,
      failed: errors + timeouts + non2xx,
      "rows read": (await countRows(path)).rows,
      "HTML gzip B": weight.html,
      "script gzip B": weight.script,
    };
  }
  console.log(`\n${listings} listings, ${connections} connections, ${seconds} s a page`);
  console.table(table);

  const found = [];
  for (const { query, maxRows } of gridSearches(1)) {
    const path = paths.listings(query);
    found.push({ path, maxRows, rows: (await countRows(path)).rows });
  }
  const overBound = found.filter(({ rows, maxRows }) => rows > maxRows);
  for (const { path, rows, maxRows } of overBound)
    console.log(`${path} reads ${rows} rows; allowed: ${maxRows}`);
  console.log(
    `${overBound.length} of ${found.length} first pages by one filter exceed their bound ("bun run bench rows" measures more).`,
  );
  return overBound.length === 0;
}
