import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { buildClient } from "../dev/launch/client-build";
import { ensureInstalled } from "../dev/launch/install";
import { demoVars } from "../dev/launch/local-vars";
import { type ServedWorker, serveWorker } from "../dev/launch/serve-worker";
import { buildWorker } from "../dev/launch/worker-bundle";
import { paths } from "../src/shared/paths";
import { weigh } from "./bytes";
import { benchData } from "./data";
import { gridSearches } from "./search-grid";

/*
 * The read pages over a catalogue of --listings (10,000, 100,000 or 1,000,000; a million take some minutes and 4 GB under
 * `.data/`, once): requests a second, latency, bytes and rows read.
 */
const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "100000" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "16" },
  },
});
const listings = wholeNumber("listings");
const seconds = wholeNumber("seconds");
const connections = wholeNumber("connections");

await ensureInstalled(console.log);
await buildClient();
await buildWorker();
// The app takes the names of its scripts from the build.
const { rowCounter } = await import("./rows");
const { dataDir, now } = await benchData(listings);
const vars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });
// The worker writes a line for each request; a terminal would be what is measured.
const served = await serveWorker({ port: 0, directPort: 0, dataDir, vars, onLog() {} });
try {
  process.exitCode = (await measure(served)) ? 0 : 1;
} finally {
  await served.stop();
}

/** Prints what was measured; false when a page read more than it may. */
async function measure({ directUrl, url, db }: ServedWorker): Promise<boolean> {
  const rowsOf = rowCounter((await db()) as unknown as Parameters<typeof rowCounter>[0], vars, now);
  const pages = {
    home: paths.home(),
    list: paths.listings({ subject: "m", county: "cj" }),
    listing: paths.listing("k000000000000042"),
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, path] of Object.entries(pages)) {
    const html = await (await fetch(url + path)).text();
    const target = (directUrl ?? url) + path;
    // A first round warms the isolate and SQLite's cache.
    await autocannon({ url: target, connections, duration: 2 });
    const { requests, latency, errors, timeouts, non2xx } = await autocannon({
      url: target,
      connections,
      duration: seconds,
    });
    const weight = weigh(html);
    table[name] = {
      "requests/s": Math.round(requests.average),
      "p50 ms": latency.p50,
      "p99 ms": latency.p99,
      failed: errors + timeouts + non2xx,
      "rows read": await rowsOf(path),
      "HTML gzip B": weight.html,
      "script gzip B": weight.script,
    };
  }
  console.log(
    `\n${listings} listings, ${connections} connections, ${seconds} s a page, the bundle on its own socket`,
  );
  console.table(table);

  const found = [];
  for (const { query, mostRows } of gridSearches(1)) {
    const path = paths.listings(query);
    found.push({ path, mostRows, rows: await rowsOf(path) });
  }
  const overBound = found.filter(({ rows, mostRows }) => rows > mostRows);
  for (const { path, rows, mostRows } of overBound)
    console.log(`${path} reads ${rows} rows; allowed: ${mostRows}`);
  console.log(
    `${overBound.length} of ${found.length} first pages by one filter exceed their bound (bench/grid.ts measures more).`,
  );
  return overBound.length === 0;
}

function wholeNumber(name: keyof typeof values): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`--${name} must be a whole number above 0, such as --${name}=10000`);
  process.exit(1);
}
