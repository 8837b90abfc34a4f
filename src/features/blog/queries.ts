import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { blogCategories, posts } from "@/db/schema";
import { compareTexts } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { type Category, categoryName } from "./category-name";
import { beginningOf } from "./markdown/reading-time";

/** Number of posts on a page of the list. */
export const POSTS_PER_PAGE = 12;
/** Characters of a body that are read for the excerpt of a post without a summary. */
const BEGINNING = 600;

/** Published posts, as a condition on `posts`; `now` in ms. */
export const visiblePost = (now: number): SQL => sql`${posts.publishTs} <= ${now}`;

/** All categories, by name in the page's language. */
export async function findCategories({ db, locale }: Pick<Ctx, "db" | "locale">): Promise<Category[]> {
  const { id, nameEn, nameRo } = blogCategories;
  const rows = await db.select({ id, nameEn, nameRo }).from(blogCategories);
  return rows.sort((a, b) => compareTexts(categoryName(a, locale), categoryName(b, locale), locale));
}

/** A post in a list. Times in ms. */
export type PostCard = {
  id: string;
  locale: Locale;
  slug: string;
  title: string;
  /** Its summary, else the beginning of its text. */
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
  beginning: sql<string>`iif(${posts.excerpt} = '', substr(${posts.body}, 1, ${BEGINNING}), '')`,
  categoryId: posts.categoryId,
  cover: posts.cover,
  publishTs: sql<number>`${posts.publishTs}`,
  updatedTs: posts.updatedTs,
};

const toCard = ({ beginning, ...card }: PostCard & { beginning: string }): PostCard => ({
  ...card,
  excerpt: card.excerpt || beginningOf(beginning),
});

type PostListQuery = { category?: string | null; after?: string | undefined; before?: string | undefined };

/** A page of the published posts in the page's language, the newest first. One statement, by index. */
export async function findPostPage(
  { db, now, locale }: Pick<Ctx, "db" | "now" | "locale">,
  { category, after, before }: PostListQuery,
) {
  const page = paginateByTime({ ts: posts.publishTs, id: posts.id, size: POSTS_PER_PAGE }, { after, before });
  const within = page.within ?? sql`1`;
  const ofCategory = category ? sql`${posts.categoryId} = ${category}` : sql`1`;
  const rows = await db
    .select(CARD)
    .from(posts)
    .where(sql`${posts.locale} = ${locale} and ${visiblePost(now)} and ${ofCategory} and ${within}`)
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows.map(toCard), ({ publishTs, id }) => ({ ts: publishTs, id }));
}

/** The newest published posts of a language, for the home page and the feed. */
export async function latestPosts(
  { db, now }: Pick<Ctx, "db" | "now">,
  { locale, limit }: { locale: Locale; limit: number },
): Promise<PostCard[]> {
  const rows = await db
    .select(CARD)
    .from(posts)
    .where(sql`${posts.locale} = ${locale} and ${visiblePost(now)}`)
    .orderBy(sql`${posts.publishTs} desc`, sql`${posts.id} desc`)
    .limit(limit);
  return rows.map(toCard);
}

/** Related posts: the newest of the post's category, then the newest of all; same language, without the post itself. */
export async function findRelated(
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, locale, categoryId }: Pick<PostCard, "id" | "locale" | "categoryId">,
  limit: number,
): Promise<PostCard[]> {
  // Reads one extra: each list may contain the post itself, and the lists may overlap.
  const newest = (where: SQL, most: number) => sql`select id from (select ${posts.id} from ${posts}
    where ${posts.locale} = ${locale} and ${visiblePost(now)} and ${where} order by ${posts.publishTs} desc limit ${most})`;
  const rows = await db
    .select(CARD)
    .from(posts)
    .where(
      sql`${posts.id} in (${newest(sql`${posts.categoryId} = ${categoryId}`, limit + 1)}
        union ${newest(sql`1`, 2 * limit + 1)}) and ${posts.id} <> ${id}`,
    );
  const ofCategory = (card: PostCard) => Number(categoryId !== null && card.categoryId === categoryId);
  return rows
    .map(toCard)
    .sort((a, b) => ofCategory(b) - ofCategory(a) || b.publishTs - a.publishTs || (b.id < a.id ? -1 : 1))
    .slice(0, limit);
}
