import { loadavg } from "node:os";
import { type Figure, printFigures } from "../figures";
import {
  type ComparedConfigs,
  createComparedConfigs,
  EXPIRED,
  measureCpuRatios,
} from "../harness/cpu-ratios";

type Options = { listings: number; rounds: number; pages: number };

export async function run(options: Options): Promise<boolean> {
  return printFigures(await listCpuFigures(await createComparedConfigs(options.listings), options));
}

/** CPU of a page as a multiple of the floor's page (`bench/floor`), each in its own workerd. */
export async function listCpuFigures(configs: ComparedConfigs, options: Options): Promise<Figure[]> {
  const { ratio, cost } = await measureCpuRatios(configs, options, console.log);
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`Load of the machine in the last 1, 5 and 15 minutes: ${load.join(", ")}`);
  const figure = (
    what: string,
    scenario: string,
    [bound, aim]: readonly [number | null, number | null] = [null, null],
    base = "floor list",
  ): Figure => ({
    what,
    value: ratio(scenario, base),
    bound,
    aim,
    note: `${cost(scenario).toFixed(2)} ms of CPU, floor ${cost(base).toFixed(2)} ms`,
  });
  const uncached = [2.2, 1.25] as const;
  const sameBytes = "same bytes list";
  return [
    figure("list, uncached, 648 lists in turn, × floor", "list, 648 lists", uncached),
    figure("… × floor with the same bytes", "list, 648 lists", undefined, sameBytes),
    figure("… from browsers, impressions counted, × floor", "list, browsers", uncached),
    figure("… for a visitor with a shortlist of 50, × floor", "list, shortlist", uncached),
    figure(`… with ${EXPIRED} expired rows, × floor`, "list, expired rows", uncached),
    figure("list, uncached, 15 lists in turn, × floor", "list, few lists", [1.8, 1.15]),
    figure("… × floor with the same bytes", "list, few lists", undefined, sameBytes),
    figure("list, cached, × floor", "list, cached", [0.15, 0.08]),
    figure("listing, uncached, × floor's listing", "listing", [4, 2.5], "floor listing"),
    figure("listing, cached, × floor's listing", "listing, cached", [0.5, 0.3], "floor listing"),
    figure("home, uncached, × floor's list", "home", [2.2, 1.5]),
    figure("profile, signed in, × floor's list", "profile", [1.8, 1.3]),
    figure("sign-in that succeeds, × floor's list", "sign-in"),
  ];
}
