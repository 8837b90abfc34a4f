import type { Ctx } from "@/context";
import { paths } from "@/shared/paths";
import { isScopeOnly } from "../counts/scopes";
import { toFilterQuery } from "../filters/list-query";
import { buildBreadcrumbData } from "./breadcrumbs";
import { formatListDescription, isIndexable, scopePath } from "./list-metadata";
import type { LoadedList } from "./load-list";

/** The head of the page of a list. Search engines may index the first page of a scope's list. */
export function buildListHead({ t, config }: Ctx, { view, query }: LoadedList) {
  const { heading: title, crumbs, filters, scope, mode, total } = view;
  const scopeOnly = isScopeOnly(filters);
  const isLaterPage = scopeOnly && !view.isFirst;
  return {
    title,
    description: formatListDescription(t, scope),
    hasResults: true,
    // A later page is not a copy of the first one: docs/decisions/0021.
    canonical: isLaterPage
      ? paths.listings({ ...toFilterQuery(filters), after: query.after, before: query.before })
      : scopePath(scope),
    // A list whose filters are the meaning of words is a copy of the list of its scope.
    ...(scope.subject && scope.county
      ? { image: paths.listShareImage(scope.subject, scope.county, t.locale) }
      : {}),
    noindex: mode.isSelecting || view.typed !== null || !scopeOnly || isLaterPage || !isIndexable(total),
    jsonLd: [buildBreadcrumbData(config.SITE_URL, crumbs)],
  };
}
