import type { Ctx } from "@/context";
import { listListings, listSimilarListings, toSimilarSearch } from "@/features/listings";
import type { SimilarTeachersProps } from "./similar-teachers";

const MAX_TEACHERS = 3;

/** Other teachers for the sender of a message about these listings. `sent` fills in the form to write to them. */
export async function loadSimilarTeachers(
  ctx: Ctx,
  listingIds: readonly string[],
  sent: SimilarTeachersProps["sent"],
): Promise<SimilarTeachersProps> {
  const [cards, [first]] = await Promise.all([
    listSimilarListings(ctx, listingIds, MAX_TEACHERS),
    listListings(ctx, listingIds.slice(0, 1)),
  ]);
  return { cards, now: ctx.now, search: first ? toSimilarSearch(first) : {}, sent };
}
