import type { Level, ReviewAuthorRole } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import type { ReviewInput } from "@/shared/schemas/review";
import type { ReviewAuthor } from "./review-author";

/** Levels whose learners are adults, who write for themselves. */
const ADULT_LEVELS: readonly Level[] = ["bc", "ms", "phd"];

/** Whether a review without a name is displayed as a learner's or a parent's. */
export const findAuthorRole = (
  { isMinor }: Pick<ReviewAuthor, "isMinor">,
  level: Level | null | undefined,
): ReviewAuthorRole => (isMinor || !level || ADULT_LEVELS.includes(level) ? "learner" : "parent");

/** What a review displays as its author. Refuses `invalid` for a name that the author doesn't have. */
export function toDisplayedAuthor(
  author: Pick<ReviewAuthor, "displayedName" | "isMinor">,
  { name, level }: Pick<ReviewInput, "name" | "level">,
): Result<{ authorName: string | null; authorRole: ReviewAuthorRole }> {
  if (name === "initial" && author.displayedName === null)
    return invalid([{ field: "name", code: "invalid_choice" }]);
  return ok({
    authorName: name === "initial" ? author.displayedName : null,
    authorRole: findAuthorRole(author, level),
  });
}
