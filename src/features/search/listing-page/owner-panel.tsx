import { getListingState, ListingActions, type ListingDetails } from "@/features/listings";
import type { ListingPromotion } from "@/features/promotions";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

/** What the owner (and an admin) sees above the listing: its state, why, until when, and what can be done now. */
export function OwnerPanel({
  listing,
  promotions,
  now,
}: {
  listing: ListingDetails;
  promotions: readonly ListingPromotion[];
  now: number;
}) {
  const { t, url, locale, visitor } = usePage();
  const own = visitor?.id === listing.owner.id;
  const state = getListingState(listing, now);
  const reason = listing.stateReason ? t(`general.moderationReasons.${listing.stateReason}`) : null;
  const showsReason = reason !== null && (state === "rejected" || state === "suspended");
  return (
    <aside
      className="panel stack stack--tight"
      aria-label={t(own ? "listing.owner.title" : "listing.owner.admin")}
    >
      <div className="row row--between">
        <p>
          <strong>{t(own ? "listing.owner.title" : "listing.owner.admin")}</strong>
        </p>
        <StateBadge kind="listing" state={state} />
      </div>
      {state === "published" ? null : <p>{t(own ? "listing.owner.hidden" : "listing.owner.hiddenAdmin")}</p>}
      {showsReason ? <p>{t("listing.owner.reason", { reason })}</p> : null}
      {showsReason && listing.stateNote ? <p className="pre-line">{listing.stateNote}</p> : null}
      {state === "published" && listing.expiresTs !== null ? (
        <p className="muted small">
          {t("listing.owner.expires", { date: formatDate(listing.expiresTs, locale) })}
        </p>
      ) : null}
      {promotions.map((one) => (
        <p key={one.startsTs} className="muted small">
          {t(one.running ? "listing.owner.promotedUntil" : "listing.owner.promotedFrom", {
            start: formatDate(one.startsTs, locale),
            date: formatDate(one.endsTs, locale),
          })}
        </p>
      ))}
      {own ? (
        <ListingActions listing={{ id: listing.id, state, expiresTs: listing.expiresTs }} now={now} />
      ) : null}
      <p className="small">
        {own ? (
          <a href={url(paths.ownListings())}>{t("listing.owner.all")}</a>
        ) : (
          <a href={url(paths.adminListing(listing.id))}>{t("listing.owner.review")}</a>
        )}
      </p>
    </aside>
  );
}
