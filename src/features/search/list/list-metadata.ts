import type { ListingCardRow } from "@/features/listings";
import type { Level } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { type Scope, toScope } from "../counts/scopes";
import { formatLevelList } from "./introduction";

/** The path of a scope's list, which search engines may index. */
export const scopePath = (scope: Scope): string => paths.listings({ ...scope });

/** Minimum of listings for a list that search engines may index. */
const MIN_INDEXABLE = 3;

/** Whether search engines may index the list of a scope; `total` is null for more than are counted. */
export const isIndexable = (total: number | null): boolean => total === null || total >= MIN_INDEXABLE;

/** Title and description of a scope's list, for the page and for search engines. */
export function buildListMetadata(
  t: Translator,
  { subject, county }: Scope,
  levels: readonly Level[] = [],
): { title: string; description: string } {
  const kind = subject ? (county ? "both" : "subject") : county ? "county" : "all";
  const params = {
    forLevels: levels.length > 0 ? t("search.title.forLevels", { levels: formatLevelList(t, levels) }) : "",
    ...(subject ? subjectParams(t, subject) : {}),
    ...(county ? countyParams(t, county) : {}),
  };
  return { title: t(`search.title.${kind}`, params), description: t(`search.description.${kind}`, params) };
}

/** The heading of a search for words, unless all of them became filters: then it is the title of a list with its levels. */
export const formatHeading = (t: Translator, filters: SearchFilters, q: string): string =>
  filters.q === ""
    ? buildListMetadata(t, toScope(filters), filters.level).title
    : t("search.title.words", { q });

/** "34 listings"; `total` is null for more than are counted. */
export function formatTotal(t: Translator, total: number | null): string {
  if (total === null) return t("general.counts.listingsMany");
  return total === 0 ? t("general.counts.noListings") : t.count("general.counts.listings", total);
}

/**
 * The listings of a page in order, for search engines; `site` is the site's origin. Their names are on their pages.
 * https://developers.google.com/search/docs/appearance/structured-data/carousel
 */
export function buildItemListData(
  t: Translator,
  site: string,
  name: string,
  cards: readonly Pick<ListingCardRow, "id">[],
): object {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name,
    itemListElement: cards.map(({ id }, n) => ({
      "@type": "ListItem",
      position: n + 1,
      url: site + localizePath(t.locale, paths.listing(id)),
    })),
  };
}
