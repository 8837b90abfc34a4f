import { rmSync } from "node:fs";
import { openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect } from "../../src/db/client";
import { storeSearchWords } from "../../src/features/search/correction/refresh-search-words";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import { type CorrectQuery, listCorrectQueries } from "../correction/correct-queries";
import { listHeldOutQueries } from "../correction/held-out-queries";
import { findMisspelled, type Outcome, searchAsPage } from "../correction/measure";
import { MISSPELLINGS } from "../correction/misspellings";
import { type Figure, printFigures } from "../figures";
import { copyData } from "../harness/app-configs";
import { createRowCounter } from "../row-counter";
import { MAX_COUNTED_ROWS } from "../search-grid";
import { siteVars } from "../serve-bundle";

/** Largest share of misspelled searches that do not find what was meant, and of correct ones that are changed (%). */
const MAX_MISSED = 5;
const MAX_CHANGED = 1;

/** Prints the shares, and the searches behind them. Returns false above a bound. */
export async function run({ listings }: { listings: number }): Promise<boolean> {
  const { dataDir, now } = await benchData(listings);
  const copy = copyData(dataDir, "correction");
  const data = await openLocalData(copy);
  try {
    const ctx = { db: connect(data.db as unknown as Parameters<typeof connect>[0]), now } as Ctx;
    await storeSearchWords(ctx);
    const countRows = createRowCounter(data.db, siteVars, now);
    return printFigures([
      await measureMisspellings(ctx),
      await measureCorrectQueries(ctx, "correct searches that are changed (%)", listCorrectQueries()),
      await measureCorrectQueries(
        ctx,
        "held-out correct searches that are changed (%)",
        listHeldOutQueries(),
      ),
      await measureRows(async (q) => (await countRows(paths.listings({ q }))).rows),
    ]);
  } finally {
    await data.close();
    rmSync(copy, { recursive: true });
  }
}

async function measureMisspellings(ctx: Ctx): Promise<Figure> {
  const outcomes: Outcome[] = [];
  for (const pair of MISSPELLINGS) outcomes.push(await findMisspelled(ctx, pair));
  const missed = outcomes.filter(({ isFound }) => !isFound);
  for (const { typed, searched, meant } of missed)
    console.log(`not found: "${typed}" searched for "${searched}" instead of "${meant}"`);
  return {
    what: "misspelled searches that do not find what was meant (%)",
    value: (100 * missed.length) / outcomes.length,
    bound: MAX_MISSED,
    aim: 3,
    note: `${missed.length} of ${outcomes.length}`,
  };
}

async function measureCorrectQueries(
  ctx: Ctx,
  what: string,
  queries: readonly CorrectQuery[],
): Promise<Figure> {
  let changed = 0;
  for (const { kind, q } of queries) {
    const { corrected } = await searchAsPage(ctx, q);
    if (!corrected) continue;
    changed++;
    console.log(`changed, ${kind}: "${q}" became "${corrected.to}"`);
  }
  return {
    what,
    value: (100 * changed) / queries.length,
    bound: MAX_CHANGED,
    aim: 0.5,
    note: `${changed} of ${queries.length}`,
  };
}

/** Searches with words of the vocabulary and of the catalogue that find many listings. */
const EXPENSIVE = [
  "matemtica",
  "exercitti matemtica",
  "gramtica",
  "conversatte engkeza",
  "limba engleza recaptulare",
];

async function measureRows(countRows: (q: string) => Promise<number>): Promise<Figure> {
  const readings: { q: string; rows: number }[] = [];
  for (const q of EXPENSIVE) readings.push({ q, rows: await countRows(q) });
  const [most] = readings.sort((a, b) => b.rows - a.rows);
  return {
    what: "rows read by the page of a corrected search, most",
    value: most?.rows ?? null,
    bound: MAX_COUNTED_ROWS,
    aim: MAX_COUNTED_ROWS,
    note: `"${most?.q}"`,
  };
}
