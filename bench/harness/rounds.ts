import { median } from "../median";
import type { Workerd } from "./workerd";

/** Headers without a user agent: the app does not count impressions for such requests. */
export const NO_USER_AGENT = { "user-agent": "" };
export const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36",
};

const CONNECTIONS = 16;

type Headers = Record<string, string>;

/** Requests of one kind to a worker. */
export type Scenario = {
  name: string;
  worker: Workerd;
  /** The number of requests per round. */
  count: number;
  path(n: number): string;
  headers: Headers | (() => Headers);
  /** Called before each round, outside of the measurement. */
  prepare?(): Promise<void>;
};

/** CPU seconds per 1,000 requests of each scenario, one figure per round. */
export type Rounds = ReadonlyMap<string, readonly number[]>;

/**
 * Measures the scenarios in turn, in alternating order, so that a busy machine affects all alike. Only the worker that
 * is measured runs. The first round warms isolates and SQLite, and is not counted.
 */
export async function measureRounds(scenarios: readonly Scenario[], rounds: number): Promise<Rounds> {
  const figures = new Map(scenarios.map(({ name }) => [name, [] as number[]]));
  for (const { worker } of scenarios) worker.pause();
  for (let round = 0; round <= rounds; round++) {
    for (const scenario of round % 2 ? scenarios : scenarios.toReversed()) {
      const { worker } = scenario;
      worker.resume();
      await scenario.prepare?.();
      const cost = await measureCpu(scenario);
      worker.pause();
      if (round > 0) figures.get(scenario.name)?.push(cost);
    }
    console.log(round === 0 ? "Warm-up finished" : `Round ${round} of ${rounds} finished`);
  }
  for (const { worker } of scenarios) worker.resume();
  return figures;
}

/**
 * The CPU seconds of workerd for 1,000 requests.
 *
 * @throws Error that names the request that did not succeed
 */
async function measureCpu({ worker, count, path, headers }: Scenario): Promise<number> {
  const before = worker.cpuSeconds();
  let sentCount = 0;
  const sendRequests = async () => {
    while (sentCount < count)
      await fetchPage(worker, path(sentCount++), typeof headers === "function" ? headers() : headers);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRequests));
  return ((worker.cpuSeconds() - before) * 1000) / count;
}

/** @throws Error if the status is not 200 */
export async function fetchPage(
  { url, name }: Workerd,
  path: string,
  headers: Headers = NO_USER_AGENT,
): Promise<string> {
  const response = await fetch(url + path, { redirect: "manual", headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name} answered ${path} with status ${response.status}`);
  return text;
}

/** The median of the ratios of each round: rounds that are close in time share the state of the machine. */
export function computeRatio(figures: Rounds, name: string, base: string): number {
  const baseCosts = figures.get(base) ?? [];
  return median((figures.get(name) ?? []).map((cost, round) => cost / (baseCosts[round] ?? Number.NaN)));
}
