import type { Ctx } from "@/context";
import { paths } from "@/shared/paths";
import { isScopeOnly } from "../counts/scopes";
import { toFilterQuery } from "../filters/active-filters";
import { buildBreadcrumbData } from "./breadcrumbs";
import { buildItemListData, buildListMetadata, isIndexable, scopePath } from "./list-metadata";
import type { LoadedList } from "./load-list";

/** The head of the page of a list. Search engines may index the first page of a scope's list. */
export function buildListHead(
  { t, config }: Pick<Ctx, "t" | "config">,
  { view, matches, query, isByWords }: LoadedList,
) {
  const { heading: title, crumbs, filters, scope, mode } = view;
  const { SITE_URL: site } = config;
  const cards = [...matches.promoted, ...matches.content];
  const scopeOnly = isScopeOnly(filters);
  const isLaterPage = scopeOnly && !matches.isFirst;
  return {
    title,
    description: buildListMetadata(t, scope).description,
    hasResults: true,
    // A later page is not a copy of the first one: docs/decisions/0021.
    canonical: isLaterPage
      ? paths.listings({ ...toFilterQuery(filters), after: query.after, before: query.before })
      : scopePath(scope),
    // A list that was reached by words is a copy of the list of its scope.
    noindex: mode.isSelecting || isByWords || !scopeOnly || isLaterPage || !isIndexable(matches.total),
    jsonLd: [
      buildBreadcrumbData(site, crumbs),
      ...(scopeOnly && cards.length > 0 ? [buildItemListData(t, site, title, cards)] : []),
    ],
  };
}
