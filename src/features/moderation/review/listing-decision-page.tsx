import { canEditListing, toListingPicture } from "@/features/listings";
import { formatSlots } from "@/shared/format-slot";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { DetailPage } from "@/ui/detail-page";
import { ListingLocation } from "@/ui/listing-location";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Picture } from "@/ui/pictures";
import { Time } from "@/ui/time";
import { DecisionNotice } from "./decision-notice";
import { DecisionPanel, type DecisionView } from "./decision-panel";
import type { Decision } from "./find-decision";
import type { ListingReview } from "./find-listing-review";
import { ListingOwnerPanel } from "./owner-panel";
import type { ReasonBlocks } from "./reason-blocks";
import { RevisionDiff } from "./revision-diff";
import { SuspensionPanel } from "./suspension-panel";

/** Everything a reviewer needs to decide about a listing, with the decision forms. */
export function ListingDecisionPage({
  review,
  decision,
  blocks,
  done,
  previous,
  next,
  canUndo,
}: {
  review: ListingReview;
  decision: DecisionView;
  /** Text blocks of the reasons in the teacher's language. */
  blocks: ReasonBlocks;
  /** The action just done to this listing, as text. */
  done: string | null;
  /** The decision just made about another listing. */
  previous: Decision | null;
  /** Id of the next listing to review. */
  next: string | null;
  /** Whether the last decision about this listing can be undone. */
  canUndo: boolean;
}) {
  const { t, url } = usePage();
  const { listing, revision } = review;
  return (
    <DetailPage
      crumbs={[
        { label: t("admin.home.heading"), href: url(paths.admin()) },
        { label: t("admin.queue.heading"), href: url(paths.adminListings()) },
      ]}
      current={listing.title}
      heading={listing.title || t(`general.subjects.${listing.subject}`)}
      actions={
        <>
          <StateBadge kind="listing" state={listing.state} />
          <LinkButton href={url(paths.listing(listing.id))} variant="secondary" size="small">
            {t("admin.review.view")}
          </LinkButton>
          <LinkButton href={url(paths.adminReport(listing.id))} variant="secondary" size="small">
            {t("admin.review.reports")}
          </LinkButton>
          {canEditListing(listing.state) ? (
            <LinkButton href={url(paths.editListing(listing.id))} variant="secondary" size="small">
              {t("admin.review.edit")}
            </LinkButton>
          ) : null}
        </>
      }
      aside={
        <>
          <DecisionPanel review={review} decision={decision} blocks={blocks} next={next} canUndo={canUndo} />
          <SuspensionPanel review={review} decision={decision} />
        </>
      }
    >
      {previous ? <DecisionNotice decision={previous} /> : null}
      {done ? (
        <Notice tone="success" live>
          {done}
        </Notice>
      ) : null}
      {review.rule ? <Notice tone="warning">{t(`admin.review.rules.${review.rule}`)}</Notice> : null}
      {revision ? <RevisionDiff current={listing} proposed={revision} /> : null}
      <Content listing={listing} withText={!revision} />
      <ListingOwnerPanel review={review} />
    </DetailPage>
  );
}

type Listing = ListingReview["listing"];

/** A whole picture with the teacher's description, leading to its full size. */
function ReviewPicture({ picture: { src, srcSet, width, height, alt } }: { picture: Picture }) {
  const { t } = usePage();
  return (
    <li>
      <a href={src} title={t("admin.review.fullSize")}>
        <img
          src={src}
          srcSet={srcSet}
          sizes="(min-width: 1024px) 720px, 100vw"
          width={width}
          height={height}
          loading="lazy"
          alt={alt || t("admin.review.fullSize")}
        />
      </a>
      <p className={alt ? "small" : "small muted"}>{alt || t("admin.review.noAlt")}</p>
    </li>
  );
}

function Content({ listing, withText }: { listing: Listing; withText: boolean }) {
  const { t } = usePage();
  const names = (codes: readonly string[], list: string) =>
    codes.map((code) => t(`general.${list}.${code}`)).join(", ");
  return (
    <section className="stack">
      <h2>{t("admin.review.listing")}</h2>
      {listing.images.length > 0 ? (
        <ul className="review-pictures">
          {listing.images.map((image) => (
            <ReviewPicture key={image.file} picture={toListingPicture(listing.id, image, image.alt)} />
          ))}
        </ul>
      ) : (
        <p className="muted">{t("admin.review.noPictures")}</p>
      )}
      {withText ? <p className="prose pre-line">{listing.description}</p> : null}
      <DescriptionList
        items={[
          { term: t("general.fields.subject"), details: t(`general.subjects.${listing.subject}`) },
          { term: t("general.fields.levels"), details: names(listing.levels, "levels") },
          { term: t("admin.review.place"), details: <ListingLocation listing={listing} /> },
          { term: t("general.filters.codes.location.label"), details: names(listing.locations, "locations") },
          listing.price !== null && {
            term: t("admin.review.lesson"),
            details: (
              <>
                <Money bani={listing.price} /> ·{" "}
                {t("general.common.minutes", { minutes: listing.sessionMinutes })}
              </>
            ),
          },
          listing.pricePerHour !== null && {
            term: t("admin.review.perHour"),
            details: <Money bani={listing.pricePerHour} />,
          },
          { term: t("general.fields.availability"), details: formatSlots(t, listing.availability) },
          { term: t("general.fields.formats"), details: names(listing.formats, "formats") },
          { term: t("general.fields.trial"), details: t(`general.trials.${listing.trial}`) },
          {
            term: t("general.fields.receipt"),
            details: t(`general.common.${listing.receipt ? "yes" : "no"}`),
          },
          { term: t("admin.review.created"), details: <Time ts={listing.createdTs} clock /> },
          listing.submittedTs !== null && {
            term: t("admin.review.sent"),
            details: <Time ts={listing.submittedTs} clock />,
          },
        ]}
      />
    </section>
  );
}
