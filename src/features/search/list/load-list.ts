import type { Ctx } from "@/context";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import {
  parseTypedSearch,
  SEARCH_PARAMS,
  type SearchFilters,
  type SearchQuery,
} from "@/shared/schemas/search";
import { toFormErrors } from "@/ui/form";
import { findOtherMeaning } from "../correction/find-other-meaning";
import { isScopeOnly, toScope } from "../counts/scopes";
import { toListQuery } from "../filters/active-filters";
import { readTypedSearch, toUnderstoodQuery } from "../filters/typed-search";
import { hasMatches } from "../matching/count-matches";
import { listMatches, type Matches } from "../matching/list-matches";
import { listCloseListings } from "../next-steps/list-close-listings";
import { listNextSteps } from "../next-steps/list-next-steps";
import { loadMeaningCheck, understandQuery } from "../understanding/understand-query";
import { listBreadcrumbs } from "./breadcrumbs";
import { formatHeading } from "./list-metadata";
import type { ListView } from "./list-page";
import { getScopeSummary } from "./scope-summary";

export type LoadedList = {
  view: ListView;
  matches: Matches;
  query: SearchQuery;
  /** Whether typed words led to the list. */
  isByWords: boolean;
};

/** The list of an address, or a redirect to the filters and corrected words that the words of the address mean. */
export async function loadList(
  ctx: Ctx,
  params: URLSearchParams,
): Promise<LoadedList | { redirectTo: string }> {
  const { warnings, ...asked } = parseTypedSearch(params, ctx.locale);
  const typed = await readTypedSearch(params, asked.filters, ctx);
  const query = { ...asked, exact: asked.exact || typed !== null };
  const isSelecting = params.get("select") === "1";
  const toHref = (search: Query) => localizePath(ctx.locale, paths.listings(search));
  const meant = await understandQuery(query, ctx);
  // Words with a meaning lead to another list, which reads the matches.
  const list = meant.understood.length === 0 ? await readList(ctx, query) : null;
  const isFound = list ? list.matches.total !== 0 : await hasMatches(ctx, meant.filters);
  const other = isFound ? null : await findOtherMeaning(ctx, query, meant.understood);
  if (!list || other) {
    const { filters, understood, corrected } = other ?? { ...meant, corrected: null };
    const isMeant = understood.length > 0 || corrected !== null;
    const search = isMeant
      ? toUnderstoodQuery({ filters: asked.filters, corrected: corrected?.to }, filters)
      : toListQuery(filters, { isSelecting, isExact: true });
    const fields = warnings.map(({ field }) => field);
    const kept = { ...keepTypedNumbers(params, fields, asked.filters, filters), ...keepUnknown(params) };
    return { redirectTo: toHref({ ...search, select: isSelecting, ...kept }) };
  }
  const { filters } = query;
  const { matches, summary } = list;
  const mode = {
    isSelecting,
    isExact: asked.exact && filters.q !== "",
    hasMeaning: await loadMeaningCheck(filters, ctx.now),
  };
  const pageQuery = typed ? toUnderstoodQuery(typed, filters) : toListQuery(filters, mode);
  const pageHref = (cursor: Query) => toHref({ ...pageQuery, select: isSelecting, ...cursor });
  const scope = toScope(filters);
  const [nextSteps, close] = await Promise.all([
    matches.total === 0 ? listNextSteps(ctx, filters) : null,
    listCloseListings(ctx, filters, matches),
  ]);
  const view = {
    ...matches,
    heading: formatHeading(ctx.t, filters, typed?.corrected ?? typed?.filters.q ?? filters.q),
    crumbs: listBreadcrumbs(ctx.t, scope),
    filters,
    scope,
    summary,
    nextSteps,
    close,
    mode,
    typed,
    meaning: mode.isExact ? await understandQuery({ filters, exact: false }, ctx) : null,
    warnings: Object.values(toFormErrors(ctx.t, warnings)),
    previous: matches.previous && pageHref({ before: matches.previous }),
    next: matches.next && pageHref({ after: matches.next }),
    now: ctx.now,
  };
  return { view, matches, query, isByWords: filters.q !== "" || typed !== null };
}

/** Numbers as they were typed, so that the page warns about them, too; without those that words replaced. */
function keepTypedNumbers(
  params: URLSearchParams,
  fields: readonly string[],
  asked: SearchFilters,
  meant: SearchFilters,
): Query {
  const kept = (["min", "max", "radius"] as const).filter(
    (name) => fields.includes(name) && meant[name] === asked[name],
  );
  return Object.fromEntries(kept.map((name) => [name, params.get(name)]));
}

/** Parameters of other software, such as `utm_source`, which stay in the address after a redirect. */
function keepUnknown(params: URLSearchParams): Query {
  const names = [...params.keys()].filter((name) => !LIST_PARAMS.has(name) && /^[\w.-]+$/.test(name));
  return Object.fromEntries(names.map((name) => [name, params.getAll(name)]));
}
const LIST_PARAMS = new Set([...SEARCH_PARAMS, "typed", "corrected", "select"]);

/** A page of matches and, of a subject or county alone, the summary. */
async function readList(ctx: Ctx, query: SearchQuery) {
  const { filters } = query;
  // The summary of the subject and county is on the first page only.
  const hasSummary = isScopeOnly(filters) && !query.after && !query.before;
  const [matches, summary] = await Promise.all([
    listMatches(ctx, query),
    hasSummary ? getScopeSummary(ctx, toScope(filters)) : null,
  ]);
  return { matches, summary };
}
