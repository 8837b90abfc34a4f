import { formatAverage } from "./format";
import type { Translator } from "./i18n/translator";
import type { RatingJson } from "./schemas/review";

/** Fewer reviews say too little for an average. */
export const MIN_REVIEWS_FOR_AVERAGE = 3;

/** The rating of a teacher from the number of published reviews and the sum of their ratings. */
export function summarizeRating({
  reviewCount,
  ratingSum,
}: {
  reviewCount: number;
  ratingSum: number;
}): RatingJson {
  const hasAverage = reviewCount >= MIN_REVIEWS_FOR_AVERAGE;
  return { average: hasAverage ? Math.round((ratingSum * 10) / reviewCount) / 10 : null, count: reviewCount };
}

export type RatingTexts = {
  /** "4.8"; null if there are too few reviews for an average. */
  average: string | null;
  /** "12 reviews" */
  count: string;
  /** For screen readers: "4.8 out of 5, 12 reviews", or the count alone. */
  label: string;
};

/** The texts of a rating; null without reviews. */
export function formatRating(t: Translator, { average, count }: RatingJson): RatingTexts | null {
  if (count === 0) return null;
  const reviews = t.count("general.rating.reviews", count);
  if (average === null) return { average: null, count: reviews, label: reviews };
  const value = formatAverage(average, t.locale);
  return { average: value, count: reviews, label: `${t("general.rating.outOf", { value })}, ${reviews}` };
}
