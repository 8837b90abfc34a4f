import type { priceIndex, usualPrices } from "@/db/schema";
import { roundCells } from "@/features/prices/publish-price-index";
import { addMonths, toDay } from "@/shared/dates";

/** What the prices of the months before were, as shares of today's; the newest month first. */
const SCALES = [1, 0.97, 0.93];

/** The price index of the last months, each with the rows of all subjects, from today's usual prices. */
export const buildPriceIndex = (
  computed: readonly (typeof usualPrices.$inferSelect)[],
  now: number,
): (typeof priceIndex.$inferInsert)[][] =>
  SCALES.map((scale, n) => {
    const month = addMonths(`${toDay(now).slice(0, 7)}-01`, -1 - n).slice(0, 7);
    return computed.map(({ subject, cells }) => ({ month, subject, cells: roundCells(cells, scale) }));
  });
