import type {
  County,
  Format,
  Level,
  Location,
  SessionMinutes,
  Subject,
  Trial,
  VerificationKind,
} from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { formatLei } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { AVATAR_SIZES } from "@/shared/picture-limits";
import { formatReplyTime } from "@/shared/reply-time";
import { CardAvatar } from "./avatar";
import { Badge } from "./badge";
import { HeartButton } from "./heart-button";
import { toLangAttribute } from "./lang-attribute";
import { Places } from "./listing-location";
import { type Page, usePage } from "./page-context";
import { PriceUnit } from "./price-unit";
import { CardRating } from "./rating";
import { SubjectPicture } from "./subject-picture";

export type ListingCardData = {
  id: string;
  ownerId: string;
  title: string;
  /** The language of the title; null if it is not known. */
  textLanguage: Locale | null;
  subject: Subject;
  levels: readonly Level[];
  county: County | null;
  neighbourhood: string;
  online: boolean;
  locations: readonly Location[];
  /** Bani for one session and for an hour; null in a draft. */
  price: number | null;
  sessionMinutes: SessionMinutes;
  pricePerHour: number | null;
  teacherName: string;
  /** Whole years of teaching. */
  experienceYears: number;
  /** The first of the teacher's qualifications. */
  qualification: string | null;
  /** The path of the listing's picture. */
  picture: string | null;
  /** Stands in for a missing picture of the listing, else it is next to the name. */
  teacherPicture: { extension: string; version: number | null } | null;
  /** The number of the teacher's published reviews, and the sum of their ratings. */
  reviewCount: number;
  ratingSum: number;
  /** The kinds of the teacher's checked documents, a certificate of integrity first. */
  checked: readonly VerificationKind[];
  trial: Trial;
  formats: readonly Format[];
  /** ms; null if it was never published. */
  publishedTs: number | null;
  /** The teacher's median response time in seconds; null until there are enough answers, or if there are too few. */
  replyMedianS: number | null;
  /** Distance from the searched location; null without one. */
  distanceKm: number | null;
  /** A sentence about this card in its list. */
  note?: string;
};

/** A listing is new from its first publication. */
const NEW_FOR_MS = 7 * DAY_MS;
const LEVELS_SHOWN = 2;

export type CardOptions = {
  /** ms, `ctx.now`: decides which listings are new. */
  now: number;
  /** The levels of the search: a card names them first. */
  wantedLevels?: readonly Level[] | undefined;
  promoted?: boolean;
  /** The id of a form on the page: each card gets a checkbox `listing_ids` of it. */
  selectForm?: string | undefined;
  /** Ids of the listings whose checkboxes are ticked. */
  selected?: readonly string[];
  /** Ids of the teachers to whom the visitor wrote before: their cards say so instead. */
  writtenTo?: ReadonlySet<string> | undefined;
};

/** Listings as a grid of cards. The pictures of the first `eager` cards load immediately. */
export function CardGrid({
  cards,
  eager = 0,
  ...options
}: CardOptions & { cards: readonly ListingCardData[]; eager?: number }) {
  return (
    <ul className="grid-cards list-plain">
      {cards.map((card, n) => (
        <ListingCard key={card.id} listing={card} isEager={n < eager} {...options} />
      ))}
    </ul>
  );
}

/** Links to its listing; the accessible link is the title. */
function ListingCard({
  listing,
  isEager,
  now,
  wantedLevels = [],
  promoted = false,
  selectForm,
  selected = [],
  writtenTo,
}: CardOptions & { listing: ListingCardData; isEager: boolean }) {
  const { t, url, locale, isShortlisted } = usePage();
  const { id, title, levels, price, publishedTs, replyMedianS, reviewCount, teacherPicture } = listing;
  const isNew = reviewCount === 0 && publishedTs !== null && now - publishedTs < NEW_FOR_MS;
  const experience = formatExperience(t, listing);
  const offer = formatOffer(t, listing);
  return (
    <li>
      <article className={promoted ? "card card--promoted" : "card"}>
        <div className="card__picture">
          <CardPicture {...listing} isEager={isEager} />
        </div>
        <div className="card__body">
          {listing.note ? <p className="card__note">{listing.note}</p> : null}
          <p className="card__subject">
            {promoted ? <Badge tone="promoted">{t("general.card.promoted")}</Badge> : null}
            {t(`general.subjects.${listing.subject}`)}
          </p>
          <h3 className="card__title" lang={toLangAttribute(listing.textLanguage, locale)}>
            <a className="card__link" href={url(paths.listing(id))}>
              {title}
            </a>
          </h3>
          <p className="card__teacher">
            {/* Not a second time if it is the card's picture. */}
            {listing.picture && teacherPicture ? (
              <CardAvatar userId={listing.ownerId} picture={teacherPicture} />
            ) : null}
            {listing.teacherName}
            {listing.checked.map((kind) => (
              <span key={kind} className="card__checked">
                {t(`general.card.checked.${kind}`)}
              </span>
            ))}
            {experience ? <small>{experience}</small> : null}
          </p>
          <p className="card__place places">
            <Places listing={listing} />
            {/* Distance doesn't matter for a listing that is only online. */}
            {listing.locations.length > 0 && listing.distanceKm !== null ? (
              <span className="card__distance">{formatDistance(t, listing.distanceKm)}</span>
            ) : null}
          </p>
          <p className="card__foot">
            {price === null ? null : (
              <span className="card__price">
                <strong>{formatLei(price, locale)}</strong>
                <PriceUnit {...listing} />
              </span>
            )}
            <CardRating {...listing} />
            {isNew ? <Badge tone="positive">{t("general.card.new")}</Badge> : null}
          </p>
          {levels.length > 0 ? <small>{formatLevels(t, levels, wantedLevels)}</small> : null}
          {replyMedianS === null ? null : <p className="card__reply">{formatReplyTime(t, replyMedianS)}</p>}
          {offer ? <p className="card__offer">{offer}</p> : null}
          {selectForm === undefined ? null : writtenTo?.has(listing.ownerId) ? (
            <p className="small muted">{t("general.card.written")}</p>
          ) : (
            <label className="card__select choice">
              <input
                type="checkbox"
                name="listing_ids"
                value={id}
                form={selectForm}
                defaultChecked={selected.includes(id)}
              />
              <span>
                {t("general.card.select")}
                <span className="visually-hidden">{`: ${title}`}</span>
              </span>
            </label>
          )}
        </div>
        <HeartButton
          listingId={id}
          title={title}
          isSaved={isShortlisted?.(id) ?? false}
          isTarget={!promoted}
        />
      </article>
    </li>
  );
}

type CardPictureProps = Pick<ListingCardData, "picture" | "teacherPicture" | "ownerId" | "subject"> & {
  isEager: boolean;
};

/**
 * The listing's picture, else the teacher's, else the subject's. Decorative: the card's link has the same text. The style
 * sheet gives it its size.
 */
function CardPicture({ picture, teacherPicture, ownerId, subject, isEager }: CardPictureProps) {
  const image = picture
    ? { src: picture, srcSet: undefined }
    : teacherPicture && toTeacherImage(ownerId, teacherPicture);
  if (!image) return <SubjectPicture subject={subject} />;
  return (
    <img
      src={image.src}
      srcSet={image.srcSet}
      sizes={image.srcSet && "(min-width: 768px) 380px, 80px"}
      alt=""
      loading={isEager ? undefined : "lazy"}
      fetchPriority={isEager ? "high" : undefined}
    />
  );
}

function toTeacherImage(
  ownerId: string,
  { extension, version }: NonNullable<ListingCardData["teacherPicture"]>,
): { src: string; srcSet: string } {
  const [, ...sizes] = AVATAR_SIZES;
  const [small, large] = sizes.map((width) => paths.profilePicture(ownerId, extension, { version, width }));
  return { src: large ?? "", srcSet: `${small} ${sizes[0]}w, ${large} ${sizes[1]}w` };
}

/** Two levels and the number of the others, but all that were filtered for, which are first. */
function formatLevels(t: Page["t"], levels: readonly Level[], wanted: readonly Level[]): string {
  const isWanted = (level: Level) => wanted.includes(level);
  const found = wanted.length > 0 ? levels.filter(isWanted) : wanted;
  const sorted = found.length > 0 ? [...found, ...levels.filter((level) => !isWanted(level))] : levels;
  const names = sorted
    .slice(0, Math.max(LEVELS_SHOWN, found.length))
    .map((level) => t(`general.levels.${level}`));
  const rest = levels.length - names.length;
  return names.join(", ") + (rest > 0 ? ` +${rest}` : "");
}

/** "12 years of teaching · Gradul didactic I" */
function formatExperience(t: Page["t"], { experienceYears, qualification }: ListingCardData): string | null {
  if (experienceYears === 0) return qualification;
  const years = t.count("general.card.experience", experienceYears);
  return qualification === null ? years : `${years} · ${qualification}`;
}

/** What most listings don't have: a free or reduced first lesson, and groups. */
function formatOffer(t: Page["t"], { trial, formats }: ListingCardData): string | null {
  const offers = [
    ...(trial === "none" ? [] : [t(`general.trials.${trial}`)]),
    ...(formats.includes("group") ? [t("general.formats.group")] : []),
  ];
  return offers.join(" · ") || null;
}

/** Whole km, because locations are rounded to about half a km. */
function formatDistance(t: Page["t"], km: number): string {
  return km < 1 ? t("general.card.near") : t("general.card.away", { n: Math.round(km) });
}
