import { formatAverage, formatNumber } from "@/shared/format";
import { paths } from "@/shared/paths";
import { formatRating, summarizeRating } from "@/shared/rating";
import { RATING_RANGE, type RatingJson } from "@/shared/schemas/review";
import { usePage } from "./page-context";

/** The stars of a review, as text for screen readers. */
export function RatingStars({ value }: { value: number }) {
  const { t } = usePage();
  return (
    <span className="rating-stars">
      <span aria-hidden="true">
        {"★".repeat(value)}
        <span className="rating-stars__empty">{"☆".repeat(RATING_RANGE.max - value)}</span>
      </span>
      <span className="visually-hidden">{t("general.rating.outOf", { value })}</span>
    </span>
  );
}

/** A teacher's rating: "★ 4.8 · 12 reviews", "2 reviews" without an average, nothing without reviews. */
export function RatingSummary({ average, count }: RatingJson) {
  const { t } = usePage();
  const texts = formatRating(t, { average, count });
  if (!texts?.average) return texts && <span className="rating-summary">{texts.count}</span>;
  return (
    <span className="rating-summary">
      <span aria-hidden="true">
        <strong>{texts.average}</strong> · {texts.count}
      </span>
      <span className="visually-hidden">{texts.label}</span>
    </span>
  );
}

/** The rating of a card: "★ 4.8 (12)", or "2 reviews" without an average. The word "reviews" is for screen readers. */
export function CardRating(rated: { reviewCount: number; ratingSum: number }) {
  const { t, locale } = usePage();
  const { average, count } = summarizeRating(rated);
  if (count === 0) return null;
  if (average === null)
    return <span className="rating-summary">{t.count("general.rating.reviews", count)}</span>;
  return (
    <span className="rating-summary">
      <strong>{formatAverage(average, locale)}</strong>
      <span className="visually-hidden">{` ${t("general.card.outOf")}`}</span>
      {` (${formatNumber(count, locale)}`}
      <span className="visually-hidden">{` ${t.count("general.card.reviews", count)}`}</span>)
    </span>
  );
}

/** A teacher's own rating as a link to the reviews about them; nothing without reviews. */
export function OwnRatingLink({ rating }: { rating: RatingJson }) {
  const { url } = usePage();
  if (rating.count === 0) return null;
  return (
    <p>
      <a href={url(paths.ownReviews())}>
        <RatingSummary {...rating} />
      </a>
    </p>
  );
}
