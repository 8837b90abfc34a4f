import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { History } from "../frame/history";
import type { ModeratedListing } from "./find-moderated-listing";

/** A listing's owner, the owner's other listings, and the listing's history. */
export function ListingOwnerPanel({ item }: { item: ModeratedListing }) {
  const { t } = usePage();
  const { listing, owner } = item;
  return (
    <section className="stack">
      <h2>{t("moderation.listings.owner")}</h2>
      {listing.owner.disabledTs ? <Notice tone="warning">{t("moderation.listings.disabled")}</Notice> : null}
      <DescriptionList
        items={[
          {
            term: t("moderation.listings.name"),
            details: <UserLink user={listing.owner} />,
          },
          {
            term: t("moderation.listings.email"),
            details: `${owner.email} (${t(owner.emailVerifiedTs ? "moderation.listings.verified" : "moderation.listings.unverified")})`,
          },
          { term: t("moderation.listings.signup"), details: <Time ts={owner.signupTs} /> },
          Boolean(owner.isInvited) && {
            term: t("moderation.listings.invited"),
            details: t("general.common.yes"),
          },
        ]}
      />
      <OtherListingsOfOwner item={item} />
      <h3>{t("moderation.frame.history")}</h3>
      <History history={item.history} reasons="general.moderationReasons" />
    </section>
  );
}

function OtherListingsOfOwner({ item: { others, listing } }: { item: ModeratedListing }) {
  const { t, url } = usePage();
  return (
    <>
      <h3>{t("moderation.listings.others")}</h3>
      {others.length === 0 ? <p className="muted">{t("moderation.frame.none")}</p> : null}
      <ul className={others.length > 0 ? "entry-list" : "list-plain"}>
        {others.map((other) => (
          <li key={other.id} className="entry">
            <div className="entry__main">
              <p className="entry__title">
                <a href={url(paths.adminListing(other.id))}>
                  {other.title || t(`general.subjects.${other.subject}`)}
                </a>
              </p>
            </div>
            <div className="entry__side">
              <StateBadge
                kind="listing"
                state={other.state}
                ownerDisabled={listing.owner.disabledTs !== null}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
