import { median } from "../median";
import { type Load, measureCpu } from "./load";
import type { Workerd } from "./workerd";

/** `count` is the number of requests per round. */
export type Scenario = Load & {
  name: string;
  worker: Workerd;
  /** Called before each round, outside of the measurement. */
  prepare?(): Promise<void>;
};

/** CPU seconds per 1,000 requests of each scenario, one figure per round. */
export type Rounds = ReadonlyMap<string, readonly number[]>;

/**
 * Measures the scenarios in turn, in alternating order, so that a busy machine affects all alike. Only the worker that
 * is measured runs. The first round warms isolates and SQLite, and is not counted.
 */
export async function measureRounds(
  scenarios: readonly Scenario[],
  rounds: number,
  log: (line: string) => void,
): Promise<Rounds> {
  const figures = new Map(scenarios.map(({ name }) => [name, [] as number[]]));
  for (const { worker } of scenarios) worker.pause();
  for (let round = 0; round <= rounds; round++) {
    for (const scenario of round % 2 ? scenarios : scenarios.toReversed()) {
      const { worker } = scenario;
      worker.resume();
      await scenario.prepare?.();
      const cost = await measureCpu(worker, scenario);
      worker.pause();
      if (round > 0) figures.get(scenario.name)?.push(cost);
    }
    log(round === 0 ? "Warm-up finished" : `Round ${round} of ${rounds} finished`);
  }
  for (const { worker } of scenarios) worker.resume();
  return figures;
}

/** The median of the ratios of each round: rounds that are close in time share the state of the machine. */
export function computeRatio(figures: Rounds, name: string, base: string): number {
  const baseCosts = figures.get(base) ?? [];
  return median((figures.get(name) ?? []).map((cost, round) => cost / (baseCosts[round] ?? Number.NaN)));
}
