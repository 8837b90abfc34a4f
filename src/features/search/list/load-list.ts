import type { Ctx } from "@/context";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import { parseSearch, parseTypedSearch, type SearchFilters, type SearchQuery } from "@/shared/schemas/search";
import { toFormErrors } from "@/ui/form";
import { searchWithCorrection } from "../correction/search-with-correction";
import { isScopeOnly, toScope } from "../counts/scopes";
import { listMatches, type Matches } from "../matching/list-matches";
import type { NextSteps } from "../next-steps/list-next-steps";
import type { EarlierWords } from "../understanding/earlier-words";
import { loadMeaningCheck, understandQuery } from "../understanding/understand-query";
import type { UnderstoodWords } from "../understanding/understand-search";
import { toListQuery } from "./active-filters";
import { listBreadcrumbs } from "./breadcrumbs";
import type { AppliedCorrection } from "./corrected-notice";
import { formatHeading } from "./list-metadata";
import type { ListView } from "./list-page";
import { getScopeSummary } from "./scope-summary";
import type { Understanding } from "./understood-notice";

export type LoadedList = {
  view: ListView;
  matches: Matches;
  /** The search of the matches: its words are understood and corrected. */
  query: SearchQuery;
  /** Whether typed words led to the list. */
  isByWords: boolean;
};

/** The list of an address with the parameters `params`: the search, the page's mode and what earlier words meant. */
export async function loadList(ctx: Ctx, params: URLSearchParams): Promise<LoadedList> {
  const { typed, earlier, joinTexts } = await readSearch(ctx, params);
  const { search, filters, understood, replaced, matches, summary, corrected } = await searchWithCorrection(
    ctx,
    typed,
    (query) => runSearch(ctx, query),
  );
  const mode = {
    isSelecting: params.get("select") === "1",
    isExact: search.exact && search.filters.q !== "",
    hasMeaning: await loadMeaningCheck(filters, ctx.now),
    understood: joinTexts?.(earlier, {
      filters,
      q: understood.length > 0 ? search.filters.q : filters.q,
      understood,
    }),
  };
  const scope = toScope(filters);
  const nextSteps = matches.total === 0 ? await loadNextSteps(ctx, filters) : null;
  const close = hasFewResults(matches) ? await loadCloseListings(ctx, filters, matches) : [];
  const correction = corrected
    ? { ...corrected, typed: typed.filters }
    : await readEarlierCorrection(params.get("corrected"), filters, earlier);
  const pageHref = (cursor: Query) =>
    localizePath(
      ctx.locale,
      paths.listings({ ...toListQuery(filters, mode), corrected: correction?.from, ...cursor }),
    );
  const view = {
    ...matches,
    // The words that were searched for, with those that became filters.
    heading: formatHeading(ctx.t, filters, search.filters.q),
    crumbs: listBreadcrumbs(ctx.t, scope),
    filters,
    scope,
    summary,
    nextSteps,
    close,
    mode,
    correction,
    understanding:
      (await getUnderstanding(ctx, search, understood, { replaced, isAsked: typed.exact, earlier })) ??
      (await getEarlierUnderstanding(earlier, filters, mode.understood)),
    warnings: Object.values(toFormErrors(ctx.t, typed.warnings)),
    previous: matches.previous && pageHref({ before: matches.previous }),
    next: matches.next && pageHref({ after: matches.next }),
    now: ctx.now,
  };
  const isByWords = typed.filters.q !== "" || earlier !== null;
  return { view, matches, query: { ...search, filters }, isByWords };
}

/** The search of an address, without the filters that the words of a replaced text set. */
async function readSearch(ctx: Ctx, params: URLSearchParams) {
  const asked = parseTypedSearch(params, ctx.locale);
  const text = params.get("understood") ?? undefined;
  // Only lists that were reached by words need this code.
  const words = text || asked.filters.q ? await import("../understanding/earlier-words") : null;
  const { earlier, filters } = (await words?.understandEarlier(text, asked.filters, ctx)) ?? {
    earlier: null,
    filters: asked.filters,
  };
  // The words that the page of the form searched for as they are: a second town, or exact words. Others are understood.
  const exact = asked.exact || params.get("literal") === asked.filters.q;
  return { typed: { ...asked, filters, exact }, earlier, joinTexts: words?.joinTexts };
}

/** A search with its words understood: a page of matches and, of a subject or county alone, the summary. */
async function runSearch(ctx: Ctx, search: SearchQuery) {
  const { filters, understood, replaced } = await understandQuery(search, ctx);
  // The summary of the subject and county is on the first page only.
  const hasSummary = isScopeOnly(filters) && !search.after && !search.before;
  const [matches, summary] = await Promise.all([
    listMatches(ctx, { ...search, filters }),
    hasSummary ? getScopeSummary(ctx, toScope(filters)) : null,
  ]);
  return { search, filters, understood, replaced, matches, summary };
}

/** Similar searches for one without results. Their code is loaded with the first of them. */
async function loadNextSteps(ctx: Ctx, filters: SearchFilters): Promise<NextSteps> {
  const { listNextSteps } = await import("../next-steps/list-next-steps");
  return listNextSteps(ctx, filters);
}

/** With fewer results, a list also shows listings that are close to the search. */
const MIN_RESULTS = 5;

/** Whether a search has results, but so few that its list shows others, too. */
const hasFewResults = ({ total, isFirst }: Matches): boolean =>
  isFirst && total !== null && total > 0 && total < MIN_RESULTS;

async function loadCloseListings(ctx: Ctx, filters: SearchFilters, { promoted, content }: Matches) {
  const { listCloseListings } = await import("../next-steps/list-close-listings");
  return listCloseListings(ctx, filters, [...promoted, ...content]);
}

/**
 * What the page says about the typed words; null if they mean no filters, or are what an earlier search left.
 * `isAsked`: exact words were asked for.
 */
async function getUnderstanding(
  { now }: Ctx,
  { filters, exact }: SearchQuery,
  understood: readonly UnderstoodWords[],
  {
    replaced = {},
    isAsked,
    earlier,
  }: { replaced: Partial<SearchFilters> | undefined; isAsked: boolean; earlier: EarlierWords | null },
): Promise<Understanding | null> {
  if (exact && earlier?.q === filters.q) return null;
  // An exact search offers the meaning of its words.
  const words = exact ? (await understandQuery({ filters, exact: false }, { now })).understood : understood;
  if (words.length === 0) return null;
  const use = exact ? (isAsked ? "available" : "none") : "applied";
  return { use, words, replaced, typed: filters };
}

/** The correction of a typed text that the address of a later page names; null if it names none. */
async function readEarlierCorrection(
  text: string | null,
  filters: SearchFilters,
  earlier: EarlierWords | null,
): Promise<AppliedCorrection | null> {
  const from = parseSearch(new URLSearchParams({ q: text ?? "" })).filters.q;
  const to = earlier?.text ?? filters.q;
  if (from === "" || to === "") return null;
  const { toTypedFilters } = await import("../understanding/earlier-words");
  return { from, to, typed: toTypedFilters(filters, earlier?.words ?? [], from) };
}

/** What the page says about the words of an earlier search. */
async function getEarlierUnderstanding(
  earlier: EarlierWords | null,
  filters: SearchFilters,
  text = "",
): Promise<Understanding | null> {
  if (!earlier || text === "") return null;
  const { toTypedFilters } = await import("../understanding/earlier-words");
  const typed = toTypedFilters(filters, earlier.words, text);
  return { use: "applied", words: earlier.words, replaced: {}, typed };
}
