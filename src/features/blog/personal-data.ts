import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { posts } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";

/** A user's posts, drafts included, as JSON for their export. */
export async function exportPosts(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(posts)
    .where(eq(posts.authorId, userId))
    .orderBy(asc(posts.createdTs), asc(posts.id));
  const time = (ts: number | null) => (ts === null ? null : toTimestampJson(ts));
  return rows.map((post) => ({
    _id: post.id,
    locale: post.locale,
    other_id: post.translationId,
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    body: post.body,
    category_id: post.categoryId,
    cover: post.cover,
    cover_alt: post.coverAlt,
    publish_ts: time(post.publishTs),
    created_ts: toTimestampJson(post.createdTs),
    updated_ts: toTimestampJson(post.updatedTs),
    edited_ts: time(post.editedTs),
    version: post.version,
  }));
}

/** Removes a user's name from their posts. The posts belong to the site and stay. */
export const anonymizePostsStatements = ({ db }: Pick<Ctx, "db">, userId: string): Statement[] => [
  db.update(posts).set({ authorId: null }).where(eq(posts.authorId, userId)),
];
