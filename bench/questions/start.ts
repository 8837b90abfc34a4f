import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { createAppConfig } from "../harness/app";
import { createAnswerConfig } from "../harness/floor";
import { FEW_LISTS } from "../harness/list-paths";
import { fetchPage } from "../harness/rounds";
import { startWorkerd, type WorkerdConfig } from "../harness/workerd";
import { median } from "../median";

type Options = { listings: number; starts: number };

/** The time from the start of the process to the first list page, in alternating starts. */
export async function run({ listings, starts }: Options): Promise<Figure[]> {
  const { dataDir } = await benchData(listings);
  const [app, answer] = [await createAppConfig("app", dataDir), await createAnswerConfig(dataDir)];
  const times: { app: number; answer: number }[] = [];
  for (let start = 0; start < starts; start++)
    times.push({ answer: await timeFirstPage(answer), app: await timeFirstPage(app) });
  const [appMs, answerMs] = [median(times.map((pair) => pair.app)), median(times.map((pair) => pair.answer))];
  return [
    {
      what: "first response of a new isolate, × a worker that only answers",
      value: median(times.map((pair) => pair.app / pair.answer)),
      bound: 1.8,
      note: `${Math.round(appMs)} ms, ${Math.round(answerMs)} ms`,
    },
  ];
}

async function timeFirstPage(config: WorkerdConfig): Promise<number> {
  const worker = await startWorkerd(config);
  try {
    await fetchPage(worker, FEW_LISTS[0] ?? "");
    return performance.now() - worker.startedAt;
  } finally {
    await worker.stop();
  }
}
