import type { Figure } from "../figures";
import { createBoundFloorConfig } from "../harness/floor-configs";
import { FEW_LISTS } from "../harness/list-paths";
import { NO_USER_AGENT } from "../harness/load";
import { startWorkerd, type WorkerdConfig } from "../harness/workerd";
import { median } from "../median";

const STARTS = 9;

/**
 * The time from the start of the process to the first list page, in alternating starts. The bound is for a floor with
 * the app's bindings: with them, a worker that only answers "x" takes 1.8 times as long as the floor with a database
 * alone.
 */
export async function listColdStartFigures(
  app: WorkerdConfig,
  floor: WorkerdConfig,
  listings: number,
): Promise<Figure[]> {
  const configs = { app, floor, boundFloor: await createBoundFloorConfig(listings) };
  const times = { app: [] as number[], floor: [] as number[], boundFloor: [] as number[] };
  for (let start = 0; start < STARTS; start++) {
    for (const name of ["floor", "boundFloor", "app"] as const)
      times[name].push(await timeFirstPage(configs[name]));
  }
  const figure = (
    what: string,
    base: number[],
    bounds: { bound: number | null; aim: number | null },
  ): Figure => ({
    what,
    value: median(times.app.map((ms, start) => ms / (base[start] ?? Number.NaN))),
    ...bounds,
    note: `${Math.round(median(times.app))} ms, floor ${Math.round(median(base))} ms`,
  });
  return [
    figure("first response after a cold start, × floor with the same bindings", times.boundFloor, {
      bound: 1.7,
      aim: 1.35,
    }),
    figure("… × floor with a database only", times.floor, { bound: null, aim: null }),
  ];
}

async function timeFirstPage(config: WorkerdConfig): Promise<number> {
  const worker = await startWorkerd(config);
  try {
    const response = await fetch(worker.url + FEW_LISTS[0], { headers: NO_USER_AGENT });
    await response.arrayBuffer();
    if (response.status !== 200)
      throw new Error(`${config.name} answered ${response.status} after its start`);
    return performance.now() - worker.startedAt;
  } finally {
    await worker.stop();
  }
}
