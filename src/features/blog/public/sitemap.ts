import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { blogCategories, posts } from "@/db/schema";
import type { Locale } from "@/shared/i18n/locales";
import { isVisiblePostSql } from "../queries";

/** A post in the sitemap: its slugs in the languages it exists in, and its last change (ms). */
export type SitemapPost = {
  id: string;
  locale: Locale;
  slug: string;
  translationSlug: string | null;
  lastmod: number;
};

/** URLs of one file of a sitemap. */
const MAX_POSTS = 50_000;

/** All published posts. */
export const listPostsForSitemap = async ({ db, now }: Ctx): Promise<SitemapPost[]> =>
  await db
    .select({
      id: posts.id,
      locale: posts.locale,
      slug: posts.slug,
      translationSlug: sql<
        string | null
      >`(select other.slug from ${posts} other where other.id = ${posts}.other_id and other.publish_ts <= ${now})`,
      lastmod: sql<number>`coalesce(${posts.editedTs}, ${posts.publishTs})`,
    })
    .from(posts)
    .where(isVisiblePostSql(now))
    .orderBy(posts.id)
    .limit(MAX_POSTS);

/** The newest publication time (ms) in each language, null if there is none; `categoryId` null means all posts. */
type NewestPostTimes = { categoryId: string | null } & Record<Locale, number | null>;

/** For the list of all posts and the list of each category. */
export async function listNewestPostTimes({ db, now }: Ctx): Promise<NewestPostTimes[]> {
  const newest = (locale: Locale, condition: SQL) => sql`(select max(${posts.publishTs}) from ${posts}
    where ${condition} and ${posts.locale} = ${locale} and ${isVisiblePostSql(now)})`;
  const times = (condition: SQL) => sql`${newest("en", condition)} as en, ${newest("ro", condition)} as ro`;
  return await db.all<NewestPostTimes>(sql`select null as categoryId, ${times(sql`1`)} union all
    select * from (select ${blogCategories.id}, ${times(sql`${posts.categoryId} = ${blogCategories.id}`)}
      from ${blogCategories} order by 1)`);
}
