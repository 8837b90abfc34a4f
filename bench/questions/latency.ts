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
    return await measure(small, large, options);
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

async function measure(small: Workerd, large: Workerd, options: Options): Promise<Figure[]> {
  const figures: Figure[] = [];
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
    const [smallMs, largeMs] = [median(times.small), median(times.large)];
    figures.push({
      what: `p50 of ${path}, ${options.large} over ${options.small} listings`,
      value: largeMs / smallMs,
      bound: 1.6,
      note: `${largeMs.toFixed(1)} ms, ${smallMs.toFixed(1)} ms`,
    });
  }
  return figures;
}

/** How long an answer takes (ms). */
async function time(worker: Workerd, path: string): Promise<number> {
  const started = performance.now();
  await fetchPage(worker, path);
  return performance.now() - started;
}
