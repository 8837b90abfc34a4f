import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import { type PageResult, paginateByTime } from "@/db/paginate-by-time";
import { blogCategories, posts } from "@/db/schema";
import type { PostState } from "@/shared/codes";
import { compareTexts } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { type Category, getCategoryName } from "./category-name";
import { isInStateSql, listPostDetails, type PostDetails } from "./find-post";
import { createExcerpt } from "./markdown/post-text";

/** Number of posts on a page of the list. */
const POSTS_PER_PAGE = 12;
/** Characters of a body that are read to make an excerpt. */
const EXCERPT_SOURCE_LENGTH = 600;

/** Published posts, as a condition on `posts`; `now` in ms. */
export const isVisiblePostSql = (now: number): SQL => isInStateSql("published", now);

/** All categories, by name in the page's language. */
export async function listCategories({ db, locale }: Ctx): Promise<Category[]> {
  const { id, nameEn, nameRo } = blogCategories;
  const rows = await db.select({ id, nameEn, nameRo }).from(blogCategories);
  return rows.sort((a, b) => compareTexts(getCategoryName(a, locale), getCategoryName(b, locale), locale));
}

/** A post in a list. Times in ms. */
export type PostCard = {
  id: string;
  locale: Locale;
  slug: string;
  title: string;
  /** Its summary, or the beginning of its text. */
  excerpt: string;
  categoryId: string | null;
  /** File name of its cover, or null. */
  cover: string | null;
  publishTs: number;
  updatedTs: number;
};

const CARD = {
  id: posts.id,
  locale: posts.locale,
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  beginning: sql<string>`iif(${posts.excerpt} = '', substr(${posts.body}, 1, ${EXCERPT_SOURCE_LENGTH}), '')`,
  categoryId: posts.categoryId,
  cover: posts.cover,
  publishTs: sql<number>`${posts.publishTs}`,
  updatedTs: posts.updatedTs,
};

const toCard = ({ beginning, ...card }: PostCard & { beginning: string }): PostCard => ({
  ...card,
  excerpt: card.excerpt || createExcerpt(beginning),
});

type PostListQuery = { category?: string | null; after?: string | undefined; before?: string | undefined };

/** A page of the published posts in the page's language, the newest first. One statement, by index. */
export async function listPosts({ db, now, locale }: Ctx, { category, after, before }: PostListQuery) {
  const page = paginateByTime({ ts: posts.publishTs, id: posts.id, size: POSTS_PER_PAGE }, { after, before });
  const within = page.within ?? sql`1`;
  const isInCategorySql = category ? sql`${posts.categoryId} = ${category}` : sql`1`;
  const rows = await db
    .select(CARD)
    .from(posts)
    .where(sql`${posts.locale} = ${locale} and ${isVisiblePostSql(now)} and ${isInCategorySql} and ${within}`)
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows.map(toCard), ({ publishTs, id }) => ({ ts: publishTs, id }));
}

/** The newest published posts of a language, for the home page and the feed. */
export async function listLatestPosts(
  { db, now }: Ctx,
  { locale, limit }: { locale: Locale; limit: number },
): Promise<PostCard[]> {
  const rows = await db.read<PostCard & { beginning: string }>(boundSql`
    select id, locale, slug, title, excerpt, category_id as "categoryId", cover, publish_ts as "publishTs",
      updated_ts as "updatedTs", iif(excerpt = '', substr(body, 1, ${EXCERPT_SOURCE_LENGTH}), '') as beginning
    from posts where locale = ${locale} and publish_ts <= ${now} order by publish_ts desc, id desc limit ${limit}`);
  return rows.map(toCard);
}

/** Related posts: the newest of the post's category, then the newest of all; same language, without the post itself. */
export async function listRelatedPosts(
  { db, now }: Ctx,
  { id, locale, categoryId }: Pick<PostCard, "id" | "locale" | "categoryId">,
  limit: number,
): Promise<PostCard[]> {
  // Reads one extra: each list may contain the post itself, and the lists may overlap.
  const newest = (where: SQL, count: number) => sql`select id from (select ${posts.id} from ${posts}
    where ${posts.locale} = ${locale} and ${isVisiblePostSql(now)} and ${where} order by ${posts.publishTs} desc limit ${count})`;
  const rows = await db
    .select(CARD)
    .from(posts)
    .where(
      sql`${posts.id} in (${newest(sql`${posts.categoryId} = ${categoryId}`, limit + 1)}
        union ${newest(sql`1`, 2 * limit + 1)}) and ${posts.id} <> ${id}`,
    );
  const isInCategory = (card: PostCard) => Number(categoryId !== null && card.categoryId === categoryId);
  return rows
    .map(toCard)
    .sort((a, b) => isInCategory(b) - isInCategory(a) || b.publishTs - a.publishTs || (b.id < a.id ? -1 : 1))
    .slice(0, limit);
}

/**
 * Number of posts on a page with their bodies. Fewer than in the public list, because each body may have 40,000
 * characters.
 */
const DETAILS_PER_PAGE = 10;

type PostFilter = { state: PostState; locales: readonly Locale[]; category: string | null };

/**
 * A page of posts in a state: those with a time by that time, the latest first; drafts by their last change. Reads at
 * most one page of each language.
 */
export async function listPostsInState(
  ctx: Ctx,
  { state, locales, category }: PostFilter,
  after: string | undefined,
  size = DETAILS_PER_PAGE,
): Promise<PageResult<PostDetails>> {
  const ts = state === "draft" ? posts.updatedTs : posts.publishTs;
  const page = paginateByTime({ ts, id: posts.id, size }, { after });
  const conditions = [
    isInStateSql(state, ctx.now),
    category === null ? sql`1` : sql`${posts.categoryId} = ${category}`,
    page.within ?? sql`1`,
  ];
  const order = sql`order by ${ts} desc, ${posts.id} desc limit ${page.limit}`;
  const selectIds = (locale: Locale) => sql`select id from (select ${posts.id} from ${posts}
    where ${posts.locale} = ${locale} and ${sql.join(conditions, sql` and `)} ${order})`;
  const details = await listPostDetails(
    ctx,
    sql`${posts.id} in (${sql.join(locales.map(selectIds), sql` union all `)})`,
  );
  const getTime = (post: PostDetails) => (state === "draft" ? post.updatedTs : (post.publishTs ?? 0));
  const rows = details.sort((a, b) => getTime(b) - getTime(a) || (b.id < a.id ? -1 : 1)).slice(0, page.limit);
  return page.toPage(rows, (post) => ({ ts: getTime(post), id: post.id }));
}
