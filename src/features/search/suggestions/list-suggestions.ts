import type { Ctx } from "@/context";
import { boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { COUNTY_CODES, countyName, SUBJECTS } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { NO_FILTERS } from "@/shared/schemas/search";
import { listFilterLabels } from "../list/active-filters";
import { buildMatchQuery } from "../matching/match-query";
import { findPhrase } from "../understanding/vocabulary";
import { normalizeWord, splitWords } from "../understanding/words";
import { COMPLETION_KINDS, type Completion, completePhrase } from "./complete-phrase";
import { findTeacherNames } from "./find-teacher-names";
import { readStoredCounts } from "./read-stored-counts";

export const SUGGESTION_KINDS = [...COMPLETION_KINDS, "teacher"] as const;

type Suggestion = { kind: (typeof SUGGESTION_KINDS)[number]; label: string; href: string };

const MAX_SUGGESTIONS = 8;
/** Completed phrases, of each kind and together. Longer searches and teachers take the other places. */
const MAX_OF_KIND = 3;
const MAX_COMPLETIONS = 5;
/** Teachers next to searches. */
const MAX_TEACHERS = 2;
/** Searches with words, each of which is read from the text index. */
const MAX_WITH_WORDS = 3;
/** Counties, and subjects, that are added to the first completion. */
const MAX_ADDED = 3;

type Search = Omit<Completion, "isComplete">;

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
  const all = completePhrase(text);
  const completions = all.filter(({ words }) => words === "");
  const withWords = all.filter(({ words }) => words !== "").slice(0, MAX_WITH_WORDS);
  const [first] = completions;
  const longer = first ? listLonger(first) : [];
  const [counts, found, names] = await Promise.all([
    readStoredCounts(
      ctx,
      [...completions, ...longer].map(({ filters }) => filters),
      first?.filters,
    ),
    findWithWords(ctx, withWords),
    findTeacherNames(ctx, text),
  ]);

  const searches: Search[] = [
    ...takeOfEachKind(completions.filter(({ filters }) => counts.count(filters) > 0)),
    ...found,
  ].slice(0, MAX_COMPLETIONS);
  if (first && searches[0] === first) {
    const { subject, level } = first.filters;
    const levels = subject && !level ? counts.listTopLevels(first.filters) : [];
    const ranked = longer
      .map((search) => ({ search, listings: counts.count(search.filters) }))
      .filter(({ listings }) => listings > 0)
      .sort((a, b) => b.listings - a.listings);
    searches.push(
      ...levels.map((code) => addFilters(first, "level", { level: [code] })),
      ...ranked.slice(0, MAX_ADDED).map(({ search }) => search),
    );
  }
  const teachers = names.slice(0, searches.length > 0 ? MAX_TEACHERS : MAX_SUGGESTIONS);
  const suggestions = searches.map((search) => ({
    kind: search.kind,
    label: formatSearch(t, search),
    href: toHref(t, search),
  }));
  return [
    ...withoutDuplicates(suggestions).slice(0, MAX_SUGGESTIONS - teachers.length),
    ...teachers.map((name) => ({ kind: "teacher" as const, label: name, href: toTeacherHref(t, name) })),
  ];
}

/** A text such as "m1 bac" may be read in two ways that are the same search. */
const withoutDuplicates = (suggestions: readonly Suggestion[]): Suggestion[] => [
  ...new Map(suggestions.map((suggestion) => [suggestion.label, suggestion])).values(),
];

const addFilters = (search: Search, kind: Search["kind"], added: Search["filters"]): Search => ({
  ...search,
  kind,
  filters: { ...search.filters, ...added },
});

/** A subject with each county; a search without a subject with each subject. */
function listLonger(search: Search): Search[] {
  if (!search.filters.subject)
    return SUBJECTS.map((code) => addFilters(search, "subject", { subject: [code] }));
  // With a level, the counts by level of each county would be read.
  return Object.keys(search.filters).length === 1
    ? COUNTY_CODES.map((county) => addFilters(search, "county", { county }))
    : [];
}

function takeOfEachKind(completions: readonly Completion[]): Completion[] {
  const taken = new Map<Completion["kind"], number>();
  return completions.filter(({ kind }) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= MAX_OF_KIND;
  });
}

/** The searches that find a listing by their words, too. One statement of at most one row each. */
async function findWithWords<T extends Search>(
  { db }: Pick<Ctx, "db">,
  searches: readonly T[],
): Promise<T[]> {
  if (searches.length === 0) return [];
  const queries = searches.map(({ filters, words }, n) => {
    const match = buildMatchQuery({ ...NO_FILTERS, ...filters, q: words });
    return boundSql`select ${constantSql(n)} as n
      where exists (select 1 from listings_fts where listings_fts match ${match})`;
  });
  const rows = await db.read<{ n: number }>(joinSql(queries, " union all "));
  return rows.flatMap(({ n }) => searches[n] ?? []);
}

/** "Mathematics · Baccalaureate in Turda, Cluj". */
function formatSearch(t: Translator, { filters: { county, ...others }, place, words }: Search): string {
  const labels = listFilterLabels(t, { ...NO_FILTERS, ...others });
  const what = [...(words ? [words] : []), ...labels].join(" · ");
  if (!county) return what;
  const where = [...(place ? [place] : []), countyName(county)].join(", ");
  return what ? t("search.suggestions.inPlace", { what, where }) : where;
}

const toHref = (t: Translator, { filters, words }: Search): string =>
  localizePath(t.locale, paths.listings({ q: words, ...filters }));

/** A name that has a phrase of the vocabulary is searched as it is, not as a subject or place. */
function toTeacherHref(t: Translator, name: string): string {
  const words = splitWords(name).map(normalizeWord);
  const hasPhrase = words.some((_, at) => findPhrase(words, at).entry !== null);
  return localizePath(t.locale, paths.listings({ q: name, exact: hasPhrase }));
}
