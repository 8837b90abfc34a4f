import type { Ctx } from "@/context";
import { findIndexedLists } from "@/features/search";
import { type Day, startOfDay } from "@/shared/dates";
import type { SitemapEntry } from "./sitemap-xml";

const inBoth = (path: string): SitemapEntry => ({ languages: { en: path, ro: path }, lastmod: null });

/** A route with the option `sitemap`. */
export type SitemapPage = { path: string; value: { changed?: Day } };

export const pageEntries = (pages: readonly SitemapPage[]): SitemapEntry[] =>
  pages.map(({ path, value: { changed } }) => ({
    ...inBoth(path),
    lastmod: changed === undefined ? null : startOfDay(changed),
  }));

/** The lists that search engines may index: docs/decisions/0021. */
export const listEntries = async (ctx: Pick<Ctx, "db">): Promise<SitemapEntry[]> =>
  (await findIndexedLists(ctx)).map(inBoth);
