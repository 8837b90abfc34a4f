import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { parseSearch } from "@/shared/schemas/search";
import type { Scope } from "./list/scope-facts";
import { slice } from "./matching/match-rows";
import { MAX_PROMOTED, onlyOnce, PROMOTED_STEP, promotedInRotation } from "./matching/rotation";

/** Listings of the home page: this hour's promoted ones, and the newest of the rest. */
export async function findHomeListings(
  ctx: Ctx,
  newest: number,
): Promise<{ promoted: ListingCardRow[]; newest: ListingCardRow[] }> {
  const { now } = ctx;
  const { filters } = parseSearch(new URLSearchParams());
  const limit = newest + MAX_PROMOTED;
  const latest = slice({ filters, now, from: null, backwards: false, limit });
  const cards = await loadListingCards(
    ctx,
    sql`select * from (${promotedInRotation("home", now, filters)}) union all select * from (${latest})`,
  );
  const promoted = onlyOnce(cards.filter(({ step }) => step === PROMOTED_STEP));
  const shown = new Set(promoted.map(({ num }) => num));
  return {
    promoted,
    newest: cards.filter(({ num, step }) => step !== PROMOTED_STEP && !shown.has(num)).slice(0, newest),
  };
}

/**
 * The newest listings of some subjects and counties, for pages that tell of them: a list for each, in one statement.
 * At most five, since D1 takes no longer compound select.
 */
export async function findEmbedded(
  ctx: Ctx,
  asked: readonly (Scope & { limit: number })[],
): Promise<ListingCardRow[][]> {
  if (asked.length === 0) return [];
  const { filters } = parseSearch(new URLSearchParams());
  const parts = asked.map(({ subject, county, limit }, place) => {
    const scope = { ...filters, county, subject: subject ? [subject] : [] };
    const found = slice({ filters: scope, now: ctx.now, from: null, backwards: false, limit });
    return sql`select num, ${sql.raw(String(place))} as step, place, metres from (${found})`;
  });
  const cards = await loadListingCards(ctx, sql.join(parts, sql` union all `));
  return asked.map((_, place) => cards.filter(({ step }) => step === place));
}
