import type { ReactNode } from "react";
import { type ListingDetails, listCurrentDocuments } from "@/features/listings";
import { formatFullName } from "@/shared/format";
import { formatLanguages } from "@/shared/format-language";
import { formatSlots } from "@/shared/format-slot";
import { paths } from "@/shared/paths";
import { summarizeRating } from "@/shared/rating";
import { formatReplyTime } from "@/shared/reply-time";
import { Avatar } from "@/ui/avatar";
import { DescriptionList } from "@/ui/description-list";
import { SubmitButton } from "@/ui/form";
import { toLangAttribute } from "@/ui/lang-attribute";
import { ListingLocation } from "@/ui/listing-location";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { RatingSummary } from "@/ui/rating";

const SELECTION_FORM = "selection";

/** The address of a listing within the page. */
export const toListingAnchor = (listingId: string): string => `listing-${listingId}`;

/**
 * Listings side by side, with the same rows at the same height. The visitor selects several to write to their teachers.
 * `renderActions` renders what follows below a listing.
 */
export function ComparedListings({
  listings,
  now,
  renderActions,
}: {
  listings: readonly ListingDetails[];
  /** ms */
  now: number;
  renderActions?: (listing: ListingDetails) => ReactNode;
}) {
  const { visitor } = usePage();
  const hasOthers = listings.some(({ ownerId }) => ownerId !== visitor?.id);
  return (
    <>
      <ul className="comparison list-plain">
        {listings.map((listing) => (
          <li key={listing.id} className="compared" id={toListingAnchor(listing.id)}>
            <ListingHead listing={listing} />
            <ListingRows listing={listing} now={now} />
            <div className="compared__actions stack stack--tight">
              {listing.ownerId === visitor?.id ? null : <SelectionBox listing={listing} />}
              {renderActions?.(listing)}
            </div>
          </li>
        ))}
      </ul>
      {hasOthers ? <SelectionBar /> : null}
    </>
  );
}

function ListingHead({ listing }: { listing: ListingDetails }) {
  const { t, url, locale } = usePage();
  const { owner } = listing;
  const teacher = formatFullName(owner);
  return (
    <div className="compared__head">
      <p className="card__subject">
        <b>{t(`general.subjects.${listing.subject}`)}</b>
      </p>
      <h2 className="card__title">
        <a href={url(paths.listing(listing.id))} lang={toLangAttribute(listing.textLanguage, locale)}>
          {listing.title}
        </a>
      </h2>
      <p className="row small">
        <Avatar name={teacher} size="small" person={owner} />
        {teacher}
      </p>
    </div>
  );
}

function ListingRows({ listing, now }: { listing: ListingDetails; now: number }) {
  const { t } = usePage();
  const { owner, pricePerHour } = listing;
  const rating = summarizeRating(owner);
  const documents = listCurrentDocuments(listing.checked, now);
  const none = (text: string) => <span className="muted">{text}</span>;
  return (
    <DescriptionList
      items={[
        {
          term: t("shortlist.rows.price"),
          details:
            pricePerHour === null ? (
              none("–")
            ) : (
              <strong>
                <Money bani={pricePerHour} />
              </strong>
            ),
        },
        {
          term: t("shortlist.rows.levels"),
          details: listing.levels.map((code) => t(`general.levels.${code}`)).join(", "),
        },
        {
          term: t("shortlist.rows.places"),
          details: (
            <>
              <ListingLocation listing={listing} />
              <span className="muted">
                {listing.locations.map((code) => t(`general.locations.${code}`)).join("; ")}
              </span>
            </>
          ),
        },
        {
          term: t("general.fields.availability"),
          details: formatSlots(t, listing.availability) || none(t("shortlist.rows.notStated")),
        },
        {
          term: t("general.fields.formats"),
          details: listing.formats.map((code) => t(`general.formats.${code}`)).join("; "),
        },
        { term: t("general.fields.languages"), details: formatLanguages(t, owner.languages) },
        {
          term: t("general.fields.trial"),
          details:
            listing.trial === "none" ? none(t("general.trials.none")) : t(`general.trials.${listing.trial}`),
        },
        {
          term: t("general.fields.receipt"),
          details: listing.receipt ? t("general.common.yes") : none(t("shortlist.rows.notStated")),
        },
        {
          term: t("shortlist.rows.rating"),
          details:
            rating.count === 0 ? none(t.count("general.rating.reviews", 0)) : <RatingSummary {...rating} />,
        },
        {
          term: t("shortlist.rows.replies"),
          details:
            owner.replyMedianS === null
              ? none(t("shortlist.rows.unknown"))
              : formatReplyTime(t, owner.replyMedianS),
        },
        {
          term: t("shortlist.rows.documents"),
          details:
            documents.length === 0
              ? none(t("shortlist.rows.noDocuments"))
              : documents.map(({ kind }) => t(`verifications.kinds.${kind}`)).join(", "),
        },
      ]}
    />
  );
}

function SelectionBox({ listing }: { listing: ListingDetails }) {
  const { t } = usePage();
  return (
    <label className="choice">
      <input type="checkbox" name="listing_ids" value={listing.id} form={SELECTION_FORM} />
      <span>
        {t("shortlist.select.box", { teacher: formatFullName(listing.owner) })}
        <span className="visually-hidden">{`: ${listing.title}`}</span>
      </span>
    </label>
  );
}

/** The form of the ticked listings, which stays in view. */
function SelectionBar() {
  const { t, url } = usePage();
  return (
    <form id={SELECTION_FORM} method="get" action={url(paths.enquireSeveral())} className="selection-bar">
      <p className="small">{t("shortlist.select.help")}</p>
      <SubmitButton>{t("shortlist.select.button")}</SubmitButton>
    </form>
  );
}
