import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildClient } from "../dev/launch/client-build";
import { ensureInstalled } from "../dev/launch/install";
import { demoVars } from "../dev/launch/local-vars";
import { root } from "../dev/launch/paths";
import { type ServedWorker, serveWorker } from "../dev/launch/serve-worker";
import { buildWorker } from "../dev/launch/worker-bundle";
import { paths } from "../src/shared/paths";
import { benchData } from "./data";
import { median } from "./median";

/*
 * What a page costs workerd, as a multiple of the limit: the same statements answered with a template string
 * (bench/limit/worker.ts). CPU time of the process, in alternating rounds, so that a noisy machine bothers both alike.
 */
const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    rounds: { type: "string", default: "9" },
    pages: { type: "string", default: "1000" },
  },
});
const [listings, rounds, pages] = [values.listings, values.rounds, values.pages].map(Number) as [
  number,
  number,
  number,
];
const AT_ONCE = 8;
/** How much of the limit each page may cost: rendered afresh, and out of the page cache. */
const ALLOWED = { list: { afresh: 1.3, kept: 0.2 }, listing: { afresh: 1.5, kept: 0.2 } };
const limitDir = join(root, "dist/limit");

await ensureInstalled(console.log);
await buildClient();
await buildWorker();
await buildWorker("bench/limit/worker.ts", limitDir);
const { dataDir } = await benchData(listings);
// Two workers on one database would lock each other out: a page would answer 500.
const limitData = join(root, ".data/bench-limit");
rmSync(limitData, { recursive: true, force: true });
cpSync(dataDir, limitData, { recursive: true });
const vars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });

type Target = { served: ServedWorker; pid: string };

/** What pages count is left out by it, so that the databases are only read. */
const UNSEEN = { "sec-purpose": "prefetch" };

/** One workerd of its own, over data of its own. */
async function start(data: string, bundleDir?: string, more: Record<string, string> = {}): Promise<Target> {
  const before = new Set(workerds());
  const served = await serveWorker({
    port: 0,
    directPort: 0,
    dataDir: data,
    vars: { ...vars, ...more },
    onLog() {},
    ...(bundleDir ? { bundleDir } : {}),
  });
  const [pid] = workerds().filter((one) => !before.has(one));
  if (!pid) throw new Error("No workerd was started");
  return { served, pid };
}

/** Ids of the workerd processes that this one started. */
const workerds = (): string[] =>
  readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const stat = statOf(pid);
    return stat?.name === "workerd" && stat.parent === process.pid;
  });

/** A process's parent and CPU time in clock ticks (proc_pid_stat(5)). */
function statOf(pid: string): { name: string; parent: number; ticks: number } | null {
  try {
    const [, name = "", rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) (.*)/s) ?? [];
    const fields = rest.split(" ").map(Number);
    return { name, parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
  } catch {
    return null;
  }
}

let asked = 0;

/**
 * CPU ticks for `pages` answers. With `afresh`, each request has its own address, so that no page comes from the cache.
 */
async function costOf({ served, pid }: Target, path: string, afresh: boolean): Promise<number> {
  const before = statOf(pid)?.ticks ?? 0;
  const joint = path.includes("?") ? "&" : "?";
  let left = pages;
  const ask = async () => {
    while (left-- > 0) {
      const url = `${served.directUrl}${path}${afresh ? `${joint}n=${asked++}` : ""}`;
      const answer = await fetch(url, { headers: UNSEEN });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return (statOf(pid)?.ticks ?? 0) - before;
}

const PAGES = {
  list: paths.listings({ subject: "m", county: "cj" }),
  listing: paths.listing("k000000000000042"),
};

/** The site's pages without their cards, in which the limit test places its own. */
async function shellsOf({ served }: Target): Promise<Record<string, string>> {
  const shells: Record<string, string> = {};
  for (const [name, path] of Object.entries(PAGES)) {
    const html = await (await fetch(served.directUrl + path, { headers: UNSEEN })).text();
    const end = "</article>";
    shells[`${name.toUpperCase()}_BEFORE`] = html.slice(0, html.indexOf("<article"));
    shells[`${name.toUpperCase()}_AFTER`] = html.slice(html.lastIndexOf(end) + end.length);
  }
  return shells;
}

const site = await start(dataDir);
const limit = await start(limitData, limitDir, await shellsOf(site));
let right = true;
try {
  const table: Record<string, Record<string, number | string>> = {};
  for (const name of ["list", "listing"] as const) {
    const path = PAGES[name];
    const ratios = { afresh: [] as number[], kept: [] as number[] };
    const ticks = { limit: [] as number[], afresh: [] as number[], kept: [] as number[] };
    // The first round warms isolates and SQLite, and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const base = await costOf(limit, path, true);
      const afresh = await costOf(site, path, true);
      const kept = await costOf(site, path, false);
      if (round === 0) continue;
      ticks.limit.push(base);
      ticks.afresh.push(afresh);
      ticks.kept.push(kept);
      ratios.afresh.push(afresh / base);
      ratios.kept.push(kept / base);
    }
    for (const kind of ["afresh", "kept"] as const) {
      const ratio = median(ratios[kind]);
      right &&= ratio <= ALLOWED[name][kind];
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
} finally {
  await Promise.all([site.served.stop(), limit.served.stop()]);
}
process.exitCode = right ? 0 : 1;
