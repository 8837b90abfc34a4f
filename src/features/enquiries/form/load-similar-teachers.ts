import type { Ctx } from "@/context";
import { listListings, listSimilarListings, toSimilarPrice, toSimilarSearch } from "@/features/listings";
import { toRecipientsSql } from "../queries";
import type { SimilarTeachersProps } from "./similar-teachers";

const MAX_TEACHERS = 3;

/**
 * Other teachers for the sender of a message about these listings, without those whom the sender wrote to before. `sent`
 * fills in the form to write to them. `provenAddress` is that of a guest who proved it.
 */
export async function loadSimilarTeachers(
  ctx: Ctx,
  listingIds: readonly string[],
  sent: SimilarTeachersProps["sent"],
  provenAddress: string | null,
): Promise<SimilarTeachersProps> {
  const [cards, [first]] = await Promise.all([
    listSimilarListings(ctx, listingIds, MAX_TEACHERS, toRecipientsSql(ctx, provenAddress)),
    listListings(ctx, listingIds.slice(0, 1)),
  ]);
  const search = first ? toSimilarSearch(first) : {};
  const maxPrice = cards.length > 0 && first?.pricePerHour ? toSimilarPrice(first.pricePerHour) : null;
  const county = first && first.locations.length > 0 ? first.county : null;
  return { cards, county, now: ctx.now, search: maxPrice ? { ...search, max: maxPrice } : search, sent };
}
