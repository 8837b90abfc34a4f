import type { Ctx } from "@/context";
import { listListings, listSimilarListings } from "@/features/listings";
import { toRecipientsSql } from "../queries";
import type { SimilarTeachersProps } from "./similar-teachers";
import { toLearnerSearch } from "./to-learner-search";

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
  const [first] = await listListings(ctx, listingIds.slice(0, 1));
  const grade = sent["learner.grade"];
  const search = first ? toLearnerSearch(first, grade ? Number(grade) : null) : null;
  const cards = await listSimilarListings(ctx, listingIds, MAX_TEACHERS, {
    excluded: toRecipientsSql(ctx, provenAddress),
    levels: grade ? (search?.level ?? null) : null,
  });
  const county = search?.county ?? null;
  // Without a card, nobody is within the price.
  const max = cards.length > 0 ? (search?.max ?? null) : null;
  return { cards, county, now: ctx.now, search: { ...search, max }, sent };
}
