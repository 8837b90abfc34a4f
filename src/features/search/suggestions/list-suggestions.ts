import type { Ctx } from "@/context";
import { COUNTY_CODES, countyName, type Level, SUBJECTS } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { listFilterLabels, toListQuery } from "../list/active-filters";
import { isScopeOnly } from "../list/list-metadata";
import { hasMeaning } from "../understanding/understand-search";
import { splitWords } from "../understanding/words";
import { completePhrase, type Search, takeOfEachKind } from "./complete-phrase";
import { findResults } from "./find-results";
import { findTeacherNames } from "./find-teacher-names";
import type { Suggestion } from "./suggestion";

const MAX_SUGGESTIONS = 8;
/** Completed phrases, of each kind and together. Longer searches and teachers take the other places. */
const MAX_OF_KIND = 3;
const MAX_COMPLETIONS = 5;
/** Teachers next to searches. */
const MAX_TEACHERS = 2;
/** Searches with words. Each is a query of the text index, and rare words have few combinations. */
const MAX_WITH_WORDS = 3;
/** Levels, and counties or subjects, that are added to the first completion. */
const MAX_ADDED_LEVELS = 2;
const MAX_ADDED = 3;
/** Levels in the order in which they are added: those of the national exams, then those of most pupils. */
const ADDED_LEVELS: readonly Level[] = ["pb", "pe", "h", "m"];

/**
 * Searches and teachers that a typed text may mean; all of them have results. Phrases come from the vocabulary, their
 * results from stored counts, and names from the catalogue. One round trip to the database.
 */
export async function listSuggestions(
  ctx: Pick<Ctx, "db" | "now">,
  t: Translator,
  text: string,
): Promise<Suggestion[]> {
  if (splitWords(text).length === 0) return [];
  const all = completePhrase(text, ctx.now).filter(({ filters }) => isSuggestible(filters));
  const understood = all.filter(({ filters }) => filters.q === "");
  const completions = [
    ...understood,
    ...all.filter(({ filters }) => filters.q !== "").slice(0, MAX_WITH_WORDS),
  ];
  // After unknown words or several subjects, the last words may have results.
  const alone = understood.length > 0 ? [] : completePhrase(text, ctx.now, { isAlone: true });
  const [first] = completions;
  const withLevel = first ? addLevels(first) : [];
  const withScope = first ? addScopes(first) : [];
  const [results, names] = await Promise.all([
    findResults(ctx, [...completions, ...alone, ...withLevel, ...withScope]),
    findTeacherNames(ctx, text),
  ]);

  const takeCompletions = (from: readonly Search[]) =>
    takeOfEachKind(from.filter(results.has), MAX_OF_KIND).slice(0, MAX_COMPLETIONS);
  const searches = takeCompletions(completions);
  // The words before a surname are the first names of a teacher.
  if (searches.length === 0 && names.length === 0) searches.push(...takeCompletions(alone));
  if (searches[0] === first) {
    searches.push(
      ...withLevel.filter(results.has).slice(0, MAX_ADDED_LEVELS),
      ...withScope
        .filter(results.has)
        .sort((a, b) => results.countScope(b) - results.countScope(a))
        .slice(0, MAX_ADDED),
    );
  }
  const teachers = names.slice(0, searches.length > 0 ? MAX_TEACHERS : MAX_SUGGESTIONS);
  const suggestions = searches.map((search) => ({
    kind: search.kind,
    label: formatSearch(t, search),
    href: toHref(t, search.filters, ctx.now),
  }));
  return [
    ...withoutDuplicates(suggestions).slice(0, MAX_SUGGESTIONS - teachers.length),
    ...teachers.map((name) => ({
      kind: "teacher" as const,
      label: name,
      href: toHref(t, { ...NO_FILTERS, q: name, sort: "relevance" }, ctx.now),
    })),
  ];
}

/** A text may be read in two ways that are the same search, and a town's search is that of its county. */
const withoutDuplicates = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.filter(({ href }, n) => suggestions.findIndex((other) => other.href === href) === n);

/** Not a search of several subjects, or near a place: those have no single count, or no exact match. */
const isSuggestible = ({ subject, near }: SearchFilters): boolean => subject.length < 2 && near === null;

const addFilters = (search: Search, kind: Search["kind"], added: Partial<SearchFilters>): Search => ({
  ...search,
  kind,
  filters: { ...search.filters, ...added },
});

/** A search of a subject with each of the usual levels. */
const addLevels = (search: Search): Search[] =>
  search.filters.subject.length > 0 && search.filters.level.length === 0
    ? ADDED_LEVELS.map((code) => addFilters(search, "level", { level: [code] }))
    : [];

/** A subject with each county; a search without a subject with each subject. */
function addScopes(search: Search): Search[] {
  const { q, subject, county } = search.filters;
  if (q !== "") return [];
  if (subject.length === 0) return SUBJECTS.map((code) => addFilters(search, "subject", { subject: [code] }));
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
const toHref = (t: Translator, filters: SearchFilters, now: number): string => {
  const mode = {
    isSelecting: false,
    isExact: false,
    hasMeaning: (others: SearchFilters) => hasMeaning(others, now),
  };
  return localizePath(t.locale, paths.listings(toListQuery(filters, mode)));
};
