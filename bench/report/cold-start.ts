import type { Figure } from "../figures";
import { FEW_LISTS } from "../harness/list-paths";
import { NO_USER_AGENT } from "../harness/load";
import { startWorkerd, type WorkerdConfig } from "../harness/workerd";
import { median } from "../median";

const STARTS = 9;

/** The time from the start of the process to the first list page, in alternating starts. */
export async function listColdStartFigures(app: WorkerdConfig, floor: WorkerdConfig): Promise<Figure[]> {
  const times = { app: [] as number[], floor: [] as number[] };
  for (let start = 0; start < STARTS; start++) {
    times.floor.push(await timeFirstPage(floor));
    times.app.push(await timeFirstPage(app));
  }
  const ratios = times.app.map((ms, start) => ms / (times.floor[start] ?? Number.NaN));
  return [
    {
      what: "first response after a cold start, × floor",
      value: median(ratios),
      bound: 1.7,
      aim: 1.35,
      note: `${Math.round(median(times.app))} ms, floor ${Math.round(median(times.floor))} ms`,
    },
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
