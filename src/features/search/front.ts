import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCard, listingCards } from "@/features/listings";
import { parseSearch } from "@/shared/schemas/search";
import { drawn, onlyOnce, PROMOTED_PLACES, PROMOTED_STEP } from "./draw";
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
  const cards = await listingCards(
    ctx,
    sql`select * from (${drawn("home", now, filters)}) union all select * from (${latest})`,
  );
  const promoted = onlyOnce(cards.filter(({ step }) => step === PROMOTED_STEP));
  const shown = new Set(promoted.map(({ num }) => num));
  return {
    promoted,
    newest: cards.filter(({ num, step }) => step !== PROMOTED_STEP && !shown.has(num)).slice(0, newest),
  };
}
