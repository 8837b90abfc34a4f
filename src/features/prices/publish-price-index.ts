import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type PriceCell, type PriceCells, priceIndex, usualPrices } from "@/db/schema";
import { SUBJECTS } from "@/shared/codes";
import { addDays, addMonths, startOfDay, toDay } from "@/shared/dates";

/** Prices of the index are rounded to this (bani). */
export const INDEX_PRICE_STEP = 500;
/** A month is published in the first nights after it, or never. */
export const PUBLICATION_DAYS = 7;

/**
 * Publishes the month that ended last, from usual prices that were all computed after its end. Does nothing if it is
 * published, and from its eighth day on, because the prices are no longer those of its end.
 */
export async function publishPriceIndex({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const today = toDay(now);
  const firstDay = `${today.slice(0, 7)}-01`;
  if (today >= addDays(firstDay, PUBLICATION_DAYS)) return;
  const month = addMonths(firstDay, -1).slice(0, 7);
  const computed = await db.select().from(usualPrices);
  const ended = startOfDay(firstDay);
  if (computed.length < SUBJECTS.length || computed.some(({ computedTs }) => computedTs < ended)) return;
  const rows = computed.map(({ subject, cells }) => [subject, roundCells(cells)]);
  // One statement, so that of two runs only one publishes.
  await db.run(sql`
    insert into ${priceIndex} (month, subject, cells)
    select ${month}, value ->> 0, value -> 1 from json_each(${JSON.stringify(rows)})
    where not exists (select 1 from ${priceIndex} where month = ${month})`);
}

const roundCells = (cells: PriceCells): PriceCells =>
  mapValues(cells, (byLevel) => mapValues(byLevel, roundCell));

const roundCell = ([teachers, ...prices]: PriceCell): PriceCell => [
  teachers,
  ...(prices.map((price) => Math.round(price / INDEX_PRICE_STEP) * INDEX_PRICE_STEP) as [
    number,
    number,
    number,
  ]),
];

const mapValues = <K extends string, V>(
  record: { [key in K]?: V },
  map: (value: V) => V,
): { [key in K]?: V } =>
  Object.fromEntries(Object.entries<V>(record as Record<K, V>).map(([key, value]) => [key, map(value)])) as {
    [key in K]?: V;
  };
