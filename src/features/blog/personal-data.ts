import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { posts } from "@/db/schema";

/** A user's posts, drafts included, as JSON for their export. */
export async function exportPosts(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(posts)
    .where(eq(posts.authorId, userId))
    .orderBy(asc(posts.createdTs), asc(posts.id));
  return rows.map((post) => exportRow(posts, post, ["authorId"]));
}

/** Removes a user's name from their posts. The posts belong to the site and stay. */
export const anonymizePostsStatements = ({ db }: Ctx, userId: string): Statement[] => [
  db.update(posts).set({ authorId: null }).where(eq(posts.authorId, userId)),
];
