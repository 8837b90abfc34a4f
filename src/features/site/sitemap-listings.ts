import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, searchEntries, users } from "@/db/schema";
import { isVisibleListing } from "@/features/listings";
import { paths } from "@/shared/paths";
import type { SitemapEntry } from "./sitemap-xml";

/** Listing numbers of a part: each listing has two URLs, and a part may hold 50,000. */
const NUMS = 25_000;
/** Rows of one statement: a full part takes 26 of the 50 that a request may make on any plan. */
const AT_ONCE = 1000;

type Reader = Pick<Ctx, "db" | "now">;

/** The numbers of the parts that hold listings. One index seek for each part. */
export async function listingParts({ db }: Reader): Promise<number[]> {
  const first = sql.raw(`(select (min(num) - 1) / ${NUMS} + 1 from search_entries`);
  const rows = await db.all<{ part: number }>(sql`
    with recursive found(part) as (
      select ${first})
      union all select ${first} where num > found.part * ${sql.raw(String(NUMS))}) from found where part is not null
    ) select part from found where part is not null`);
  return rows.map(({ part }) => part);
}

/** Visible listings in a range of numbers, the last number included. */
const visibleWithin = (now: number, after: number, last: number): SQL => sql`
  from ${searchEntries} cross join ${listings} on ${listings.num} = ${searchEntries.num}
  cross join ${users} on ${users.id} = ${listings.ownerId}
  where ${searchEntries.num} > ${after} and ${searchEntries.num} <= ${last} and ${isVisibleListing(now)}`;

/** The last change of a listing's page (ms). */
const LASTMOD = sql`max(${listings.updatedTs}, coalesce(${listings.publishedTs}, 0), coalesce(${listings.renewedTs}, 0))`;

/** A fingerprint of a part: count, numbers and change times of its listings. Null if it is empty. */
export async function listingsStamp({ db, now }: Reader, part: number): Promise<string | null> {
  const [row] = await db.all<{ n: number; nums: number; newest: number; times: number }>(sql`
    select count(*) as n, sum(${listings.num}) as nums, max(lastmod) as newest, sum(lastmod % 1000000007) as times
    from (select ${listings.num}, ${LASTMOD} as lastmod ${visibleWithin(now, (part - 1) * NUMS, part * NUMS)}) listings`);
  return row && row.n > 0 ? Object.values(row).join("-") : null;
}

/** The listings of a part, AT_ONCE at a time. */
export async function* listingEntries({ db, now }: Reader, part: number): AsyncGenerator<SitemapEntry[]> {
  const last = part * NUMS;
  let after = last - NUMS;
  for (;;) {
    const rows = await db.all<{ num: number; id: string; lastmod: number }>(sql`
      select ${searchEntries.num}, ${listings.id}, ${LASTMOD} as lastmod ${visibleWithin(now, after, last)}
      order by ${searchEntries.num} limit ${sql.raw(String(AT_ONCE))}`);
    if (rows.length > 0) yield rows.map(({ id, lastmod }) => entryOf(id, lastmod));
    const next = rows.at(-1)?.num;
    if (rows.length < AT_ONCE || next === undefined) return;
    after = next;
  }
}

function entryOf(id: string, lastmod: number): SitemapEntry {
  const path = paths.listing(id);
  return { languages: { en: path, ro: path }, lastmod };
}
