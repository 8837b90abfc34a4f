import { type ListingDetails, toSimilarPrice, toSimilarSearch } from "@/features/listings";
import { type Level, toGradeLevel } from "@/shared/codes";

export type LearnerSearch = ReturnType<typeof toLearnerSearch>;

/** The exam at the end of a school level, and the grade that takes it. */
const EXAMS: { [level in Level]?: { exam: Level; finalGrade: number } } = {
  m: { exam: "pe", finalGrade: 8 },
  h: { exam: "pb", finalGrade: 12 },
};

/**
 * The search for other teachers for the learner of an enquiry about a listing. The learner of a listing that is online may
 * live anywhere, so it searches online. Its levels are those of the grade that the listing has, the exam for
 * the grade that takes it, else the level of the grade. Its price is at most a fifth above that of the listing.
 */
export function toLearnerSearch(
  listing: Parameters<typeof toSimilarSearch>[0] & Pick<ListingDetails, "online" | "pricePerHour">,
  grade: number | null,
) {
  const { levels, pricePerHour } = listing;
  const search = {
    ...toSimilarSearch(listing.online ? { ...listing, locations: [] } : listing),
    max: pricePerHour ? toSimilarPrice(pricePerHour) : null,
  };
  if (grade === null) return search;
  const level = toGradeLevel(grade);
  const { exam, finalGrade } = EXAMS[level] ?? {};
  const isExam =
    exam !== undefined && levels.includes(exam) && (grade === finalGrade || !levels.includes(level));
  return {
    ...search,
    level: [...(isExam && !levels.includes(level) ? [] : [level]), ...(isExam ? [exam] : [])],
  };
}
