import { loadavg } from "node:os";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { createAppConfig } from "../harness/app";
import { withOwnAddress } from "../harness/list-paths";
import { fetchPage } from "../harness/rounds";
import { startWorkerd, type Workerd } from "../harness/workerd";
import { median } from "../median";

/** Rounds that are not measured, so that isolates and SQLite are warm. */
const WARM_UP = 30;

const PAGES = [
  paths.listings(),
  paths.listings({ subject: "m" }),
  paths.listings({ county: "cj" }),
  paths.listings({ subject: "m", county: "cj" }),
  paths.listings({ subject: "en", level: ["pe"], sort: "price" }),
  paths.listings({ online: true, max: 10_000 }),
];

type Options = { small: number; large: number; rounds: number };

/**
 * Requests both catalogues alternately, so that a noisy machine affects both alike. The first one alternates as well.
 */
export async function run(options: Options): Promise<Figure[]> {
  const start = async (listings: number) =>
    startWorkerd(await createAppConfig(`latency-${listings}`, (await benchData(listings)).dataDir));
  const [small, large] = [await start(options.small), await start(options.large)];
  try {
    return [await measure(small, large, options)];
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

/** Prints both medians of each page. */
async function measure(small: Workerd, large: Workerd, options: Options): Promise<Figure> {
  const table: Record<string, Record<string, number>> = {};
  const ratios: number[] = [];
  let requests = 0;
  for (const path of PAGES) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < options.rounds + WARM_UP; round++) {
      // Each URL is requested once, so no page comes from the cache.
      const url = withOwnAddress(path, requests++);
      const both =
        round % 2 === 0
          ? { small: await time(small, url), large: await time(large, url) }
          : { large: await time(large, url), small: await time(small, url) };
      if (round < WARM_UP) continue;
      times.small.push(both.small);
      times.large.push(both.large);
    }
    const medians = { small: median(times.small), large: median(times.large) };
    const ratio = medians.large / medians.small;
    ratios.push(ratio);
    table[path] = {
      [`p50 ms, ${options.small}`]: round2(medians.small),
      [`p50 ms, ${options.large}`]: round2(medians.large),
      ratio: round2(ratio),
    };
  }
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`\n${options.rounds} answers of each page, alternating`);
  console.log(`Load of the machine in the last 1, 5 and 15 minutes: ${load.join(", ")}`);
  console.table(table);
  return {
    what: `p50 of a list, ${options.large.toLocaleString("en")} over ${options.small.toLocaleString("en")} listings`,
    value: Math.max(...ratios),
    bound: 1.6,
    note: `the highest of ${PAGES.length} lists, lowest ${round2(Math.min(...ratios))}`,
  };
}

/** How long an answer takes (ms). */
async function time(worker: Workerd, path: string): Promise<number> {
  const started = performance.now();
  await fetchPage(worker, path);
  return performance.now() - started;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
