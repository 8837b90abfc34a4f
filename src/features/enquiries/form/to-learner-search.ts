import { type ListingDetails, toSimilarSearch } from "@/features/listings";
import { toGradeLevel } from "@/shared/codes";

export type LearnerSearch = ReturnType<typeof toSimilarSearch>;

/**
 * The search for other teachers for the learner of an enquiry about a listing. The learner of a listing that is online may
 * live anywhere, so it searches online. Of the listing's levels only that of the grade counts, if it is one of them.
 */
export function toLearnerSearch(
  listing: Parameters<typeof toSimilarSearch>[0] & Pick<ListingDetails, "online">,
  grade: number | null,
): LearnerSearch {
  const level = grade === null ? null : toGradeLevel(grade);
  return {
    ...toSimilarSearch(listing.online ? { ...listing, locations: [] } : listing),
    ...(level && listing.levels.includes(level) ? { level: [level] } : {}),
  };
}
