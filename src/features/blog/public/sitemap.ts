import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { blogCategories, posts } from "@/db/schema";
import { startOfDay, toDay } from "@/shared/dates";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { isVisiblePostSql } from "../queries";

type Reader = Pick<Ctx, "db" | "now">;

/** A post in the sitemap: its slugs in the languages it exists in, and its last change (ms). */
export type SitemapPost = {
  id: string;
  locale: Locale;
  slug: string;
  translationSlug: string | null;
  lastmod: number;
};

/** Any language: with this condition, SQLite uses the index `posts_published`. */
const IN_ANY_LOCALE = sql`${posts.locale} in (${sql.join(
  LOCALES.map((locale) => sql`${locale}`),
  sql`, `,
)})`;

const toYear = (ts: number): number => Number(toDay(ts).slice(0, 4));

/** The years (Bucharest time) from the first publication to the last. */
export async function listPostYears({ db, now }: Reader): Promise<number[]> {
  const [row] = await db.all<{ first: number | null; last: number | null }>(sql`
    select min(${posts.publishTs}) as first, max(${posts.publishTs}) as last from ${posts}
    where ${IN_ANY_LOCALE} and ${isVisiblePostSql(now)}`);
  if (!row || row.first === null || row.last === null) return [];
  const [first, last] = [toYear(row.first), toYear(row.last)];
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

function isPublishedInSql(year: number, now: number): SQL {
  const [from, to] = [startOfDay(`${year}-01-01`), startOfDay(`${year + 1}-01-01`)];
  return sql`${IN_ANY_LOCALE} and ${posts.publishTs} >= ${from} and ${posts.publishTs} < ${to} and ${isVisiblePostSql(now)}`;
}

/** A column of the translation, if it is published. */
const otherColumn = (column: "slug" | "version", now: number) =>
  sql<
    string | null
  >`(select other.${sql.identifier(column)} from ${posts} other where other.id = ${posts}.other_id
    and other.publish_ts <= ${now})`;

/** A fingerprint of a year's posts in the sitemap, changed by every change of them; null if there are none. */
export async function computePostsFingerprint({ db, now }: Reader, year: number): Promise<string | null> {
  const [row] = await db.all<{ n: number }>(sql`
    select count(*) as n, sum(${posts.version}) as versions, max(${posts.updatedTs}) as newest,
      sum(${posts.updatedTs} % 1000000007) as times, total(${otherColumn("version", now)}) as others
    from ${posts} where ${isPublishedInSql(year, now)}`);
  return row && row.n > 0 ? Object.values(row).join("-") : null;
}

/** A year's posts by id, after `after`. */
export const listPostsForSitemap = async (
  { db, now }: Reader,
  { year, after, limit }: { year: number; after: string; limit: number },
): Promise<SitemapPost[]> =>
  await db
    .select({
      id: posts.id,
      locale: posts.locale,
      slug: posts.slug,
      translationSlug: otherColumn("slug", now),
      lastmod: sql<number>`coalesce(${posts.editedTs}, ${posts.publishTs})`,
    })
    .from(posts)
    .where(sql`${isPublishedInSql(year, now)} and ${posts.id} > ${after}`)
    .orderBy(posts.id)
    .limit(limit);

/** The newest publication time (ms) in each language, null if there is none; `categoryId` null means all posts. */
type NewestPostTimes = { categoryId: string | null } & Record<Locale, number | null>;

/** For the list of all posts and the list of each category. */
export async function listNewestPostTimes({ db, now }: Reader): Promise<NewestPostTimes[]> {
  const newest = (locale: Locale, condition: SQL) => sql`(select max(${posts.publishTs}) from ${posts}
    where ${condition} and ${posts.locale} = ${locale} and ${isVisiblePostSql(now)})`;
  const times = (condition: SQL) => sql`${newest("en", condition)} as en, ${newest("ro", condition)} as ro`;
  return await db.all<NewestPostTimes>(sql`select null as categoryId, ${times(sql`1`)} union all
    select * from (select ${blogCategories.id}, ${times(sql`${posts.categoryId} = ${blogCategories.id}`)}
      from ${blogCategories} order by 1)`);
}
