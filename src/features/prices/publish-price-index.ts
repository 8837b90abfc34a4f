import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { priceIndex, usualPrices } from "@/db/schema";
import { SUBJECTS } from "@/shared/codes";
import { addDays, addMonths, type Day, startOfDay, toDay } from "@/shared/dates";
import { type PriceCells, roundUsualPrice } from "@/shared/price-cells";
import type { Month } from "./price-index";

/** A month is published in the first nights after it, or never. */
const PUBLICATION_DAYS = 7;

/** The month that a run on this day may publish: the one that ended last, because prices are close to those of its end. */
export function findPublishableMonth(day: Day): { month: Month; end: Day } | null {
  const end = `${day.slice(0, 7)}-01`;
  return day < addDays(end, PUBLICATION_DAYS) ? { month: addMonths(end, -1).slice(0, 7), end } : null;
}

/**
 * Publishes the month that ended last, from usual prices that were all computed after its end, if it is not published
 * yet.
 */
export async function publishPriceIndex({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const publishable = findPublishableMonth(toDay(now));
  if (!publishable) return;
  const { month } = publishable;
  const computed = await db.select().from(usualPrices);
  const ended = startOfDay(publishable.end);
  if (computed.length < SUBJECTS.length || computed.some(({ computedTs }) => computedTs < ended)) return;
  const rows = computed.map(({ subject, cells }) => [subject, roundCells(cells)]);
  // One statement, so that of two runs only one publishes.
  await db.run(sql`
    insert into ${priceIndex} (month, subject, cells)
    select ${month}, value ->> 0, value -> 1 from json_each(${JSON.stringify(rows)})
    where not exists (select 1 from ${priceIndex} where month = ${month})`);
}

/** The cells of the index: prices are rounded. `scale` changes the prices of demonstration data. */
export function roundCells(cells: PriceCells, scale = 1): PriceCells {
  const rounded = structuredClone(cells);
  for (const byLevel of Object.values(rounded))
    for (const cell of Object.values(byLevel))
      for (const n of [1, 2, 3] as const) cell[n] = roundUsualPrice(cell[n] * scale);
  return rounded;
}
