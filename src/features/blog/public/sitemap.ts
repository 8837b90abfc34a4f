import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { blogCategories, posts } from "@/db/schema";
import { startOfDay, toDay } from "@/shared/dates";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { visiblePost } from "../queries";

type Reader = Pick<Ctx, "db" | "now">;

/** A post in the sitemap: its slugs in the languages it exists in, and its last change (ms). */
export type SitemapPost = {
  id: string;
  locale: Locale;
  slug: string;
  otherSlug: string | null;
  lastmod: number;
};

/** Any language: with this condition, SQLite uses the index `posts_published`. */
const IN_ANY_LOCALE = sql`${posts.locale} in (${sql.join(
  LOCALES.map((one) => sql`${one}`),
  sql`, `,
)})`;

const yearOf = (ts: number): number => Number(toDay(ts).slice(0, 4));

/** The years (Bucharest time) from the first publication to the last. */
export async function postYears({ db, now }: Reader): Promise<number[]> {
  const [row] = await db.all<{ first: number | null; last: number | null }>(sql`
    select min(${posts.publishTs}) as first, max(${posts.publishTs}) as last from ${posts}
    where ${IN_ANY_LOCALE} and ${visiblePost(now)}`);
  if (!row || row.first === null || row.last === null) return [];
  const [first, last] = [yearOf(row.first), yearOf(row.last)];
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

function publishedIn(year: number, now: number): SQL {
  const [from, to] = [startOfDay(`${year}-01-01`), startOfDay(`${year + 1}-01-01`)];
  return sql`${IN_ANY_LOCALE} and ${posts.publishTs} >= ${from} and ${posts.publishTs} < ${to} and ${visiblePost(now)}`;
}

/** A column of the translation, if it is published. */
const ofOther = (column: "slug" | "version", now: number) =>
  sql<
    string | null
  >`(select other.${sql.identifier(column)} from ${posts} other where other.id = ${posts}.other_id
    and other.publish_ts <= ${now})`;

/** A fingerprint of a year's posts in the sitemap, changed by every change of them; null if there are none. */
export async function postsStamp({ db, now }: Reader, year: number): Promise<string | null> {
  const [row] = await db.all<{ n: number }>(sql`
    select count(*) as n, sum(${posts.version}) as versions, max(${posts.updatedTs}) as newest,
      sum(${posts.updatedTs} % 1000000007) as times, total(${ofOther("version", now)}) as others
    from ${posts} where ${publishedIn(year, now)}`);
  return row && row.n > 0 ? Object.values(row).join("-") : null;
}

/** A year's posts by id, after `after`. */
export const postsForSitemap = async (
  { db, now }: Reader,
  { year, after, limit }: { year: number; after: string; limit: number },
): Promise<SitemapPost[]> =>
  await db
    .select({
      id: posts.id,
      locale: posts.locale,
      slug: posts.slug,
      otherSlug: ofOther("slug", now),
      lastmod: sql<number>`coalesce(${posts.editedTs}, ${posts.publishTs})`,
    })
    .from(posts)
    .where(sql`${publishedIn(year, now)} and ${posts.id} > ${after}`)
    .orderBy(posts.id)
    .limit(limit);

/** The newest publication time of a list (ms) by language, null if empty; id null stands for all posts. */
type SitemapPostList = { id: string | null } & Record<Locale, number | null>;

/** The list of all posts and each category's list. */
export async function postListsForSitemap({ db, now }: Reader): Promise<SitemapPostList[]> {
  const newest = (locale: Locale, of: SQL) => sql`(select max(${posts.publishTs}) from ${posts}
    where ${of} and ${posts.locale} = ${locale} and ${visiblePost(now)})`;
  const times = (of: SQL) => sql`${newest("en", of)} as en, ${newest("ro", of)} as ro`;
  return await db.all<SitemapPostList>(sql`select null as id, ${times(sql`1`)} union all
    select * from (select ${blogCategories.id}, ${times(sql`${posts.categoryId} = ${blogCategories.id}`)}
      from ${blogCategories} order by 1)`);
}
