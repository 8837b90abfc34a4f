import type { Ctx } from "@/context";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import { toCardFile } from "@/platform/media";
import type { County, Format, Level, Location, SessionMinutes, Subject, Trial } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { ListingCardData } from "@/ui/card-content";
import type { Picture } from "@/ui/pictures";

/** A listing card with its number and sort keys. */
export type ListingCardRow = ListingCardData & {
  num: number;
  /** Sort keys that the query computed: first by rank, then by position. */
  rank: number;
  position: number;
};

/**
 * The stored columns of a card: a row of the view `listing_cards`. New ones are appended: queries read some by number.
 */
type StoredCard = [
  id: string,
  ownerId: string,
  title: string,
  subject: Subject,
  levels: Level[],
  county: County | null,
  neighbourhood: string,
  /** 0 or 1. */
  online: number,
  locations: Location[],
  pricePerHour: number | null,
  publishedTs: number | null,
  firstName: string,
  lastName: string,
  replyMedianS: number | null,
  picture: StoredPicture | null,
  profilePicture: string | null,
  pictureTs: number | null,
  reviewCount: number,
  ratingSum: number,
  /** When the last badge ends; null without one. */
  checkedUntilTs: number | null,
  trial: Trial,
  formats: Format[],
  price: number | null,
  sessionMinutes: SessionMinutes,
  experienceYears: number,
  qualification: string | null,
  textLanguage: Locale | null,
];
/** A card as a query returns it. */
type FoundCard = [num: number, rank: number, position: number, meters: number | null, card: StoredCard];
type StoredPicture = [file: string, width: number, height: number];

/**
 * Cards in one statement, in the order of the query. `wanted` is a query of `num`, the sort keys `rank` and `position`,
 * `meters` (the distance, or null) and `card`, the card of the listing's search entry. Only listings that visitors may
 * see have an entry; `wanted` leaves out those that have expired since.
 */
export async function loadListingCards(
  { db, now }: Pick<Ctx, "db" | "now">,
  wanted: BoundSql,
): Promise<ListingCardRow[]> {
  // A single value, because D1 converts each value of a row on its own, which costs the worker more than the query.
  // Concatenated, because SQLite's JSON functions would parse each card.
  const [row] = await db.read<{ cards: string | null }>(boundSql`
    select group_concat(
      '[' || num || ',' || rank || ',' || position || ',' || coalesce(meters, 'null') || ',' || card || ']'
    ) as cards from (${wanted})`);
  const cards = (JSON.parse(`[${row?.cards ?? ""}]`) as FoundCard[]).map((card) => toCard(card, now));
  // Sorted here: SQLite's sorter would count every row as read once more.
  return cards.sort((a, b) => a.rank - b.rank || a.position - b.position);
}

function toCard(
  [
    num,
    rank,
    position,
    meters,
    [
      id,
      ownerId,
      title,
      subject,
      levels,
      county,
      neighbourhood,
      online,
      locations,
      pricePerHour,
      publishedTs,
      firstName,
      lastName,
      replyMedianS,
      picture,
      profilePicture,
      pictureTs,
      reviewCount,
      ratingSum,
      checkedUntilTs,
      trial,
      formats,
      price,
      sessionMinutes,
      experienceYears,
      qualification,
      textLanguage,
    ],
  ]: FoundCard,
  now: number,
): ListingCardRow {
  return {
    num,
    rank,
    position,
    id,
    ownerId,
    title,
    textLanguage,
    subject,
    levels,
    county,
    neighbourhood,
    locations,
    pricePerHour,
    publishedTs,
    replyMedianS,
    online: online === 1,
    teacherName: formatFullName({ firstName, lastName }),
    distanceKm: meters === null ? null : meters / 1000,
    // The card's link contains the same text, so the picture is decorative.
    picture: picture === null ? null : toCardPicture(id, picture),
    teacherPicture: profilePicture === null ? null : { extension: profilePicture, version: pictureTs },
    reviewCount,
    ratingSum,
    isChecked: checkedUntilTs !== null && checkedUntilTs > now,
    trial,
    formats,
    price,
    sessionMinutes,
    experienceYears,
    qualification,
  };
}

function toCardPicture(listingId: string, [file, width, height]: StoredPicture): Picture {
  return toListingPicture(listingId, { file, width, height }, "", "card");
}

/** Width of the card size in pixels, as platform/media makes it. */
const CARD_PIXELS = 480;

/** The props of a stored picture. In its full size, the browser may choose the one of a card from `srcSet`. */
export function toListingPicture(
  listingId: string,
  { file, width, height }: { file: string; width: number; height: number },
  alt: string,
  size: "card" | "full" = "full",
): Picture {
  const full = paths.listingImage(listingId, file);
  const card = paths.listingImage(listingId, toCardFile(file));
  if (size === "card") return { src: card, width, height, alt };
  const srcSet = width > CARD_PIXELS ? `${card} ${CARD_PIXELS}w, ${full} ${width}w` : undefined;
  return { src: full, ...(srcSet ? { srcSet } : {}), width, height, alt };
}
