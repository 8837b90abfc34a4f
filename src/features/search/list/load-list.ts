import type { Ctx } from "@/context";
import { listBlockedUsers } from "@/features/enquiries";
import type { ListingCardRow } from "@/features/listings";
import { getLevelPrices, getUsualPrice } from "@/features/prices";
import { EXAMS, getDocument } from "@/features/settings";
import { toDay } from "@/shared/dates";
import type { FieldError } from "@/shared/errors";
import { type ExamCountdown, findNextExam, toExams } from "@/shared/exam-weeks";
import type { LevelPrices, UsualPrice } from "@/shared/find-usual-price";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import { parseTypedSearch, SEARCH_PARAMS, type SearchQuery } from "@/shared/schemas/search";
import { toFormErrors } from "@/ui/form";
import { findOtherMeaning, type SearchMeaning } from "../correction/find-other-meaning";
import { isScopeOnly, toScope } from "../counts/scopes";
import { toListQuery } from "../filters/list-query";
import { readTypedSearch, toUnderstoodQuery, type UnderstoodTypedSearch } from "../filters/typed-search";
import { hasMatches } from "../matching/count-matches";
import { listMatches, type Matches } from "../matching/list-matches";
import { listCloseListings } from "../next-steps/list-close-listings";
import { listNextSteps, loadNearestStep } from "../next-steps/list-next-steps";
import { loadMeaningCheck, understandQuery } from "../understanding/understand-query";
import { listBreadcrumbs } from "./breadcrumbs";
import { formatHeading } from "./list-metadata";
import type { ListView } from "./list-page";
import { getScopeSummary, type ScopeSummary } from "./scope-summary";

/** A list with results, or the explanation that there are none. */
export type LoadedList = { view: ListView; query: SearchQuery };

/** What the address of a list asks for. */
type RequestedSearch = {
  params: URLSearchParams;
  /** It is `exact`, too, if its filters are what typed words mean: the remaining words are not understood again. */
  query: SearchQuery;
  /** The search whose words led to these filters; null if none did. */
  typed: UnderstoodTypedSearch | null;
  /** Whether the address itself asks for the exact words. */
  isExact: boolean;
  isSelecting: boolean;
  warnings: FieldError[];
};

/** The list of an address, or a redirect to the filters and corrected words that the words of the address mean. */
export async function loadList(
  ctx: Ctx,
  params: URLSearchParams,
): Promise<LoadedList | { redirectTo: string }> {
  const requested = await readRequestedSearch(ctx, params);
  const { query } = requested;
  const understood = await understandQuery(query, ctx);
  if (understood.phrases.length > 0) {
    // The list of the understood filters reads the matches, after the redirect.
    const isFound = await hasMatches(ctx, understood.filters);
    const other = isFound ? null : await findOtherMeaning(ctx, query, understood);
    return { redirectTo: buildRedirect(ctx, requested, other ?? understood) };
  }
  const results = await readResults(ctx, query);
  const other = results.matches.total === 0 ? await findOtherMeaning(ctx, query, understood) : null;
  if (other) return { redirectTo: buildRedirect(ctx, requested, other) };
  return { view: await loadView(ctx, requested, results), query };
}

async function readRequestedSearch(ctx: Ctx, params: URLSearchParams): Promise<RequestedSearch> {
  const { warnings, ...query } = parseTypedSearch(params, ctx.locale);
  const typed = await readTypedSearch(params, query.filters, ctx);
  return {
    params,
    query: { ...query, exact: query.exact || typed !== null },
    typed,
    isExact: query.exact && query.filters.q !== "",
    isSelecting: params.get("select") === "1",
    warnings,
  };
}

/** The address of the list for what the words of a search mean. */
function buildRedirect(
  ctx: Ctx,
  { params, query, isSelecting, warnings }: RequestedSearch,
  { filters, phrases, corrected }: SearchMeaning,
): string {
  const isAsTyped = phrases.length === 0 && !corrected;
  const search = isAsTyped
    ? toListQuery(filters, { isSelecting, isExact: true })
    : toUnderstoodQuery({ filters: query.filters, corrected: corrected?.to }, filters);
  // Numbers with warnings stay as they were typed, so that the next page warns about them, too; not those that words
  // replaced.
  const numbers = (["min", "max", "radius"] as const).filter(
    (name) => warnings.some(({ field }) => field === name) && filters[name] === query.filters[name],
  );
  const typedNumbers = Object.fromEntries(numbers.map((name) => [name, params.get(name)]));
  return toListHref(ctx, { ...search, select: isSelecting, ...typedNumbers, ...readUnknownParams(params) });
}

const toListHref = ({ locale }: Ctx, query: Query): string => localizePath(locale, paths.listings(query));

/** Parameters of other software, such as `utm_source`, which stay in the address after a redirect. */
function readUnknownParams(params: URLSearchParams): Query {
  const names = [...params.keys()].filter((name) => !LIST_PARAMS.has(name) && /^[\w.-]+$/.test(name));
  return Object.fromEntries(names.map((name) => [name, params.getAll(name)]));
}
const LIST_PARAMS = new Set([...SEARCH_PARAMS, "typed", "corrected", "select"]);

type Results = {
  matches: Matches;
  summary: ScopeSummary | null;
  usualPrice: UsualPrice | LevelPrices | null;
  exams: ExamCountdown[];
  /** The users whom the visitor blocked. */
  blocked: ReadonlySet<string>;
};

/** A page of matches; on the first one the summary of a subject or county alone, and the usual price of a subject. */
async function readResults(ctx: Ctx, query: SearchQuery): Promise<Results> {
  const { filters } = query;
  const isFirst = !query.after && !query.before;
  const { subject, county } = toScope(filters);
  const { level } = filters;
  const [matches, summary, usualPrice, exams, blocked] = await Promise.all([
    listMatches(ctx, query),
    isFirst && isScopeOnly(filters) ? getScopeSummary(ctx, { subject, county }) : null,
    isFirst && subject
      ? level.length > 0
        ? getUsualPrice(ctx.db, { subject, level, county })
        : getLevelPrices(ctx.db, { subject, county })
      : null,
    listExams(ctx, filters),
    listBlockedUsers(ctx),
  ]);
  return { matches, summary, usualPrice, exams, blocked };
}

async function loadView(
  ctx: Ctx,
  { query: { filters }, typed, isExact, isSelecting, warnings }: RequestedSearch,
  { matches, summary, usualPrice, exams, blocked }: Results,
): Promise<ListView> {
  const { t, now } = ctx;
  const mode = { isSelecting, isExact, hasMeaning: await loadMeaningCheck(filters, now) };
  const [nextSteps, close, meaning] = await Promise.all([
    matches.total === 0 ? listNextSteps(ctx, filters) : null,
    listCloseListings(ctx, filters, matches),
    isExact ? understandQuery({ filters, exact: false }, ctx) : null,
  ]);
  const isBlocked = ({ ownerId }: ListingCardRow) => blocked.has(ownerId);
  const nearest = nextSteps && close.length === 0 ? await loadNearestStep(ctx, filters, nextSteps) : null;
  const nearestCards = nearest?.cards.filter((card) => !isBlocked(card)) ?? [];
  const listQuery = typed ? toUnderstoodQuery(typed, filters) : toListQuery(filters, mode);
  const toPageHref = (cursor: Query) => toListHref(ctx, { ...listQuery, select: isSelecting, ...cursor });
  const scope = toScope(filters);
  // Still in the list, so that its total is that of the filters, which all visitors share.
  const noteBlocked = (cards: readonly ListingCardRow[]) =>
    blocked.size === 0
      ? cards
      : cards.map((card) => (isBlocked(card) ? { ...card, note: t("enquiries.inbox.blocked") } : card));
  return {
    ...matches,
    promoted: noteBlocked(matches.promoted),
    content: noteBlocked(matches.content),
    heading: formatHeading(t, filters, typed?.corrected ?? typed?.filters.q ?? filters.q),
    crumbs: listBreadcrumbs(t, scope),
    filters,
    scope,
    summary,
    usualPrice,
    exams,
    nextSteps,
    nearest: nearest && nearestCards.length > 0 ? { ...nearest, cards: nearestCards } : null,
    close: close.filter(({ card }) => !isBlocked(card)),
    mode,
    typed,
    meaning,
    warnings: Object.values(toFormErrors(t, warnings)),
    previous: matches.previous && toPageHref({ before: matches.previous }),
    next: matches.next && toPageHref({ after: matches.next }),
    now,
  };
}

/** The next of the exams that levels prepare for. */
async function listExams(ctx: Ctx, { level, subject }: SearchQuery["filters"]): Promise<ExamCountdown[]> {
  const exams = toExams(level, subject);
  if (exams.length === 0) return [];
  const { value } = await getDocument(ctx, EXAMS);
  return exams.flatMap((exam) => findNextExam(value, exam, toDay(ctx.now)) ?? []);
}
