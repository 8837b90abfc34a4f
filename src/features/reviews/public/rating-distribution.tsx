import { usePage } from "@/ui/page-context";
import { RatingSummary } from "@/ui/rating";
import type { ReviewSummary } from "../queries";

/** The average and count, and how many reviews have each number of stars. */
export function RatingDistribution({ summary: { stars, ...rating } }: { summary: ReviewSummary }) {
  const { t } = usePage();
  const rows = stars.map((count, n) => ({ stars: n + 1, count })).reverse();
  return (
    <div className="rating-distribution">
      <p className="rating-distribution__summary">
        <RatingSummary {...rating} />
      </p>
      <ul className="list-plain">
        {rows.map((row) => (
          <li key={row.stars} className="rating-distribution__row">
            <span>{t.count("reviews.display.stars", row.stars)}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="8" className="rating-distribution__track" />
              <rect width={toPercent(row.count, rating.count)} height="8" />
            </svg>
            <span className="rating-distribution__count">
              <span aria-hidden="true">{t.number(row.count)}</span>
              <span className="visually-hidden">{t.count("general.rating.reviews", row.count)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const toPercent = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((100 * count) / total);
