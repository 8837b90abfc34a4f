import type { ReactNode } from "react";
import type { SentEnquiry } from "@/features/enquiries";
import { type ListingDetails, listCurrentDocuments } from "@/features/listings";
import { formatFullName } from "@/shared/format";
import { formatLanguages } from "@/shared/format-language";
import { formatSlots } from "@/shared/format-slot";
import { paths } from "@/shared/paths";
import { summarizeRating } from "@/shared/rating";
import { listReplyFacts } from "@/shared/reply-time";
import { MAX_ANSWERS } from "@/shared/request-limits";
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
 * Listings side by side, with the same rows at the same height; important ones that differ are marked, and those in which
 * no listing says anything are left out. On a phone, two fit and the others are swiped in. Unless all teachers wrote already
 * (`isAnswered`), the visitor selects several to write to their teachers. `renderActions` renders what follows below a
 * listing.
 */
export function ComparedListings({
  comparison,
  now,
  isAnswered = false,
  renderActions,
}: {
  comparison: Comparison;
  /** ms */
  now: number;
  isAnswered?: boolean;
  renderActions?: (listing: ListingDetails) => ReactNode;
}) {
  const page = usePage();
  const { t, visitor } = page;
  const { listings, sent, blocked } = comparison;
  const isSelectable = ({ ownerId }: ListingDetails) =>
    !isAnswered && ownerId !== visitor?.id && !blocked.has(ownerId);
  const columns = listings.map((listing) => listRows(page, comparison, listing, now));
  const differs = (index: number) =>
    new Set(columns.map((rows) => JSON.stringify(rows[index]?.value ?? null))).size > 1;
  const isStated = (index: number) => columns.some((rows) => rows[index]?.isMissing !== true);
  return (
    <>
      {listings.length > 1 ? <p className="small muted">{t("shortlist.rows.legend")}</p> : null}
      <ul className={`comparison ${listings.length === MAX_ANSWERS ? "comparison--five " : ""}list-plain`}>
        {listings.map((listing, column) => (
          <li key={listing.id} className="compared" id={toListingAnchor(listing.id)}>
            <ListingHead
              listing={listing}
              message={sent.get(listing.id)}
              blockedIn={blocked.get(listing.ownerId)}
            />
            <DescriptionList
              items={(columns[column] ?? []).map(
                ({ label, details }, index) =>
                  isStated(index) && {
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
                  },
              )}
            />
            <div className="compared__actions stack stack--tight">
              {isSelectable(listing) ? <SelectionBox listing={listing} /> : null}
              {renderActions?.(listing)}
            </div>
          </li>
        ))}
      </ul>
      {listings.some(isSelectable) ? <SelectionBar /> : null}
    </>
  );
}

function ListingHead({
  listing,
  message,
  blockedIn,
}: {
  listing: ListingDetails;
  message: SentEnquiry | undefined;
  /** The conversation of a visitor who blocked the teacher. */
  blockedIn: string | undefined;
}) {
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
      {blockedIn ? (
        <p className="small">
          <a href={url(paths.enquiry(blockedIn))}>{t("enquiries.inbox.blocked")}</a>
        </p>
      ) : message ? (
        <p className="small">
          <a href={url(paths.enquiry(message.id))}>
            {t(`shortlist.rows.${message.isAnswered ? "answered" : "waiting"}`)}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/**
 * A row of a listing, `isMissing` if the teacher did not say. It is marked if `value` differs between the listings; most
 * rows differ, so few have one.
 */
type Row = { label: string; details: ReactNode; value?: unknown; isMissing?: boolean };

function listRows(
  { t }: Pick<Page, "t">,
  { teachers }: Comparison,
  listing: ListingDetails,
  now: number,
): Row[] {
  const { owner, price, pricePerHour, sessionMinutes } = listing;
  const rating = summarizeRating(owner);
  const teacher = teachers.get(listing.ownerId);
  const documents = [...new Set(listCurrentDocuments(listing.checked, now).map(({ kind }) => kind))].sort();
  const hasIntegrity = documents.includes("integrity");
  const others = documents.filter((kind) => kind !== "integrity");
  const replies = listReplyFacts(t, owner).join(". ");
  const none = (text: string) => <span className="muted">{text}</span>;
  /** A row of plain text, or `missing` without any. */
  const toRow = (label: string, text: string, missing?: string): Row => ({
    label,
    details: text || none(missing ?? t("shortlist.rows.notStated")),
    isMissing: text === "" && missing === undefined,
  });
  const toPrice = (bani: number | null) => (bani === null ? none("–") : <Money bani={bani} />);
  return [
    {
      ...toRow(
        t("general.card.checked.integrity"),
        hasIntegrity ? t("shortlist.rows.seen") : "",
        t("shortlist.rows.notSeen"),
      ),
      value: hasIntegrity,
    },
    {
      // Shown even if no teacher says so, because parents look for it.
      ...toRow(
        t("general.fields.parent_present"),
        listing.parentPresent ? t("general.common.yes") : "",
        t("shortlist.rows.notStated"),
      ),
      value: listing.parentPresent,
    },
    {
      label: t("shortlist.rows.lesson"),
      details: (
        <>
          <strong>{toPrice(price)}</strong>{" "}
          <span className="muted">{t("general.common.minutes", { minutes: sessionMinutes })}</span>
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
    {
      ...toRow(
        t("shortlist.rows.teaching"),
        teacher?.experienceTeaching ? t.count("general.counts.years", teacher.experienceTeaching) : "",
      ),
      value: teacher?.experienceTeaching || null,
    },
    toRow(t("shortlist.rows.qualifications"), teacher?.qualifications.join("; ") ?? ""),
    {
      ...toRow(
        t("shortlist.rows.documents"),
        others.map((kind) => t(`verifications.kinds.${kind}`)).join(", "),
        t("shortlist.rows.noDocuments"),
      ),
      value: others,
    },
    {
      ...toRow(
        t("shortlist.rows.levels"),
        listing.levels.map((code) => t(`general.levels.${code}`)).join(", "),
      ),
      value: listing.levels,
    },
    {
      label: t("shortlist.rows.places"),
      value: [listing.county, listing.online, listing.locations],
      details: <ListingLocation listing={listing} />,
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
    { ...toRow(t("shortlist.rows.replies"), replies, t("shortlist.rows.unknown")), value: replies },
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
