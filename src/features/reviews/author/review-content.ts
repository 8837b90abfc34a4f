import type { reviews } from "@/db/schema";
import type { Level, ReviewAuthorRole } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reviewSchema } from "@/shared/schemas/review";
import type { ReviewAuthor } from "./review-author";

/** A review as a form or a JSON call sends it. */
export type SentReview = {
  rating: unknown;
  text: unknown;
  lessons: unknown;
  name: unknown;
  level?: unknown;
};

/** What an author writes, with what the review displays as its author. */
export type ReviewContent = Pick<
  typeof reviews.$inferSelect,
  "rating" | "text" | "lessons" | "level" | "authorName" | "authorRole"
>;

/** Levels whose learners are adults, who write for themselves. */
const ADULT_LEVELS: readonly Level[] = ["bc", "ms", "phd"];

/** Whether a review without a name is displayed as a learner's or a parent's, if the enquiry decides it; else null. */
export function findKnownRole({ isMinor, learnerWho }: ReviewAuthor): ReviewAuthorRole | null {
  if (isMinor) return "learner";
  return learnerWho && (learnerWho === "child" ? "parent" : "learner");
}

/** The same for any enquiry, by the level that the author chose. */
const findAuthorRole = (author: ReviewAuthor, level: Level | null): ReviewAuthorRole =>
  findKnownRole(author) ?? (!level || ADULT_LEVELS.includes(level) ? "learner" : "parent");

/** Validates a review. Refuses `invalid`, also for a name that the author doesn't have. */
export function parseReviewContent(author: ReviewAuthor, input: SentReview): Result<ReviewContent> {
  const validated = validate(reviewSchema, input);
  if (!validated.ok) return validated;
  const { rating, text, lessons, name, level = null } = validated.value;
  const authorName = name === "initial" ? author.displayedName : null;
  if (name === "initial" && authorName === null) return invalid([{ field: "name", code: "invalid_choice" }]);
  return ok({ rating, text, lessons, level, authorName, authorRole: findAuthorRole(author, level) });
}
