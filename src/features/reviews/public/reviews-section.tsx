import type { Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import type { PublishedReviewPage } from "../queries";
import { PublishedReviews } from "./published-review";
import { RatingDistribution } from "./rating-distribution";

export type ReviewsSectionProps = {
  listing: { id: string; subject: Subject };
  /** The first reviews, with the summary of all. */
  page: PublishedReviewPage;
  teacher: string;
};

/** The reviews of a listing's teacher on the listing's page: the rating, the first reviews, a link to all. */
export function ReviewsSection({ listing, page: { rows, summary }, teacher }: ReviewsSectionProps) {
  const { t, url } = usePage();
  return (
    <section className="section" id="reviews">
      <h2>{t("reviews.display.heading")}</h2>
      {summary.count === 0 ? (
        <p className="muted">{t("reviews.display.none")}</p>
      ) : (
        <>
          <RatingDistribution summary={summary} />
          {rows.some(({ subject }) => subject !== listing.subject) ? (
            <p className="small muted">{t("reviews.display.otherSubjects")}</p>
          ) : null}
          <PublishedReviews reviews={rows} teacher={teacher} />
          {summary.count > rows.length ? (
            <p>
              <a href={url(paths.listingReviews(listing.id))}>
                {t.count("reviews.display.all", summary.count)}
              </a>
            </p>
          ) : null}
        </>
      )}
      <p className="small">
        {t("reviews.display.when")} <a href={url(paths.reviews())}>{t("reviews.display.how")}</a>
      </p>
    </section>
  );
}
