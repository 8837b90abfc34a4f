import type { Ctx } from "@/context";
import { postListsForSitemap, postsForSitemap, type SitemapPost } from "@/features/blog";
import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { SitemapEntry } from "./sitemap-xml";

/** Rows of one statement. */
const AT_ONCE = 1000;

type Reader = Pick<Ctx, "db" | "now">;

/** The posts of a year, each with its published translation. */
export async function* postEntries(ctx: Reader, year: number): AsyncGenerator<SitemapEntry[]> {
  let after = "";
  for (;;) {
    const posts = await postsForSitemap(ctx, { year, after, limit: AT_ONCE });
    if (posts.length > 0) yield posts.map(entryOf);
    const last = posts.at(-1)?.id;
    if (posts.length < AT_ONCE || last === undefined) return;
    after = last;
  }
}

function entryOf({ locale, slug, otherSlug, lastmod }: SitemapPost): SitemapEntry {
  const languages: SitemapEntry["languages"] = { [locale]: paths.post(slug) };
  if (otherSlug !== null) languages[locale === "en" ? "ro" : "en"] = paths.post(otherSlug);
  return { languages, only: locale, lastmod };
}

/** The blog's lists, only in the languages in which they hold posts. */
export async function postListEntries(ctx: Reader): Promise<SitemapEntry[]> {
  const lists = await postListsForSitemap(ctx);
  return lists.flatMap(({ id, ...newest }) =>
    LOCALES.flatMap((locale): SitemapEntry[] => {
      const path = id === null ? paths.blog() : paths.category(id);
      const lastmod = newest[locale];
      return lastmod === null ? [] : [{ languages: { en: path, ro: path }, only: locale, lastmod }];
    }),
  );
}
