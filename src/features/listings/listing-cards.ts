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

/** A row as SQLite returns it. */
type Row = {
  num: number;
  rank: number;
  position: number;
  meters: number | null;
  id: string;
  owner_id: string;
  title: string;
  subject: Subject;
  /** JSON, as `locations`. */
  levels: string;
  county: County | null;
  neighbourhood: string;
  online: number;
  locations: string;
  price_per_hour: number | null;
  published_ts: number | null;
  first_name: string;
  last_name: string;
  reply_median_s: number | null;
  /** File, width and height as JSON; null without a picture. */
  picture: string | null;
};

/**
 * Cards in one statement, in the order of the query; listings that visitors may not see are left out. `wanted` is a
 * query of `num`, the sort keys `rank` and `position`, and `meters` (the distance, or null), so a search and its cards
 * are one statement.
 */
export async function loadListingCards(
  { db, now }: Pick<Ctx, "db" | "now">,
  wanted: BoundSql,
): Promise<ListingCardRow[]> {
  // The picture is a subquery with a limit, because a join would read one more row after the matching one.
  const rows = await db.read<Row>(boundSql`
    select listings.num as num, wanted.rank as rank, wanted.position as position, wanted.meters as meters,
      listings.id as id, owner_id, title, subject, levels, county, neighbourhood, online, locations, price_per_hour,
      published_ts, first_name, last_name, reply_median_s,
      (select json_array(file, width, height) from listing_images
        where listing_id = listings.id and listing_images.position = 0 limit 1) as picture
    from (${wanted}) wanted
    cross join listings on listings.num = wanted.num
    cross join users on users.id = listings.owner_id
    where ${isVisibleListingBoundSql(now)}`);
  // Sorted here: SQLite's sorter would count every row as read once more.
  return rows.sort((a, b) => a.rank - b.rank || a.position - b.position).map(toCard);
}

function toCard(row: Row): ListingCardRow {
  const {
    meters,
    owner_id,
    levels,
    locations,
    online,
    price_per_hour,
    published_ts,
    first_name,
    last_name,
    reply_median_s,
    picture,
    ...rest
  } = row;
  return {
    ...rest,
    ownerId: owner_id,
    levels: JSON.parse(levels),
    locations: JSON.parse(locations),
    online: online === 1,
    pricePerHour: price_per_hour,
    publishedTs: published_ts,
    teacherName: formatFullName({ firstName: first_name, lastName: last_name }),
    replyMedianS: reply_median_s,
    distanceKm: meters === null ? null : meters / 1000,
    // The card's link contains the same text, so the picture is decorative.
    picture: picture === null ? null : toCardPicture(row.id, picture),
  };
}

function toCardPicture(listingId: string, picture: string): Picture {
  const [file, width, height] = JSON.parse(picture) as [string, number, number];
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
