import type { ListingCardRow } from "@/features/listings";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";

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
