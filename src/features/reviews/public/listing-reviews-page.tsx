import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import type { ReviewPage } from "../queries";
import { PublishedReviews } from "./published-review";
import { RatingDistribution } from "./rating-distribution";

export type ListingReviewsView = {
  listing: { id: string; title: string };
  teacher: string;
  page: ReviewPage;
};

/** A page of the reviews of a listing's teacher. */
export function ListingReviewsPage({ view: { listing, teacher, page } }: { view: ListingReviewsView }) {
  const { t, url } = usePage();
  const { rows, summary, previous, next } = page;
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("general.nav.find"), href: url(paths.listings()) },
          { label: listing.title, href: url(paths.listing(listing.id)) },
        ]}
        current={t("reviews.display.heading")}
      />
      <header className="page-head">
        <h1>{t("reviews.display.title", { teacher })}</h1>
      </header>
      {summary.count === 0 ? (
        <p className="muted">{t("reviews.display.none")}</p>
      ) : (
        <RatingDistribution summary={summary} />
      )}
      <PublishedReviews reviews={rows} teacher={teacher} />
      <Pagination
        previous={previous && url(paths.listingReviews(listing.id, { before: previous }))}
        next={next && url(paths.listingReviews(listing.id, { after: next }))}
      />
      <p className="section small">
        <a href={url(paths.reviews())}>{t("reviews.display.how")}</a>
      </p>
    </div>
  );
}
