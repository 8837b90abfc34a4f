import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingImages, listings, users } from "@/db/schema";
import { cardFile } from "@/platform/media";
import type { County, Level, Location, Subject } from "@/shared/codes";
import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { Picture } from "@/ui/pictures";
import { visibleListing } from "./visibility";

/** What a listing shows of itself in a list. Money in bani, times in ms. */
export type ListingCard = {
  num: number;
  /** Its rank among those asked for, as the choice gave it. */
  place: number;
  id: string;
  title: string;
  subject: Subject;
  levels: Level[];
  county: County | null;
  neighbourhood: string;
  online: boolean;
  locations: Location[];
  pricePerHour: number | null;
  teacherName: string;
  picture: Picture | null;
  publishedTs: number | null;
};

/**
 * Which listings: by number, by id, or by a query of one's own that yields `num` and `place` (rank in the answer),
 * so that a search is one statement together with its cards.
 */
export type CardChoice = { nums: readonly number[] } | { ids: readonly string[] } | { source: SQL };

type Row = {
  num: number;
  place: number;
  id: string;
  title: string;
  subject: Subject;
  levels: string;
  county: County | null;
  neighbourhood: string;
  online: number;
  locations: string;
  price_per_hour: number | null;
  published_ts: number | null;
  first_name: string;
  last_name: string;
  file: string | null;
  width: number | null;
  height: number | null;
};

/** Cards in the order asked, in one statement; what visitors may not see (any more) is left out. */
export async function listingCards(ctx: Pick<Ctx, "db" | "now">, choice: CardChoice): Promise<ListingCard[]> {
  if ("nums" in choice && choice.nums.length === 0) return [];
  if ("ids" in choice && choice.ids.length === 0) return [];
  const rows = await ctx.db.all<Row>(sql`
    select ${listings.num} as num, wanted.place as place, ${listings.id} as id, ${listings.title} as title, ${listings.subject} as subject,
      ${listings.levels} as levels, ${listings.county} as county, ${listings.neighbourhood} as neighbourhood,
      ${listings.online} as online, ${listings.locations} as locations,
      ${listings.pricePerHour} as price_per_hour, ${listings.publishedTs} as published_ts,
      ${users.firstName} as first_name, ${users.lastName} as last_name,
      ${listingImages.file} as file, ${listingImages.width} as width, ${listingImages.height} as height
    from (${source(choice)}) wanted
    cross join ${listings} on ${listings.num} = wanted.num
    cross join ${users} on ${users.id} = ${listings.ownerId}
    left join ${listingImages} on ${listingImages.listingId} = ${listings.id} and ${listingImages.position} = 0
    where ${visibleListing(ctx.now)}`);
  // Sorted here: SQLite's sorter would count every row as read once more.
  return rows.sort((a, b) => a.place - b.place).map(toCard);
}

/** A list travels as one JSON parameter: D1 binds at most a hundred. */
function source(choice: CardChoice): SQL {
  if ("source" in choice) return choice.source;
  if ("nums" in choice) {
    return sql`select value as num, key as place from json_each(${JSON.stringify(choice.nums)})`;
  }
  return sql`select ${listings.num} as num, asked.key as place from json_each(${JSON.stringify(choice.ids)}) asked
    cross join ${listings} on ${listings.id} = asked.value`;
}

function toCard(row: Row): ListingCard {
  const {
    levels,
    locations,
    online,
    price_per_hour,
    published_ts,
    first_name,
    last_name,
    file,
    width,
    height,
    ...rest
  } = row;
  return {
    ...rest,
    levels: JSON.parse(levels),
    locations: JSON.parse(locations),
    online: online === 1,
    pricePerHour: price_per_hour,
    publishedTs: published_ts,
    teacherName: fullName({ firstName: first_name, lastName: last_name }),
    // The card's link says what the picture would: it is decoration there.
    picture: file && width && height ? listingPicture(row.id, { file, width, height }, "", "card") : null,
  };
}

/** A stored picture as pages show it: its small form first for cards, with the other for screens that want it. */
export function listingPicture(
  listingId: string,
  { file, width, height }: { file: string; width: number; height: number },
  alt: string,
  form: "card" | "full" = "full",
): Picture {
  const full = paths.listingImage(listingId, file);
  const card = paths.listingImage(listingId, cardFile(file));
  const srcSet = width > CARD_PIXELS ? `${card} ${CARD_PIXELS}w, ${full} ${width}w` : undefined;
  return { src: form === "card" ? card : full, ...(srcSet ? { srcSet } : {}), width, height, alt };
}

/** Width of the small form, as platform/media makes it. */
const CARD_PIXELS = 480;
