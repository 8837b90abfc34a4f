import type { ListingCardRow as Card, ListingDetails } from "@/features/listings";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { SimilarListings } from "./similar-listings";

/** In place of a listing that visitors may not see any more: paused, expired, or deleted for good. */
export function UnavailablePage({
  listing,
  similar,
  now,
}: {
  listing: ListingDetails;
  similar: readonly Card[];
  now: number;
}) {
  const { t, url } = usePage();
  const kind = listing.state === "deleted" ? "gone" : "unavailable";
  const { subject, county } = listing;
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t(`listing.${kind}.title`)}</h1>
        <p className="page-head__lead">{t(`listing.${kind}.text`)}</p>
        <div className="page-head__actions">
          <LinkButton href={url(paths.listings({ subject, county }))}>
            {t("listing.unavailable.action")}
          </LinkButton>
        </div>
      </header>
      <SimilarListings cards={similar} listing={listing} now={now} />
    </div>
  );
}
