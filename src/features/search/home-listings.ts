import type { Ctx } from "@/context";
import { boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { NO_FILTERS } from "@/shared/schemas/search";
import type { Scope } from "./counts/scopes";
import { buildRotationQuery, MAX_PROMOTED, splitPromoted } from "./matching/promotion-rotation";
import { buildSliceQuery } from "./matching/result-slices";

/** Listings of the home page: this hour's promoted ones, and the `limit` newest others. */
export async function listHomeListings(
  ctx: Ctx,
  limit: number,
): Promise<{ promoted: ListingCardRow[]; newest: ListingCardRow[] }> {
  const { now } = ctx;
  const newest = buildSliceQuery({
    filters: NO_FILTERS,
    now,
    cursor: null,
    isBackwards: false,
    limit: limit + MAX_PROMOTED,
  });
  const cards = await loadListingCards(
    ctx,
    boundSql`select * from (${buildRotationQuery("home", now, NO_FILTERS)}) union all select * from (${newest})`,
  );
  const { promoted, others } = splitPromoted(cards);
  return { promoted, newest: others.slice(0, limit) };
}

/**
 * The newest listings of each scope, for blog posts that embed lists. One statement. At most five scopes: D1 rejects
 * longer compound selects.
 */
export async function listNewestByScope(
  ctx: Ctx,
  scopes: readonly (Scope & { limit: number })[],
): Promise<ListingCardRow[][]> {
  if (scopes.length === 0) return [];
  const queries = scopes.map(({ subject, county, limit }, index) => {
    const scoped = { ...NO_FILTERS, county, subject: subject ? [subject] : [] };
    const newest = buildSliceQuery({
      filters: scoped,
      now: ctx.now,
      cursor: null,
      isBackwards: false,
      limit,
    });
    return boundSql`select num, ${constantSql(index)} as rank, position, meters, card from (${newest})`;
  });
  const cards = await loadListingCards(ctx, joinSql(queries, " union all "));
  return scopes.map((_, index) => cards.filter(({ rank }) => rank === index));
}
