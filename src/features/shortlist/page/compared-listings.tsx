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
import { type Page, usePage } from "@/ui/page-context";
import { RatingSummary } from "@/ui/rating";
import type { Comparison } from "./load-comparison";

const SELECTION_FORM = "selection";

/** The address of a listing within the page. */
export const toListingAnchor = (listingId: string): string => `listing-${listingId}`;

/**
 * Listings side by side, with the same rows at the same height; those that differ are marked. On a phone, two fit and
 * the others are swiped in. The visitor selects several to write to their teachers. `renderActions` renders what follows
 * below a listing.
 */
export function ComparedListings({
  comparison,
  now,
  renderActions,
}: {
  comparison: Comparison;
  /** ms */
  now: number;
  renderActions?: (listing: ListingDetails) => ReactNode;
}) {
  const page = usePage();
  const { t, visitor } = page;
  const { listings } = comparison;
  const hasOthers = listings.some(({ ownerId }) => ownerId !== visitor?.id);
  const columns = listings.map((listing) => listRows(page, comparison, listing, now));
  const differs = (index: number) =>
    new Set(columns.map((rows) => JSON.stringify(rows[index]?.value ?? null))).size > 1;
  return (
    <>
      {listings.length > 1 ? <p className="small muted">{t("shortlist.rows.legend")}</p> : null}
      <ul className="comparison list-plain">
        {listings.map((listing, column) => (
          <li key={listing.id} className="compared" id={toListingAnchor(listing.id)}>
            <ListingHead listing={listing} />
            <DescriptionList
              items={(columns[column] ?? []).map(({ label, details }, index) => ({
                key: label,
                isMarked: differs(index),
                term: (
                  <>
                    {label}
                    {differs(index) ? (
                      <span className="visually-hidden">{` (${t("shortlist.rows.differs")})`}</span>
                    ) : null}
                  </>
                ),
                details,
              }))}
            />
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

/** A row of a listing. Rows whose `value` differs between listings are marked. */
type Row = { label: string; value: unknown; details: ReactNode };

function listRows(
  { t, url, visitor }: Pick<Page, "t" | "url" | "visitor">,
  { teachers, sent }: Comparison,
  listing: ListingDetails,
  now: number,
): Row[] {
  const { owner, price, pricePerHour, sessionMinutes } = listing;
  const rating = summarizeRating(owner);
  const teacher = teachers.get(listing.ownerId);
  const message = sent.get(listing.id);
  const none = (text: string) => <span className="muted">{text}</span>;
  /** A row of plain text, or `missing` without any. */
  const toRow = (label: string, text: string, missing = t("shortlist.rows.notStated")): Row => ({
    label,
    value: text,
    details: text || none(missing),
  });
  const toPrice = (bani: number | null) => (bani === null ? none("–") : <Money bani={bani} />);
  return [
    {
      label: t("shortlist.rows.lesson"),
      value: [price, sessionMinutes],
      details: (
        <>
          <strong>{toPrice(price)}</strong>{" "}
          <span className="muted">{t("shortlist.rows.lessonMinutes", { minutes: sessionMinutes })}</span>
        </>
      ),
    },
    { label: t("shortlist.rows.price"), value: pricePerHour, details: toPrice(pricePerHour) },
    {
      label: t("shortlist.rows.rating"),
      value: rating,
      details:
        rating.count === 0 ? none(t.count("general.rating.reviews", 0)) : <RatingSummary {...rating} />,
    },
    toRow(
      t("shortlist.rows.teaching"),
      teacher?.experienceTeaching ? t.count("general.counts.years", teacher.experienceTeaching) : "",
    ),
    toRow(t("shortlist.rows.qualifications"), teacher?.qualifications.join("; ") ?? ""),
    toRow(
      t("shortlist.rows.documents"),
      listCurrentDocuments(listing.checked, now)
        .map(({ kind }) => t(`verifications.kinds.${kind}`))
        .join(", "),
      t("shortlist.rows.noDocuments"),
    ),
    toRow(t("shortlist.rows.levels"), listing.levels.map((code) => t(`general.levels.${code}`)).join(", ")),
    {
      label: t("shortlist.rows.places"),
      value: [listing.county, listing.neighbourhood, listing.online, listing.locations],
      details: (
        <>
          <ListingLocation listing={listing} />
          <span className="muted">
            {listing.locations.map((code) => t(`general.locations.${code}`)).join("; ")}
          </span>
        </>
      ),
    },
    toRow(t("general.fields.availability"), formatSlots(t, listing.availability)),
    toRow(
      t("general.fields.formats"),
      listing.formats.map((code) => t(`general.formats.${code}`)).join("; "),
    ),
    toRow(t("general.fields.languages"), formatLanguages(t, owner.languages)),
    toRow(
      t("general.fields.trial"),
      listing.trial === "none" ? "" : t(`general.trials.${listing.trial}`),
      t("general.trials.none"),
    ),
    toRow(t("general.fields.receipt"), listing.receipt ? t("general.common.yes") : ""),
    toRow(
      t("shortlist.rows.replies"),
      owner.replyMedianS === null ? "" : formatReplyTime(t, owner.replyMedianS),
      t("shortlist.rows.unknown"),
    ),
    // A guest's messages are not known here.
    ...(visitor
      ? [
          {
            label: t("shortlist.rows.message"),
            value: message?.isAnswered ?? null,
            details: message ? (
              <a href={url(paths.enquiry(message.id))}>
                {t(`shortlist.rows.${message.isAnswered ? "answered" : "waiting"}`)}
              </a>
            ) : (
              none(t("shortlist.rows.notWritten"))
            ),
          },
        ]
      : []),
  ];
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
