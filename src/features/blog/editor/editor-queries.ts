import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { blogCategories, posts } from "@/db/schema";
import type { PostState } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { getPostState, isInStateSql } from "../find-post";

const PAGE = 20;
/** Posts offered as the translation, the latest first. */
const CANDIDATES = 200;

const otherPosts = alias(posts, "other");

export type PostFilter = { state: PostState | null; locale: Locale | null };

/** Posts of all states for editors, the last changed first. */
export async function listPostsForEditors(ctx: Ctx, { state, locale }: PostFilter, cursors: PageCursors) {
  requireAdmin(ctx);
  const page = paginateByTime({ ts: posts.updatedTs, id: posts.id, size: PAGE }, cursors);
  const rows = await ctx.db
    .select({
      id: posts.id,
      locale: posts.locale,
      slug: posts.slug,
      title: posts.title,
      publishTs: posts.publishTs,
      updatedTs: posts.updatedTs,
      translationId: posts.translationId,
      category: ctx.locale === "ro" ? blogCategories.nameRo : blogCategories.nameEn,
    })
    .from(posts)
    .leftJoin(blogCategories, eq(blogCategories.id, posts.categoryId))
    .where(
      and(
        page.within,
        state === null ? undefined : isInStateSql(state, ctx.now),
        locale === null ? undefined : eq(posts.locale, locale),
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const rowsWithState = rows.map((row) => ({ ...row, state: getPostState(row.publishTs, ctx.now) }));
  return page.toPage(rowsWithState, ({ updatedTs, id }) => ({ ts: updatedTs, id }));
}
export type EditorPostPage = Awaited<ReturnType<typeof listPostsForEditors>>;

/** Posts of the other language that may be this post's translation: unpaired posts and the current translation. */
export async function listPairCandidates(ctx: Ctx, { id, locale }: { id: string; locale: Locale }) {
  return await ctx.db
    .select({ id: otherPosts.id, title: otherPosts.title })
    .from(otherPosts)
    .where(
      and(
        ne(otherPosts.locale, locale),
        or(isNull(otherPosts.translationId), eq(otherPosts.translationId, id)),
      ),
    )
    .orderBy(sql`${otherPosts.translationId} is null`, sql`${otherPosts.updatedTs} desc`)
    .limit(CANDIDATES);
}

/** All categories with their post counts, by name. */
export async function listEditableCategories(ctx: Ctx) {
  const { id, nameEn, nameRo } = blogCategories;
  return await ctx.db
    .select({
      id,
      nameEn,
      nameRo,
      posts: sql<number>`(select count(*) from posts where posts.category_id = ${blogCategories}.id)`,
    })
    .from(blogCategories)
    .orderBy(asc(ctx.locale === "ro" ? nameRo : nameEn));
}
export type EditableCategory = Awaited<ReturnType<typeof listEditableCategories>>[number];
