import { paths } from "@/shared/paths";
import { ListingBreadcrumbs } from "@/ui/breadcrumbs";
import { usePage } from "@/ui/page-context";
import type { PublishedReviewPage } from "../queries";
import { PagedReviews } from "./paged-reviews";

export type ListingReviewsView = {
  listing: { id: string; title: string };
  teacher: string;
  page: PublishedReviewPage;
};

/** A page of the reviews of a listing's teacher. */
export function ListingReviewsPage({ view: { listing, teacher, page } }: { view: ListingReviewsView }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <ListingBreadcrumbs listing={listing} current={t("reviews.display.heading")} />
      <header className="page-head">
        <h1>{t("reviews.display.title", { teacher })}</h1>
      </header>
      <PagedReviews
        page={page}
        teacher={teacher}
        toHref={(cursor) => url(paths.listingReviews(listing.id, cursor))}
      />
    </div>
  );
}
