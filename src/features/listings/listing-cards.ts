import type { Ctx } from "@/context";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import { toCardFile } from "@/platform/media";
import type { County, Level, Location, Subject } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { Picture } from "@/ui/pictures";
import { isVisibleListingBoundSql } from "./listing-state";

/** Fields of a listing card. Money in bani, times in ms. */
export type ListingCardRow = {
  num: number;
  /** Sort keys that the query computed: first by rank, then by position. */
  rank: number;
  position: number;
  id: string;
  ownerId: string;
  title: string;
  subject: Subject;
  levels: Level[];
  county: County | null;
  neighbourhood: string;
  online: boolean;
  locations: Location[];
  pricePerHour: number | null;
  teacherName: string;
  /** The teacher's median reply time in seconds; null until there are enough replies. */
  replyMedianS: number | null;
  /** Distance from the center of the search to the rounded point; null without a center. */
  distanceKm: number | null;
  picture: Picture | null;
  publishedTs: number | null;
};

/** A card as SQLite returns it, as a JSON array. */
type StoredCard = [
  num: number,
  rank: number,
  position: number,
  meters: number | null,
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
];
type StoredPicture = [file: string, width: number, height: number];

/**
 * Cards in one statement, in the order of the query; listings that visitors may not see are left out. `wanted` is a
 * query of `num`, the sort keys `rank` and `position`, and `meters` (the distance, or null), so a search and its cards
 * are one statement.
 */
export async function loadListingCards(
  { db, now }: Pick<Ctx, "db" | "now">,
  wanted: BoundSql,
): Promise<ListingCardRow[]> {
  // A single value, because D1 converts each value of a row on its own, which costs the worker more than the query. The
  // picture is a subquery with a limit, because a join would read one more row after the matching one.
  const [row] = await db.read<{ cards: string }>(boundSql`
    select json_group_array(json_array(
      listings.num, wanted.rank, wanted.position, wanted.meters, listings.id, owner_id, title, subject, json(levels),
      county, neighbourhood, online, json(locations), price_per_hour, published_ts, first_name, last_name,
      reply_median_s, json((select json_array(file, width, height) from listing_images
        where listing_id = listings.id and listing_images.position = 0 limit 1)))) as cards
    from (${wanted}) wanted
    cross join listings on listings.num = wanted.num
    cross join users on users.id = listings.owner_id
    where ${isVisibleListingBoundSql(now)}`);
  const cards = (JSON.parse(row?.cards ?? "[]") as StoredCard[]).map(toCard);
  // Sorted here: SQLite's sorter would count every row as read once more.
  return cards.sort((a, b) => a.rank - b.rank || a.position - b.position);
}

function toCard([
  num,
  rank,
  position,
  meters,
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
]: StoredCard): ListingCardRow {
  return {
    num,
    rank,
    position,
    id,
    ownerId,
    title,
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
  };
}

function toCardPicture(listingId: string, [file, width, height]: StoredPicture): Picture {
  return toListingPicture(listingId, { file, width, height }, "", "card");
}

/** Width of the card size in pixels, as platform/media makes it. */
const CARD_PIXELS = 480;

/** The props of a stored picture. `size` is its default size; the browser may choose the other from `srcSet`. */
export function toListingPicture(
  listingId: string,
  { file, width, height }: { file: string; width: number; height: number },
  alt: string,
  size: "card" | "full" = "full",
): Picture {
  const full = paths.listingImage(listingId, file);
  const card = paths.listingImage(listingId, toCardFile(file));
  const srcSet = width > CARD_PIXELS ? `${card} ${CARD_PIXELS}w, ${full} ${width}w` : undefined;
  return { src: size === "card" ? card : full, ...(srcSet ? { srcSet } : {}), width, height, alt };
}
