import { paths } from "@/shared/paths";
import { ListingBreadcrumbs } from "@/ui/breadcrumbs";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
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
    <SitePage
      narrow
      breadcrumbs={<ListingBreadcrumbs listing={listing} current={t("reviews.display.heading")} />}
      heading={t("reviews.display.title", { teacher })}
    >
      <PagedReviews
        page={page}
        teacher={teacher}
        toHref={(cursor) => url(paths.listingReviews(listing.id, cursor))}
      />
    </SitePage>
  );
}
