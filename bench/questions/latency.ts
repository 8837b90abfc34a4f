import { loadavg } from "node:os";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import { type Figure, printFigures } from "../figures";
import { median } from "../median";
import { type BenchWorker, PREFETCH, serveBundle } from "../serve-bundle";

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

/** Texts as they are typed: beginnings of subjects, counties and names, and a mistyped word. */
const TYPED = [
  "m",
  "mate",
  "mate bac",
  "engleza clu",
  "bucur",
  "ana",
  "popes",
  "pian cl",
  "mate sub 100",
  "matemtica",
];

type Options = { small: number; large: number; rounds: number };

export async function run(options: Options): Promise<boolean> {
  return printFigures(await listLatencyFigures(options));
}

/**
 * Requests both catalogues alternately, so that a noisy machine affects both alike. The first one alternates as well.
 */
export async function listLatencyFigures(options: Options): Promise<Figure[]> {
  const small = await serveBundle((await benchData(options.small)).dataDir);
  const large = await serveBundle((await benchData(options.large)).dataDir);
  try {
    return [...(await measure(small, large, options)), await measureSuggestions(large, options)];
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

/** Prints both medians of each page. */
async function measure(small: BenchWorker, large: BenchWorker, options: Options): Promise<Figure[]> {
  const table: Record<string, Record<string, number>> = {};
  const ratios: number[] = [];
  let requests = 0;
  for (const path of PAGES) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < options.rounds + WARM_UP; round++) {
      // Each URL is requested once, so no page comes from the cache.
      const url = `${path}${path.includes("?") ? "&" : "?"}n=${requests++}`;
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
  return [
    {
      what: `p50 of a list, ${options.large.toLocaleString("en")} over ${options.small.toLocaleString("en")} listings`,
      value: Math.max(...ratios),
      bound: 1.3,
      aim: 1.15,
      note: `the highest of ${PAGES.length} lists, lowest ${round2(Math.min(...ratios))}`,
    },
  ];
}

/** Requests suggestions and the plain list alternately. */
async function measureSuggestions(worker: BenchWorker, { large, rounds }: Options): Promise<Figure> {
  const ratios: number[] = [];
  const medians: number[] = [];
  for (const q of TYPED) {
    const times = { list: [] as number[], suggestions: [] as number[] };
    for (let round = 0; round < rounds + WARM_UP; round++) {
      const list = () => time(worker, `${paths.listings()}?n=s${q.length}${round}`);
      const suggestions = () => time(worker, `${paths.apiSuggestions({ q })}&n=${round}`);
      const both =
        round % 2 === 0
          ? { list: await list(), suggestions: await suggestions() }
          : { suggestions: await suggestions(), list: await list() };
      if (round < WARM_UP) continue;
      times.list.push(both.list);
      times.suggestions.push(both.suggestions);
    }
    medians.push(median(times.suggestions));
    ratios.push(median(times.suggestions) / median(times.list));
  }
  console.table(
    TYPED.map((q, n) => ({ q, "p50 ms": round2(medians[n] ?? 0), "× list": round2(ratios[n] ?? 0) })),
  );
  return {
    what: `p50 of suggestions over that of the list, ${large.toLocaleString("en")} listings`,
    value: Math.max(...ratios),
    bound: 1,
    aim: 0.8,
    note: `the highest of ${TYPED.length} texts, lowest ${round2(Math.min(...ratios))}`,
  };
}

/** How long an answer takes (ms). */
async function time({ url }: BenchWorker, path: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url + path, { headers: PREFETCH });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - started;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
