import type { Level, ReviewLessons } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import texts from "./reviews.json";

export type ReviewText = {
  rating: 1 | 2 | 3 | 4 | 5;
  locale?: Locale;
  /** `{s}` is the subject after "la"; `[domnul|doamna]` the form for the teacher. */
  text: string;
  /** Who wrote it, if the text says so. */
  role?: "parent" | "learner";
  /** How many lessons, if the text says so. */
  lessons?: ReviewLessons;
  /** The level that the text is about. */
  level?: Level;
};

/** Most of them good, as in life. */
export const REVIEW_TEXTS = texts.reviews as readonly ReviewText[];
/** Answers of teachers to five stars, and to fewer. */
export const REVIEW_REPLIES = texts.replies;
/** A review that waits for an admin, because it has a phone number. */
export const HELD_REVIEW = texts.held as ReviewText;
/** A review that waits, because it came from the network of its teacher. */
export const SAME_NETWORK_REVIEW = texts.sameNetwork as Required<
  Pick<ReviewText, "rating" | "text" | "lessons">
>;
/** A review that its teacher reported, and the report. */
export const REPORTED_REVIEW = texts.reported as ReviewText & { report: string };
