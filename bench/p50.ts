import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildClient } from "../dev/launch/client-build";
import { ensureInstalled } from "../dev/launch/install";
import { demoVars } from "../dev/launch/local-vars";
import { type ServedWorker, serveWorker } from "../dev/launch/serve-worker";
import { buildWorker } from "../dev/launch/worker-bundle";
import { paths } from "../src/shared/paths";
import { benchData } from "./data";
import { median } from "./median";

/*
 * How much slower the list page answers when the catalogue is a hundred times as large: the production bundle over both
 * catalogues, requested alternately, so that a noisy machine bothers both alike; which of them is asked first
 * changes from round to round. No page is asked for twice.
 */
const { values } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "300" },
  },
});
const rounds = Number(values.rounds);
/** Highest allowed ratio of the large catalogue's median to the small one's. */
const ALLOWED = 1.5;
/** Before what is measured, so that isolates and SQLite are warm. */
const WARM_UP = 30;

const PAGES = [
  paths.listings(),
  paths.listings({ subject: "m" }),
  paths.listings({ county: "cj" }),
  paths.listings({ subject: "m", county: "cj" }),
  paths.listings({ subject: "en", level: ["pe"], sort: "price" }),
  paths.listings({ online: true, max: 10_000 }),
];

await ensureInstalled(console.log);
await buildClient();
await buildWorker();
const [small, large] = [await serve(values.small), await serve(values.large)];
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await Promise.all([small.stop(), large.stop()]);
}

async function serve(listings: string): Promise<ServedWorker> {
  const { dataDir } = await benchData(Number(listings));
  const vars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });
  // The worker writes a line for each request; a terminal would be what is measured.
  return serveWorker({ port: 0, directPort: 0, dataDir, vars, onLog() {} });
}

/** Prints both medians for each page; false when a page exceeds its allowed ratio. */
async function measure(): Promise<boolean> {
  const table: Record<string, Record<string, number>> = {};
  let right = true;
  let asked = 0;
  for (const path of PAGES) {
    const took = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds + WARM_UP; round++) {
      const own = `${path}${path.includes("?") ? "&" : "?"}n=${asked++}`;
      const both =
        round % 2 === 0
          ? { small: await timed(small, own), large: await timed(large, own) }
          : { large: await timed(large, own), small: await timed(small, own) };
      if (round < WARM_UP) continue;
      took.small.push(both.small);
      took.large.push(both.large);
    }
    const [one, other] = [median(took.small), median(took.large)];
    right &&= other / one <= ALLOWED;
    table[path] = {
      [`p50 ms, ${values.small}`]: rounded(one),
      [`p50 ms, ${values.large}`]: rounded(other),
      ratio: rounded(other / one),
    };
  }
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`\n${rounds} answers to each page, alternating; allowed: ${ALLOWED}`);
  console.log(`Load of the machine in the last 1, 5 and 15 minutes: ${load.join(", ")}`);
  console.table(table);
  return right;
}

async function timed({ directUrl }: ServedWorker, path: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(directUrl + path, { headers: { "sec-purpose": "prefetch" } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - begun;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
