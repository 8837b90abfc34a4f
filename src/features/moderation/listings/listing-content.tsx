import { canEditListing, toListingPicture } from "@/features/listings";
import { formatFullName } from "@/shared/format";
import { formatSlots } from "@/shared/format-slot";
import { formatUsualPrice } from "@/shared/format-usual-price";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Picture } from "@/ui/pictures";
import { Time } from "@/ui/time";
import { listStatementRows } from "../restrictions/statement-of-reasons";
import type { ModeratedListing } from "./find-moderated-listing";
import { listListingFacts } from "./list-listing-facts";
import { ListingOwnerPanel } from "./owner-panel";
import { RevisionDiff } from "./revision-diff";

/** The state of a listing, and links to its pages. */
export function ModeratedListingActions({ item: { listing, isOwn } }: { item: ModeratedListing }) {
  const { t, url } = usePage();
  const links = [
    [paths.listing(listing.id), "view"],
    ...(isOwn ? [] : [[paths.adminReport(listing.id), "reports"] as const]),
    ...(canEditListing(listing.state) ? [[paths.editListing(listing.id), "edit"] as const] : []),
  ] as const;
  return (
    <>
      <StateBadge kind="listing" state={listing.state} ownerDisabled={listing.owner.disabledTs !== null} />
      {links.map(([path, label]) => (
        <LinkButton key={label} href={url(path)} variant="secondary" size="small">
          {t(`moderation.listings.${label}`)}
        </LinkButton>
      ))}
    </>
  );
}

/** The listing with its revision, its owner and its history. */
export function ListingContent({ item }: { item: ModeratedListing }) {
  const { t } = usePage();
  const { listing, revision, rule } = item;
  return (
    <>
      <ObjectionSection item={item} />
      {rule ? <Notice tone="warning">{t(`moderation.listings.rules.${rule}`)}</Notice> : null}
      {revision ? <RevisionDiff current={listing} proposed={revision} /> : null}
      <Content item={item} withText={!revision} />
      <ListingOwnerPanel item={item} />
    </>
  );
}

/** The owner's objection to a decision, with that decision. */
function ObjectionSection({ item: { restriction } }: { item: ModeratedListing }) {
  const { t } = usePage();
  if (!restriction || restriction.objectionTs === null) return null;
  return (
    <section className="stack">
      <h2>{t("moderation.objection.title")}</h2>
      <p className="small muted">
        <Time ts={restriction.objectionTs} clock />
      </p>
      <p className="pre-line">{restriction.objectionText}</p>
      <h3>{t("moderation.statement.decision")}</h3>
      <DescriptionList
        items={[
          ...listStatementRows(t, restriction, [restriction]),
          {
            term: t("moderation.statement.terms.decided"),
            details: <Time ts={restriction.decidedTs} clock />,
          },
          restriction.objectionAnswer !== "" && {
            term: t(`moderation.objection.outcomes.${restriction.objectionOutcome ?? "declined"}`),
            details: restriction.objectionAnswer,
          },
        ]}
      />
    </section>
  );
}

/** A thumbnail of the whole picture with the teacher's description, leading to its full size. */
function ListingPicture({ picture: { src, srcSet, width, height, alt } }: { picture: Picture }) {
  const { t } = usePage();
  return (
    <li>
      <a href={src} title={t("moderation.listings.fullSize")}>
        <img
          src={src}
          srcSet={srcSet}
          sizes="160px"
          width={width}
          height={height}
          loading="lazy"
          alt={alt || t("moderation.listings.fullSize")}
        />
      </a>
      <p className={alt ? "small" : "small muted"}>{alt || t("moderation.listings.noAlt")}</p>
    </li>
  );
}

function Content({ item: { listing, usualPrice }, withText }: { item: ModeratedListing; withText: boolean }) {
  const { t, url } = usePage();
  const names = (codes: readonly string[], list: string) =>
    codes.map((code) => t(`general.${list}.${code}`)).join(", ");
  return (
    <section className="stack">
      <h2>{t("moderation.listings.listing")}</h2>
      {withText ? <p className="prose pre-line">{listing.description}</p> : null}
      <DescriptionList
        items={[
          {
            term: t("moderation.listings.owner"),
            details: <a href={url(paths.adminUser(listing.ownerId))}>{formatFullName(listing.owner)}</a>,
          },
          ...listListingFacts(t, listing),
          usualPrice && {
            term: t("moderation.listings.usualPrice"),
            details: formatUsualPrice(t, usualPrice, listing),
          },
          { term: t("general.fields.subject"), details: t(`general.subjects.${listing.subject}`) },
          { term: t("general.fields.levels"), details: names(listing.levels, "levels") },
          { term: t("general.fields.availability"), details: formatSlots(t, listing.availability) },
          { term: t("general.fields.formats"), details: names(listing.formats, "formats") },
          { term: t("general.fields.trial"), details: t(`general.trials.${listing.trial}`) },
          {
            term: t("general.fields.receipt"),
            details: t(`general.common.${listing.receipt ? "yes" : "no"}`),
          },
          { term: t("moderation.listings.created"), details: <Time ts={listing.createdTs} clock /> },
          listing.submittedTs !== null && {
            term: t("moderation.listings.sent"),
            details: <Time ts={listing.submittedTs} clock />,
          },
        ]}
      />
      {listing.images.length > 0 ? (
        <ul className="moderated-pictures">
          {listing.images.map((image) => (
            <ListingPicture key={image.file} picture={toListingPicture(listing.id, image, image.alt)} />
          ))}
        </ul>
      ) : (
        <p className="muted">{t("moderation.listings.noPictures")}</p>
      )}
    </section>
  );
}
