import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { blogCategories, postSlugs, posts, users } from "@/db/schema";
import type { PostState } from "@/shared/codes";
import { LOCALES, type Locale } from "@/shared/i18n/locales";

const createColumns = (now: number) => ({
  ...getTableColumns(posts),
  /** Slug of the translation, if it is published. */
  translationSlug: sql<
    string | null
  >`(select other.slug from ${posts} other where other.id = ${posts}.other_id
    and other.publish_ts <= ${now})`,
  firstName: users.firstName,
  lastName: users.lastName,
  nameEn: blogCategories.nameEn,
  nameRo: blogCategories.nameRo,
});

/** A post with its author and category. Times in ms. */
export type PostDetails = Awaited<ReturnType<typeof listPostDetails>>[number];

/** Posts with author and category, unordered; `where` is a condition on `posts`. */
export const listPostDetails = async ({ db, now }: Ctx, where: SQL) =>
  await db
    .select(createColumns(now))
    .from(posts)
    .leftJoin(users, sql`${users.id} = ${posts.authorId}`)
    .leftJoin(blogCategories, sql`${blogCategories.id} = ${posts.categoryId}`)
    .where(where);

/** A post's state at `now`: draft without a time, scheduled before it, published after it. Times in ms. */
export const getPostState = (publishTs: number | null, now: number): PostState =>
  publishTs === null ? "draft" : publishTs > now ? "scheduled" : "published";

export const isPublished = (post: Pick<PostDetails, "publishTs">, now: number): boolean =>
  getPostState(post.publishTs, now) === "published";

/** Whether a row of `posts` is in a state at `now` (ms), as `getPostState` computes it. */
export function isInStateSql(state: PostState, now: number): SQL {
  if (state === "draft") return sql`${posts.publishTs} is null`;
  return state === "scheduled" ? sql`${posts.publishTs} > ${now}` : sql`${posts.publishTs} <= ${now}`;
}

/** The post of this id if it is published. */
export async function findPublishedPost(ctx: Ctx, id: string): Promise<PostDetails | null> {
  const post = await findPost(ctx, id);
  return post && isPublished(post, ctx.now) ? post : null;
}

/** The author's name on the page and in the feed; null once erased. */
export const formatAuthorName = ({ firstName, lastName }: Pick<PostDetails, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ") || null;

/**
 * The post for a key from a URL, in any state: matched by slug, former slug or id. Several matches rank by `locale`
 * (slugs are unique in a language), then a current slug before a former one. One statement; null if none matches.
 * Only posts for which `isVisible` holds count.
 */
export async function findPostByKey(
  ctx: Ctx,
  { key, locale }: { key: string; locale: Locale },
  isVisible: (post: PostDetails) => boolean,
): Promise<PostDetails | null> {
  const allLocales = sql.join(
    LOCALES.map((code) => sql`${code}`),
    sql`, `,
  );
  const candidates = await listPostDetails(
    ctx,
    sql`${posts.id} in (select id from ${posts} where id = ${key}
      union all select id from ${posts} where locale in (${allLocales}) and slug = ${key}
      union all select post_id from ${postSlugs} where locale in (${allLocales}) and slug = ${key})`,
  );
  // A former slug in this language wins over the other language's current slug, so published links keep working.
  const rank = (post: PostDetails) => (post.locale === locale ? 2 : 0) + (post.slug === key ? 1 : 0);
  return candidates.filter(isVisible).sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** A post in any state; null if it doesn't exist. */
export const findPost = async (ctx: Ctx, id: string): Promise<PostDetails | null> =>
  (await listPostDetails(ctx, eq(posts.id, id)))[0] ?? null;
