import type { ListingCardRow } from "@/features/listings";
import { type County, countyName, type Subject } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { TextParams, Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { getDefaultSort, type SearchFilters } from "@/shared/schemas/search";
import type { Scope } from "./scope-facts";

/** What a list calls itself: heading and title, and a description for search engines. */
type ListWords = { title: string; description: string };

/** The subject and county that a search is about, each only where there is one. */
export function scopeOf({ subject, county }: SearchFilters): Scope {
  const [only = null] = subject.length === 1 ? subject : [];
  return { subject: only, county };
}

/** The page for search engines that a search belongs to: its subject and county alone. */
export const basePath = (scope: Scope): string => paths.listings({ ...scope });

/** Whether a search asks for no more than its subject and county, so that it is such a page itself. */
export function isBase(filters: SearchFilters): boolean {
  const { q, subject, level, location, online, min, max, near, sort } = filters;
  const narrowed = q !== "" || online || min !== null || max !== null || near !== null;
  return (
    !narrowed &&
    subject.length < 2 &&
    level.length + location.length === 0 &&
    sort === getDefaultSort(filters)
  );
}

/** Fewer listings than these are no page worth finding. */
const INDEXED_FROM = 3;

/** Whether search engines may show a subject's and county's page; `total` is null for more than are counted. */
export const isIndexable = (total: number | null): boolean => total === null || total >= INDEXED_FROM;

export function listWords(t: Translator, { subject, county }: Scope): ListWords {
  const kind = subject ? (county ? "both" : "subject") : county ? "county" : "all";
  const params = { ...(subject ? subjectParams(t, subject) : {}), ...(county ? placeParams(t, county) : {}) };
  return { title: t(`search.title.${kind}`, params), description: t(`search.description.${kind}`, params) };
}

/** The subject's name, and the same within a sentence (Romanian writes it small, English does not). */
export function subjectParams(t: Translator, subject: Subject): { subject: string; topic: string } {
  const name = t(`general.subjects.${subject}`);
  return { subject: name, topic: t.locale === "ro" ? name.toLocaleLowerCase("ro") : name };
}

/** The county's name, and the same in a sentence: "în județul Cluj", but "în București", which is none. */
export function placeParams(t: Translator, county: County): TextParams {
  const name = countyName(county);
  return {
    county: name,
    inPlace: t(`search.place.${county === "b" ? "inCapital" : "in"}`, { county: name }),
  };
}

/** "34 listings"; `total` is null for more than are counted. */
export const countWords = (t: Translator, total: number | null): string =>
  total === null ? t("general.counts.listingsMany") : t.count("general.counts.listings", total);

/** The listings of a page in its order, for search engines; `site` is the site's origin. https://schema.org/ItemList */
export function itemListData(
  t: Translator,
  site: string,
  name: string,
  cards: readonly ListingCardRow[],
): object {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name,
    itemListElement: cards.map(({ id, title }, n) => ({
      "@type": "ListItem",
      position: n + 1,
      name: title,
      url: site + localizePath(t.locale, paths.listing(id)),
    })),
  };
}
