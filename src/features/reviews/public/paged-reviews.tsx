import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import type { PublishedReviewPage } from "../queries";
import { PublishedReviews } from "./published-review";
import { RatingDistribution } from "./rating-distribution";

/** A page of the reviews of a teacher, with the summary of all and links to its neighbors. */
export function PagedReviews({
  page: { rows, summary, previous, next },
  teacher,
  toHref,
}: {
  page: PublishedReviewPage;
  teacher: string;
  toHref: (cursor: { after?: string; before?: string }) => string;
}) {
  const { t, url } = usePage();
  return (
    <>
      {summary.count === 0 ? (
        <p className="muted">{t("reviews.display.none")}</p>
      ) : (
        <RatingDistribution summary={summary} />
      )}
      <PublishedReviews reviews={rows} teacher={teacher} />
      <Pagination
        previous={previous && toHref({ before: previous })}
        next={next && toHref({ after: next })}
      />
      <p className="section small">
        <a href={url(paths.reviews())}>{t("reviews.display.how")}</a>
      </p>
    </>
  );
}
