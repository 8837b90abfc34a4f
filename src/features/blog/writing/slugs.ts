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
  const own = createSlug(title);
  return slug === own || (slug.startsWith(`${own}-`) && /^\d+$/.test(slug.slice(own.length + 1)));
};

type Worded = { title: string; slug: string };

/**
 * The preferred slug of a post, before uniqueness: the typed one, else the present one, unless that was made from a
 * former title.
 */
export function computePreferredSlug(typed: Worded, present: Worded | null): string {
  if (present === null) return typed.slug || createSlug(typed.title);
  if (typed.slug !== "" && typed.slug !== present.slug) return typed.slug;
  const follows = typed.title !== present.title && isSlugOfTitle(present.slug, present.title);
  if (!follows && typed.slug !== "") return present.slug;
  return isSlugOfTitle(present.slug, typed.title) ? present.slug : createSlug(typed.title);
}

/**
 * The preferred slug, or the first free one with a number; unique among all present and former slugs of the language.
 */
export async function findFreeSlug(
  ctx: Ctx,
  locale: Locale,
  wanted: string,
  postId: string,
): Promise<string> {
  // "." follows "-" in ASCII: the range holds the slug itself and the slug followed by "-", not by a letter.
  const near = sql`locale = ${locale} and slug >= ${wanted} and slug < ${`${wanted}.`}`;
  const rows = await ctx.db.all<{ slug: string }>(
    sql`select slug from ${posts} where ${near} and id <> ${postId}
      union all select slug from ${postSlugs} where ${near} and post_id <> ${postId}`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  const fits = (slug: string) => !taken.has(slug) && !isReserved(slug);
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`;
    if (fits(slug)) return slug;
  }
}

/** Whether, when the write runs, no other post has or had this slug. */
export const isSlugFree = (locale: Locale, slug: string, postId: string): SQL =>
  sql`not exists (select 1 from ${posts} p where p.locale = ${locale} and p.slug = ${slug} and p.id <> ${postId})
    and not exists (select 1 from ${postSlugs} s
      where s.locale = ${locale} and s.slug = ${slug} and s.post_id <> ${postId})`;

/** Stores a slug that readers may know, if `guard` holds; it then leads to the post permanently. */
export const saveSlug = (
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, locale, slug }: { id: string; locale: Locale; slug: string },
  guard: SQL,
) =>
  db.run(sql`insert into ${postSlugs} (locale, slug, post_id, ts)
    select ${locale}, ${slug}, ${id}, ${now} where ${guard} on conflict do nothing`);

/** Deletes all slugs of a post. */
export const deleteSlugs = ({ db }: Pick<Ctx, "db">, postId: string, guard: SQL) =>
  db.delete(postSlugs).where(sql`${eq(postSlugs.postId, postId)} and ${guard}`);
