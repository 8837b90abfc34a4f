import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { HOME_SCOPE, type ListingCard, listingCards } from "@/features/listings";
import { parseSearch } from "@/shared/schemas/search";
import { drawn, PROMOTED_PLACES } from "./draw";
import { slice } from "./entries";

/** What the home page shows of the catalogue: this hour's draw of its promoted strip, and the newest of the rest. */
export async function findFrontListings(
  ctx: Ctx,
  newest: number,
): Promise<{ promoted: ListingCard[]; newest: ListingCard[] }> {
  const { now } = ctx;
  const { filters } = parseSearch(new URLSearchParams());
  const limit = newest + PROMOTED_PLACES;
  const latest = slice({ filters, now, from: null, backwards: false, limit });
  const cards = await listingCards(ctx, {
    source: sql`select * from (${drawn([HOME_SCOPE], PROMOTED_PLACES, now)})
      union all select num, ${limit} - row_number() over (order by key) as place from (${latest})`,
  });
  const promoted = cards.filter((card) => card.place < 0);
  const shown = new Set(promoted.map((card) => card.num));
  return {
    promoted,
    newest: cards.filter((card) => card.place >= 0 && !shown.has(card.num)).slice(0, newest),
  };
}
