import { formatRating, type RatingTexts } from "@/shared/rating";
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
  return (
    texts && <RatingLabel texts={texts.average === null ? texts : { ...texts, count: `· ${texts.count}` }} />
  );
}

/** A rating from its texts, for cards, which are filled templates and show the count as "(12)". */
export function RatingLabel({ texts: { average, count, label } }: { texts: RatingTexts }) {
  if (average === null) return <span className="rating-summary">{count}</span>;
  return (
    <span className="rating-summary">
      <span aria-hidden="true">
        <span className="rating-summary__star">★</span> <strong>{average}</strong> {count}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
