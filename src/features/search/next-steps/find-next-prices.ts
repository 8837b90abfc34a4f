import type { Ctx } from "@/context";
import type { SearchFilters } from "@/shared/schemas/search";
import { findPrice } from "../matching/find-price";

/** The nearest prices outside of the range of a search that have a result, in whole lei an hour; null for none. */
export type NextPrices = { max: number | null; min: number | null };

/** The smallest unit of a price, in lei. */
export const BAN = 0.01;

/** Reads the next row of the order by price for each limit of the range. */
export async function findNextPrices(ctx: Ctx, filters: SearchFilters): Promise<NextPrices> {
  const { min, max } = filters;
  const [above, below] = await Promise.all([
    max === null ? null : findPrice(ctx, { ...filters, min: max + BAN, max: null, sort: "price" }),
    min === null ? null : findPrice(ctx, { ...filters, min: null, max: min - BAN, sort: "-price" }),
  ]);
  return {
    max: above === null ? null : Math.ceil(above / 100),
    min: below === null ? null : Math.floor(below / 100),
  };
}
