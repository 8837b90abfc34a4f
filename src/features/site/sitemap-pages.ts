import type { Ctx } from "@/context";
import { findIndexedLists } from "@/features/search";
import { startOfDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { PLAIN_PAGES } from "./plain-pages";
import type { SitemapEntry } from "./sitemap-xml";

const inBoth = (path: string): SitemapEntry => ({ languages: { en: path, ro: path }, lastmod: null });

/** Pages that exist once. */
export const pageEntries = (): SitemapEntry[] => [
  ...[
    paths.home(),
    paths.testimonials(),
    paths.contact(),
    paths.ranking(),
    paths.apiDocs(),
    paths.signIn(),
    paths.signUp(),
  ].map(inBoth),
  ...PLAIN_PAGES.map(({ path, changed }) => ({ ...inBoth(path), lastmod: startOfDay(changed) })),
];

/** The lists that search engines may index: docs/decisions/0021. */
export const listEntries = async (ctx: Pick<Ctx, "db">): Promise<SitemapEntry[]> =>
  (await findIndexedLists(ctx)).map(inBoth);
