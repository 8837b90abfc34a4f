import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, searchEntries, users } from "@/db/schema";
import { listNewestPostTimes, listPostsForSitemap, type SitemapPost } from "@/features/blog";
import { hasListingStateSql, isVisibleListingSql } from "@/features/listings";
import { listIndexablePaths } from "@/features/search";
import { type Day, startOfDay } from "@/shared/dates";
import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { SitemapEntry } from "./sitemap-xml";

/** Listing numbers of a part: each listing has two URLs, and a part may hold 50,000. */
const NUMBERS_PER_PART = 25_000;
/** Rows of one statement: a full part takes 26 of the 50 statements that a request may make on any plan. */
const BATCH_SIZE = 1000;

const toEntry = (path: string, lastmod: number | null): SitemapEntry => ({
  languages: { en: path, ro: path },
  lastmod,
});

/** A route with the option `sitemap`. */
export type SitemapPage = { path: string; value: { changed?: Day } };

export const listPageEntries = (pages: readonly SitemapPage[]): SitemapEntry[] =>
  pages.map(({ path, value: { changed } }) =>
    toEntry(path, changed === undefined ? null : startOfDay(changed)),
  );

/** The lists that search engines may index: docs/decisions/0021. */
export const listSearchPageEntries = async (ctx: Ctx): Promise<SitemapEntry[]> =>
  (await listIndexablePaths(ctx)).map((path) => toEntry(path, null));

/** The blog's lists, only in the languages in which they hold posts. */
export async function listBlogEntries(ctx: Ctx): Promise<SitemapEntry[]> {
  const lists = await listNewestPostTimes(ctx);
  return lists.flatMap(({ categoryId, ...newest }) =>
    LOCALES.flatMap((locale): SitemapEntry[] => {
      const path = categoryId === null ? paths.blog() : paths.category(categoryId);
      const lastmod = newest[locale];
      return lastmod === null ? [] : [{ ...toEntry(path, lastmod), onlyLocale: locale }];
    }),
  );
}

/** The posts, each with its published translation. */
export const listPostEntries = async (ctx: Ctx): Promise<SitemapEntry[]> =>
  (await listPostsForSitemap(ctx)).map(toPostEntry);

function toPostEntry({ locale, slug, translationSlug, lastmod }: SitemapPost): SitemapEntry {
  const languages: SitemapEntry["languages"] = { [locale]: paths.post(slug) };
  if (translationSlug !== null) languages[locale === "en" ? "ro" : "en"] = paths.post(translationSlug);
  return { languages, onlyLocale: locale, lastmod };
}

/** The numbers of the parts that hold listings. One index seek for each part. */
export const listListingParts = (ctx: Ctx): Promise<number[]> => listPartsWhere(ctx, sql.raw("true"));

/** The numbers of the parts that hold listings and meet a condition on `found.part`. */
async function listPartsWhere({ db }: Ctx, condition: SQL): Promise<number[]> {
  const firstPart = sql.raw(`(select (min(num) - 1) / ${NUMBERS_PER_PART} + 1 from search_entries`);
  const rows = await db.all<{ part: number }>(sql`
    with recursive found(part) as (
      select ${firstPart})
      union all select ${firstPart} where num > found.part * ${sql.raw(String(NUMBERS_PER_PART))})
      from found where part is not null
    ) select part from found where part is not null and ${condition}`);
  return rows.map(({ part }) => part);
}

/** Visible listings with a number after `after`, up to and including `last`. */
const fromVisibleListingsSql = (now: number, after: number | SQL, last: number | SQL): SQL => sql`
  from ${searchEntries} cross join ${listings} on ${listings.num} = ${searchEntries.num}
  cross join ${users} on ${users.id} = ${listings.ownerId}
  where ${searchEntries.num} > ${after} and ${searchEntries.num} <= ${last} and ${isVisibleListingSql(now)}`;

/** The last change of a listing's page (ms). */
const LASTMOD = sql`max(${listings.updatedTs}, coalesce(${listings.publishedTs}, 0), coalesce(${listings.renewedTs}, 0))`;

/** A fingerprint of a part: count, numbers and change times of its listings. Null if it is empty. */
export async function computeListingsFingerprint({ db, now }: Ctx, part: number): Promise<string | null> {
  const visible = fromVisibleListingsSql(now, (part - 1) * NUMBERS_PER_PART, part * NUMBERS_PER_PART);
  const [row] = await db.all<{ n: number; nums: number; newest: number; times: number }>(sql`
    select count(*) as n, sum(${listings.num}) as nums, max(lastmod) as newest, sum(lastmod % 1000000007) as times
    from (select ${listings.num}, ${LASTMOD} as lastmod ${visible}) listings`);
  return row && row.n > 0 ? Object.values(row).join("-") : null;
}

/** The listings of a part, in batches. */
export const iterateListingEntries = (ctx: Ctx, part: number): AsyncGenerator<SitemapEntry[]> =>
  iterateNumbers(part, async (after, last) => {
    const rows = await ctx.db.all<{ num: number; id: string; lastmod: number }>(sql`
      select ${searchEntries.num}, ${listings.id}, ${LASTMOD} as lastmod ${fromVisibleListingsSql(ctx.now, after, last)}
      order by ${searchEntries.num} limit ${sql.raw(String(BATCH_SIZE))}`);
    return rows.map(({ num, id, lastmod }) => ({ num, entry: toEntry(paths.listing(id), lastmod) }));
  });

/** Teachers whose first visible listing has a number after `after`, up to and including `last`. */
const fromTeachersSql = (now: number, after: number | SQL, last: number | SQL): SQL => {
  const earlier = { state: sql`earlier.state`, expiresTs: sql`earlier.expires_ts` };
  return sql`${fromVisibleListingsSql(now, after, last)} and not exists (
    select 1 from ${listings} earlier indexed by listings_owner
    where earlier.owner_id = ${users.id} and ${hasListingStateSql("published", now, earlier)}
      and earlier.num < ${listings.num})`;
};

/** The numbers of the parts that hold teachers: not those of listings whose teachers are all in earlier parts. */
export function listTeacherParts(ctx: Ctx): Promise<number[]> {
  const after = sql.raw(`(found.part - 1) * ${NUMBERS_PER_PART}`);
  const last = sql.raw(`found.part * ${NUMBERS_PER_PART}`);
  return listPartsWhere(ctx, sql`exists (select 1 ${fromTeachersSql(ctx.now, after, last)})`);
}

/** A fingerprint of a part: count and numbers of the listings that place a teacher in it. Null if it is empty. */
export async function computeTeachersFingerprint({ db, now }: Ctx, part: number): Promise<string | null> {
  const teachers = fromTeachersSql(now, (part - 1) * NUMBERS_PER_PART, part * NUMBERS_PER_PART);
  const [row] = await db.all<{ n: number; nums: number; squares: number }>(sql`
    select count(*) as n, sum(${listings.num}) as nums, sum(${listings.num} * ${listings.num} % 1000000007) as squares
    ${teachers}`);
  return row && row.n > 0 ? Object.values(row).join("-") : null;
}

/** The pages of the teachers of a part, in batches. */
export const iterateTeacherEntries = (ctx: Ctx, part: number): AsyncGenerator<SitemapEntry[]> =>
  iterateNumbers(part, async (after, last) => {
    const rows = await ctx.db.all<{ num: number; id: string }>(sql`
      select ${searchEntries.num}, ${users.id} ${fromTeachersSql(ctx.now, after, last)}
      order by ${searchEntries.num} limit ${sql.raw(String(BATCH_SIZE))}`);
    // Reviews, names and profiles have no common time of change.
    return rows.map(({ num, id }) => ({ num, entry: toEntry(paths.teacher(id), null) }));
  });

/** The entries of a part, read in batches of at most `BATCH_SIZE` after a listing number. */
async function* iterateNumbers(
  part: number,
  read: (after: number, last: number) => Promise<{ num: number; entry: SitemapEntry }[]>,
): AsyncGenerator<SitemapEntry[]> {
  const last = part * NUMBERS_PER_PART;
  let after = last - NUMBERS_PER_PART;
  for (;;) {
    const rows = await read(after, last);
    if (rows.length > 0) yield rows.map(({ entry }) => entry);
    const lastNumber = rows.at(-1)?.num;
    if (rows.length < BATCH_SIZE || lastNumber === undefined) return;
    after = lastNumber;
  }
}
