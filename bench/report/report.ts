import { type Figure, printFigures } from "../figures";
import { createComparedConfigs, EXPIRED } from "../harness/cpu-ratios";
import { listCpuFigures } from "../questions/cpu";
import { listLatencyFigures } from "../questions/latency";
import { listRowFigures } from "../questions/rows";
import { MAX_COUNTED_ROWS, MAX_ROWS } from "../search-grid";
import { listColdStartFigures } from "./cold-start";
import { listFormScriptFigures } from "./form-script";
import { listWeightFigures } from "./page-weights";
import { listRoundTripFigures } from "./round-trips";

type Options = { listings: number; rounds: number; pages: number; sample: number; large: boolean };

const LARGE = 1_000_000;
const SMALL = 10_000;
const LATENCY_ROUNDS = 300;

/** Measures every figure with a bound, one part after another, and prints them as one table. */
export async function run({ large, sample, ...options }: Options): Promise<boolean> {
  const configs = await createComparedConfigs(options.listings);
  const cpu = await runPart("CPU", () => listCpuFigures(configs, options));
  const coldStart = await runPart("cold start", () =>
    listColdStartFigures(configs.app, configs.floor, options.listings),
  );
  const roundTrips = await runPart("round trips", () => listRoundTripFigures(options.listings));
  const weights = await runPart("bytes", () => listWeightFigures(configs.app));
  const formScript = await runPart("script of the form", () => listFormScriptFigures(configs.appDataDir));
  const largeFigures = large
    ? [
        ...(await runPart("rows read", () =>
          listRowFigures({ listings: LARGE, filters: 3, sample, expired: EXPIRED }),
        )),
        ...(await runPart("latency", () =>
          listLatencyFigures({ small: SMALL, large: LARGE, rounds: LATENCY_ROUNDS }),
        )),
      ]
    : [
        createMissing(
          `rows read, ${LARGE.toLocaleString("en")} listings, ${EXPIRED} expired: no words`,
          MAX_ROWS,
          200,
        ),
        createMissing(
          `rows read, ${LARGE.toLocaleString("en")} listings, ${EXPIRED} expired: words`,
          MAX_COUNTED_ROWS,
          1200,
        ),
        createMissing(
          `rows read, ${LARGE.toLocaleString("en")} listings, ${EXPIRED} expired: words next to a place, median`,
          1000,
          300,
        ),
        createMissing(
          `p50 of a list, ${LARGE.toLocaleString("en")} over ${SMALL.toLocaleString("en")} listings`,
          1.3,
          1.15,
        ),
      ];
  console.log(`\n${options.listings.toLocaleString("en")} listings\n`);
  return printFigures([...cpu, ...roundTrips, ...weights, ...coldStart, ...formScript, ...largeFigures]);
}

/** Says what is measured, because some parts take minutes. */
function runPart(name: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  console.log(`Measuring: ${name}`);
  return measure();
}

const createMissing = (what: string, bound: number, aim: number): Figure => ({
  what,
  value: null,
  bound,
  aim,
  note: "not measured: needs --large",
});
