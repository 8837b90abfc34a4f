import type { Ctx } from "@/context";
import { NUMS_PER_KEY } from "@/db/search-positions";
import type { SearchFilters } from "@/shared/schemas/search";
import { buildSliceQuery } from "./result-slices";

/** The lowest and the highest price of the matches (bani an hour); null without matches. Reads two rows. */
export async function findPriceRange(
  ctx: Ctx,
  filters: SearchFilters,
): Promise<{ from: number; to: number } | null> {
  const [from, to] = await Promise.all([
    findPrice(ctx, { ...filters, sort: "price" }),
    findPrice(ctx, { ...filters, sort: "-price" }),
  ]);
  return from === null || to === null ? null : { from, to };
}

/** The price (bani an hour) of the first match in an order by price. */
export async function findPrice({ db, now }: Ctx, filters: SearchFilters): Promise<number | null> {
  const slice = { filters, now, cursor: null, isBackwards: false, limit: 1 };
  const [row] = await db.read<{ position: number }>(buildSliceQuery(slice));
  return row ? Math.floor(Math.abs(row.position) / NUMS_PER_KEY) : null;
}
