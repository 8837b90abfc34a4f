import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { parseSearch } from "@/shared/schemas/search";
import { slice } from "./entries";
import { MAX_PROMOTED, onlyOnce, PROMOTED_STEP, promotedInRotation } from "./rotation";

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
