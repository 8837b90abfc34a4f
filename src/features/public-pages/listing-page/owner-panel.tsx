import { getListingState, ListingActions, type ListingDetails } from "@/features/listings";
import type { ListingPromotion } from "@/features/promotions";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

/** Shows the owner and admins the state of the listing, the reason, its promotions and the possible actions. */
export function OwnerPanel({
  listing,
  isTrusted,
  promotions,
  now,
}: {
  listing: ListingDetails;
  /** Whether the owner's submissions are published without moderation. */
  isTrusted: boolean;
  promotions: readonly ListingPromotion[];
  now: number;
}) {
  const { t, url, locale, visitor } = usePage();
  const isOwner = visitor?.id === listing.owner.id;
  const state = getListingState(listing, now);
  const showsReasons = state === "rejected" || state === "suspended";
  return (
    <aside
      className="panel stack stack--tight"
      aria-label={t(isOwner ? "public-pages.listing.owner.title" : "public-pages.listing.owner.admin")}
    >
      <div className="row row--between">
        <p>
          <strong>
            {t(isOwner ? "public-pages.listing.owner.title" : "public-pages.listing.owner.admin")}
          </strong>
        </p>
        <StateBadge kind="listing" state={state} />
      </div>
      {state === "published" ? null : <p>{t("public-pages.listing.owner.hidden")}</p>}
      {showsReasons
        ? listing.stateReasons?.map((reason) => (
            <p key={reason}>
              {t("public-pages.listing.owner.reason", { reason: t(`general.moderationReasons.${reason}`) })}
            </p>
          ))
        : null}
      {showsReasons && listing.stateNote ? <p className="pre-line">{listing.stateNote}</p> : null}
      {showsReasons && isOwner ? (
        <p>
          <a href={url(paths.listingObjection(listing.id))}>{t("listings.moderation.decision")}</a>
        </p>
      ) : null}
      {state === "published" && listing.expiresTs !== null ? (
        <p className="muted small">
          {t("public-pages.listing.owner.expires", { date: formatDate(listing.expiresTs, locale) })}
        </p>
      ) : null}
      {promotions.map((promotion) => (
        <p key={promotion.startsTs} className="muted small">
          {t(
            promotion.running
              ? "public-pages.listing.owner.promotedUntil"
              : "public-pages.listing.owner.promotedFrom",
            {
              start: formatDate(promotion.startsTs, locale),
              date: formatDate(promotion.endsTs, locale),
            },
          )}
        </p>
      ))}
      {isOwner ? (
        <ListingActions
          listing={{
            id: listing.id,
            state,
            expiresTs: listing.expiresTs,
            promotedUntilTs: Math.max(0, ...promotions.map(({ endsTs }) => endsTs)),
          }}
          isTrusted={isTrusted}
          now={now}
        />
      ) : null}
      <p className="small">
        {isOwner ? (
          <a href={url(paths.ownListings())}>{t("public-pages.listing.owner.all")}</a>
        ) : (
          <a href={url(paths.adminListing(listing.id))}>{t("public-pages.listing.owner.review")}</a>
        )}
      </p>
    </aside>
  );
}
