import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { postSlugs, posts } from "@/db/schema";
import type { Locale } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { toPostSlug } from "@/shared/schemas/post";

/** Paths below /blog that are no posts; a slug that looks like an id would lead to the post of that id. */
const isReserved = (slug: string): boolean => slug === "category" || ID_PATTERN.test(slug);

/** The slug of a title; "post" if it has no Latin letter or digit. */
const createSlug = (title: string): string => toPostSlug(title) || "post";

/** Whether a slug was made from a title, perhaps with a number that made it unique. */
export const isSlugOfTitle = (slug: string, title: string): boolean => {
  const titleSlug = createSlug(title);
  return (
    slug === titleSlug || (slug.startsWith(`${titleSlug}-`) && /^\d+$/.test(slug.slice(titleSlug.length + 1)))
  );
};

type TitleAndSlug = { title: string; slug: string };

/**
 * The preferred slug of a post, before uniqueness: the typed one, else the current one. That of a draft follows the
 * title that it was made from.
 */
export function computePreferredSlug(
  input: TitleAndSlug,
  current: (TitleAndSlug & { publishTs: number | null }) | null,
): string {
  if (current === null) return input.slug || createSlug(input.title);
  if (input.slug !== "" && input.slug !== current.slug) return input.slug;
  const followsTitle =
    current.publishTs === null && input.title !== current.title && isSlugOfTitle(current.slug, current.title);
  if (!followsTitle && input.slug !== "") return current.slug;
  return isSlugOfTitle(current.slug, input.title) ? current.slug : createSlug(input.title);
}

/**
 * The preferred slug, or the first free one with a number; unique among all current and former slugs of the language.
 */
export async function findFreeSlug(
  ctx: Ctx,
  locale: Locale,
  preferred: string,
  postId: string,
): Promise<string> {
  // "." follows "-" in ASCII: the range holds the slug itself and the slug followed by "-", not by a letter.
  const isSimilarSql = sql`locale = ${locale} and slug >= ${preferred} and slug < ${`${preferred}.`}`;
  const rows = await ctx.db.all<{ slug: string }>(
    sql`select slug from ${posts} where ${isSimilarSql} and id <> ${postId}
      union all select slug from ${postSlugs} where ${isSimilarSql} and post_id <> ${postId}`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  const isFree = (slug: string) => !taken.has(slug) && !isReserved(slug);
  for (let n = 1; ; n++) {
    const slug = n === 1 ? preferred : `${preferred}-${n}`;
    if (isFree(slug)) return slug;
  }
}

/** Whether, when the write runs, no other post has or had this slug. */
export const isSlugFreeSql = (locale: Locale, slug: string, postId: string): SQL =>
  sql`not exists (select 1 from ${posts} p where p.locale = ${locale} and p.slug = ${slug} and p.id <> ${postId})
    and not exists (select 1 from ${postSlugs} s
      where s.locale = ${locale} and s.slug = ${slug} and s.post_id <> ${postId})`;

/** Stores a slug that readers may know, if `guard` holds; it then leads to the post permanently. */
export const saveSlugStatement = (
  { db, now }: Ctx,
  { id, locale, slug }: { id: string; locale: Locale; slug: string },
  guard: SQL,
) =>
  db.run(sql`insert into ${postSlugs} (locale, slug, post_id, ts)
    select ${locale}, ${slug}, ${id}, ${now} where ${guard} on conflict do nothing`);

/** Deletes all slugs of a post. */
export const deleteSlugsStatement = ({ db }: Ctx, postId: string, guard: SQL) =>
  db.delete(postSlugs).where(sql`${eq(postSlugs.postId, postId)} and ${guard}`);
