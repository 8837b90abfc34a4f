import type { Ctx } from "@/context";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import type { VerificationKind } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import type { ListingCardData } from "@/ui/listing-card";
import { toCardPicturePath } from "./pictures/to-listing-picture";

/** A listing card with its number and sort keys. */
export type ListingCardRow = ListingCardData & {
  num: number;
  /** Sort keys that the query computed: first by rank, then by position. */
  rank: number;
  position: number;
};

/** A card of the view `listing_cards` (in `migrations/0000_baseline.sql`). */
type StoredCard = Omit<
  ListingCardData,
  "online" | "teacherName" | "picture" | "teacherPicture" | "checked" | "distanceKm"
> & {
  /** 0 or 1. */
  online: number;
  firstName: string;
  lastName: string;
  /** The name of its file. */
  picture: string | null;
  /** 0 or 1. Without a point, distances are those of the county's seat, and are not shown. */
  hasPoint: number;
  profilePicture: string | null;
  pictureTs: number | null;
  /** When the last badges end, without and with certificates of integrity only; null without one. */
  checkedUntilTs: number | null;
  integrityUntilTs: number | null;
  /** The kinds of the documents with a badge, without certificates of integrity. */
  checkedKinds: readonly VerificationKind[];
};

/** A card as a query returns it. */
type FoundCard = [num: number, rank: number, position: number, meters: number | null, card: StoredCard];

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

function toCard([num, rank, position, meters, stored]: FoundCard, now: number): ListingCardRow {
  const {
    hasPoint,
    firstName,
    lastName,
    profilePicture,
    pictureTs,
    checkedUntilTs,
    integrityUntilTs,
    checkedKinds,
    ...card
  } = stored;
  const isCurrent = (untilTs: number | null) => untilTs !== null && untilTs > now;
  return {
    ...card,
    num,
    rank,
    position,
    online: card.online === 1,
    teacherName: formatFullName({ firstName, lastName }),
    distanceKm: meters === null || hasPoint === 0 ? null : meters / 1000,
    picture: card.picture && toCardPicturePath(card.id, card.picture),
    teacherPicture: profilePicture === null ? null : { extension: profilePicture, version: pictureTs },
    checked: [
      ...(isCurrent(integrityUntilTs) ? (["integrity"] as const) : []),
      ...(isCurrent(checkedUntilTs) ? checkedKinds : []),
    ],
  };
}
