import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { parseSearch } from "@/shared/schemas/search";
import { slice } from "./entries";
import type { Scope } from "./scope-facts";

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
