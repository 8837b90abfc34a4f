import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { posts } from "@/db/schema";
import type { Locale } from "@/shared/i18n/locales";
import { visiblePost } from "./queries";

/** A post for the sitemap: where it is found, in both languages where it exists in both, and when it changed (ms). */
export type SitemapPost = {
  id: string;
  locale: Locale;
  slug: string;
  otherSlug: string | null;
  lastmod: number;
};

/** Published posts in the order of their ids, behind `after`; reads as many rows as it gives. */
export async function postsForSitemap(
  { db, now }: Pick<Ctx, "db" | "now">,
  { after, limit }: { after: string | null; limit: number },
): Promise<SitemapPost[]> {
  const from: SQL = after === null ? sql`1` : sql`${posts.id} > ${after}`;
  return await db
    .select({
      id: posts.id,
      locale: posts.locale,
      slug: posts.slug,
      otherSlug: sql<string | null>`(select other.slug from ${posts} other where other.id = ${posts}.other_id
        and other.publish_ts <= ${now})`,
      lastmod: sql<number>`coalesce(${posts.editedTs}, ${posts.publishTs})`,
    })
    .from(posts)
    .where(sql`${from} and ${visiblePost(now)}`)
    .orderBy(posts.id)
    .limit(limit);
}
