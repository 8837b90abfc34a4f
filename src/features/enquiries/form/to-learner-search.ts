import { type ListingDetails, toSimilarSearch } from "@/features/listings";
import { type Level, toGradeLevel } from "@/shared/codes";

export type LearnerSearch = ReturnType<typeof toSimilarSearch>;

/** The exam at the end of a school level. */
const EXAMS: { [level in Level]?: Level } = { m: "pe", h: "pb" };

/**
 * The search for other teachers for the learner of an enquiry about a listing. The learner of a listing that is online may
 * live anywhere, so it searches online. Its level is that of the grade, or its exam if the listing is only about that.
 */
export function toLearnerSearch(
  listing: Parameters<typeof toSimilarSearch>[0] & Pick<ListingDetails, "online">,
  grade: number | null,
): LearnerSearch {
  const search = toSimilarSearch(listing.online ? { ...listing, locations: [] } : listing);
  if (grade === null) return search;
  const level = toGradeLevel(grade);
  return {
    ...search,
    level: [[level, EXAMS[level]].find((code) => code && listing.levels.includes(code)) ?? level],
  };
}
