import type { Ctx } from "@/context";
import { COUNTY_CODES, countyName, isLevelOf, type Level, SUBJECTS } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import type { SuggestionJson } from "@/shared/schemas/suggestion";
import { isScopeOnly } from "../counts/scopes";
import { listFilterLabels } from "../filters/active-filters";
import { toListQuery } from "../filters/list-query";
import { toUnderstoodQuery } from "../filters/typed-search";
import { listPhrases } from "../understanding/list-phrases";
import { splitTokens } from "../understanding/tokens";
import { hasMeaning } from "../understanding/understand-search";
import { splitWords } from "../understanding/words";
import { completePhrase, parseText, type Search, takeOfEachKind } from "./complete-phrase";
import { findResults, type Results } from "./find-results";
import { findTeacherNames } from "./find-teacher-names";

const MAX_SUGGESTIONS = 8;
/** Completed phrases, of each kind and together. Longer searches and teachers take the other places. */
const MAX_OF_KIND = 3;
const MAX_COMPLETIONS = 5;
/** Teachers next to searches. */
const MAX_TEACHERS = 2;
/** Searches with words. Each is a query of the text index, and rare words have few combinations. */
const MAX_WITH_WORDS = 2;
/** Levels, and counties or subjects, that are added to the first completion. */
const MAX_ADDED_LEVELS = 2;
const MAX_ADDED = 3;
/** Levels in the order in which they are added: those of the national exams, then those of most pupils. */
const ADDED_LEVELS: readonly Level[] = ["pb", "pe", "h", "m"];

/**
 * Searches and teachers that a typed text may mean; all of them have results. Phrases come from the vocabulary, their
 * results from stored counts, and names from the catalogue. One round trip to the database. A text of which at most the
 * last words mean something, and that is no name, is corrected.
 */
export async function listSuggestions(ctx: Ctx, t: Translator, text: string): Promise<SuggestionJson[]> {
  if (splitWords(text).length === 0) return [];
  const typed = planSearches(text, ctx.now);
  const isUnclear = typed.all.length === 0 || typed.lastWords.length > 0;
  const correctedText = isUnclear ? await correctTyped(text, ctx.now) : undefined;
  const corrected = correctedText ? planSearches(correctedText, ctx.now, { isCorrected: true }) : null;
  const [results, names] = await Promise.all([
    findResults(ctx, [...typed.all, ...(corrected?.all ?? [])]),
    findTeacherNames(ctx, text),
  ]);
  const ofTyped = chooseSearches(typed, results, names.length > 0);
  const isPoor = names.length === 0 && ofTyped.every((search) => typed.lastWords.includes(search));
  const ofCorrected = corrected && isPoor ? chooseSearches(corrected, results, false) : [];
  const searches = ofCorrected.length > 0 ? ofCorrected : ofTyped;
  const teachers = names.slice(0, searches.length > 0 ? MAX_TEACHERS : MAX_SUGGESTIONS);
  const suggestions = searches.map((search) => ({
    kind: search.kind,
    label: formatSearch(t, search),
    href: toHref(t, search, ctx.now),
  }));
  return [
    ...withoutDuplicates(suggestions).slice(0, MAX_SUGGESTIONS - teachers.length),
    ...teachers.map((name) => ({
      kind: "teacher" as const,
      label: name,
      href: toHref(t, { filters: { ...NO_FILTERS, q: name, sort: "relevance" } }, ctx.now),
    })),
  ];
}

/** The text that was probably meant. Its code is loaded for the first text with unknown words. */
async function correctTyped(text: string, now: number): Promise<string | undefined> {
  const { findTypedCorrection } = await import("../correction/find-correction");
  return findTypedCorrection(text, now)?.to;
}

/** The searches that a text may mean, with or without results. */
type Plan = {
  /** That of the whole text, if no completion is the same; at most one. */
  whole: Search[];
  /** The last words completed, with what the words before them mean. */
  completions: Search[];
  /** The last words completed alone, if nothing else means filters only. */
  lastWords: Search[];
  /** The search that `withLevel` and `withScope` narrow. */
  first: Search | undefined;
  withLevel: Search[];
  /** With each county, or each subject. */
  withScope: Search[];
  all: Search[];
};

function planSearches(text: string, now: number, { isCorrected = false } = {}): Plan {
  const suggestible = completePhrase(text, now).filter(
    ({ filters }) => isSuggestible(filters) && hasFittingLevel(filters),
  );
  const withoutWords = suggestible.filter(({ filters }) => filters.q === "");
  const withWords = suggestible.filter(({ filters }) => filters.q !== "");
  const completions = [...withoutWords, ...withWords.slice(0, MAX_WITH_WORDS)];
  const understood = understandWhole(text, now, isCorrected);
  const isCompletion = understood && completions.some((search) => isSameSearch(search, understood));
  const whole = understood && !isCompletion ? [understood] : [];
  // After unknown words or several subjects, the last words may have results.
  const lastWords =
    withoutWords.length + whole.length > 0 ? [] : completePhrase(text, now, { isAlone: true });
  // A correction takes time, so nothing is added to its completions.
  const [first] = isCorrected ? [] : [...whole.filter(({ filters }) => isScopeOnly(filters)), ...completions];
  const withLevel = first ? addLevels(first) : [];
  const withScope = first ? addScopes(first) : [];
  const all = [...whole, ...completions, ...lastWords, ...withLevel, ...withScope];
  return { whole, completions, lastWords, first, withLevel, withScope, all };
}

/** The planned searches with results, in order. */
function chooseSearches(
  { whole, completions, lastWords, first, withLevel, withScope }: Plan,
  results: Results,
  hasNames: boolean,
): Search[] {
  const takeCompletions = (from: readonly Search[]) =>
    takeOfEachKind(from.filter(results.has), MAX_OF_KIND).slice(0, MAX_COMPLETIONS);
  const searches = [...whole.filter(results.has), ...takeCompletions(completions)];
  // The words before a surname are the first names of a teacher.
  if (searches.length === 0 && !hasNames) searches.push(...takeCompletions(lastWords));
  if (!first || !searches.includes(first)) return searches;
  return [
    ...searches,
    ...withLevel.filter(results.has).slice(0, MAX_ADDED_LEVELS),
    ...withScope
      .filter(results.has)
      .sort((a, b) => results.countScope(b) - results.countScope(a))
      .slice(0, MAX_ADDED),
  ];
}

/**
 * The search that the whole text means: "mate sub 100". Null if its last word means nothing, unless the text is a
 * corrected one.
 */
function understandWhole(text: string, now: number, isCorrected: boolean): Search | null {
  const { filters, place, isUnderstood } = parseText(text, now);
  const tokens = splitTokens(text);
  const endsWithPhrase = listPhrases(tokens, now).some(({ at, length }) => at + length === tokens.length);
  if (!isSuggestible(filters) || !(isCorrected || (isUnderstood && endsWithPhrase))) return null;
  return {
    kind: place && filters.q === "" ? "town" : "search",
    filters,
    ...(place ? { place, text } : {}),
  };
}

const isSameSearch = (a: Search, b: Search): boolean =>
  JSON.stringify([a.filters, a.place]) === JSON.stringify([b.filters, b.place]);

/** A text may be read in two ways that are the same search. */
const withoutDuplicates = (suggestions: readonly SuggestionJson[]): SuggestionJson[] =>
  suggestions.filter(
    ({ label, href }, n) =>
      suggestions.findIndex((other) => other.label === label || other.href === href) === n,
  );

/** Not a search of several subjects, or near a place: those have no single count, or no exact match. */
const isSuggestible = ({ subject, near }: SearchFilters): boolean => subject.length < 2 && near === null;

/** Not levels that are none of the subject. The whole text may mean them. */
const hasFittingLevel = ({ level, subject }: SearchFilters): boolean =>
  level.length === 0 || level.some((code) => isLevelOf(code, subject));

const addFilters = (
  { text: _, ...search }: Search,
  kind: Search["kind"],
  added: Partial<SearchFilters>,
): Search => ({
  ...search,
  kind,
  filters: { ...search.filters, ...added },
});

/** A search of a subject with each of the usual levels. With words, each level would be a slow query of the text index. */
const addLevels = ({ filters, ...search }: Search): Search[] =>
  filters.q === "" && filters.subject.length > 0 && filters.level.length === 0
    ? ADDED_LEVELS.map((code) => addFilters({ filters, ...search }, "level", { level: [code] })).filter(
        (added) => hasFittingLevel(added.filters),
      )
    : [];

/** A subject with each county; a search without a subject with each subject. */
function addScopes(search: Search): Search[] {
  const { q, subject, county } = search.filters;
  if (q !== "") return [];
  if (subject.length === 0) {
    return SUBJECTS.map((code) => addFilters(search, "subject", { subject: [code] })).filter(({ filters }) =>
      hasFittingLevel(filters),
    );
  }
  // With other filters, each county would be a query of the text index.
  return county === null && isScopeOnly(search.filters)
    ? COUNTY_CODES.map((code) => addFilters(search, "county", { county: code }))
    : [];
}

/** "Mathematics · Baccalaureate in Turda, Cluj". */
function formatSearch(t: Translator, { filters: { county, q, ...others }, place }: Search): string {
  const labels = listFilterLabels(t, { ...others, q: "", county: null });
  const what = [...(q ? [q] : []), ...labels].join(" · ");
  if (!county) return what;
  const where = [...(place ? [place] : []), countyName(county)].join(", ");
  return what ? t("search.suggestions.inPlace", { what, where }) : where;
}

/** The list with exactly these filters. A name that has the word of a subject or place is searched as it is. */
const toHref = (t: Translator, { filters, text }: Pick<Search, "filters" | "text">, now: number): string => {
  const query = text
    ? toUnderstoodQuery({ filters: { ...NO_FILTERS, q: text, sort: "relevance" } }, filters)
    : toListQuery(filters, { isSelecting: false, isExact: hasMeaning(filters, now) });
  return localizePath(t.locale, paths.listings(query));
};
