import type { Ctx } from "@/context";
import { getDefaultSort, parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { type FilterName, withoutFilters } from "./filter-names";
import { understandQuery } from "./understand-query";
import type { UnderstoodWords } from "./understand-search";
import { normalizePhrase } from "./words";

/** Words of an earlier search, which the address names, as far as its filters still have what the words mean. */
export type EarlierWords = {
  text: string;
  words: UnderstoodWords[];
  /** The words of the text that mean no filter. */
  q: string;
};

/**
 * What `text`, a parameter of the address, means in a search with these filters; null if nothing. A search for another
 * text leaves out the filters that the earlier one set.
 */
export async function understandEarlier(
  text: string | undefined,
  filters: SearchFilters,
  ctx: Pick<Ctx, "now">,
): Promise<{ earlier: EarlierWords | null; filters: SearchFilters }> {
  const earlier = text ? await readEarlier(text, filters, ctx) : null;
  return earlier === null || hasTextOf(earlier, filters)
    ? { earlier, filters }
    : { earlier: null, filters: toTypedFilters(filters, earlier.words, filters.q) };
}

async function readEarlier(
  text: string,
  filters: SearchFilters,
  ctx: Pick<Ctx, "now">,
): Promise<EarlierWords | null> {
  const typed = parseSearch(new URLSearchParams({ q: text })).filters;
  const { filters: meant, understood } = await understandQuery({ filters: typed, exact: false }, ctx);
  const isSameText = meant.q !== "" && meant.q === filters.q;
  const words = listRemaining(understood, filters);
  if (words.length === 0 && !isSameText) return null;
  const others = understood.filter((part) => Object.keys(part.filters).length === 0);
  return understood.length > 0 ? { text: typed.q, words: [...words, ...others], q: meant.q } : null;
}

/** Whether the words of a search are those that the earlier text left in the text box, or some of them, or more. */
function hasTextOf({ q: left }: EarlierWords, { q }: SearchFilters): boolean {
  if (q === "" || left === "") return q === "";
  const [typed, before] = [toWords(q), toWords(left)];
  return typed.isSubsetOf(before) || before.isSubsetOf(typed);
}

const toWords = (text: string): ReadonlySet<string> => new Set(normalizePhrase(text).split(" "));

/** The words that set filters, with those of their filters that a search has. */
function listRemaining(words: readonly UnderstoodWords[], filters: SearchFilters): UnderstoodWords[] {
  return words.flatMap(({ filters: meant, place, ...part }) => {
    const remaining: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(meant)) {
      const current: unknown = filters[name as FilterName];
      if (Array.isArray(value) && Array.isArray(current)) {
        const codes = value.filter((code) => current.includes(code));
        if (codes.length > 0) remaining[name] = codes;
      } else if (value === current) remaining[name] = value;
    }
    if (Object.keys(remaining).length === 0) return [];
    return [{ ...part, filters: remaining, ...(place && remaining.county ? { place } : {}) }];
  });
}

/** The names of the filters that words set. */
const listSetNames = (words: readonly UnderstoodWords[]): FilterName[] => [
  ...new Set(words.flatMap(({ filters }) => Object.keys(filters) as FilterName[])),
];

/**
 * The text that the links of a list name, so that the next page can say what the words mean: the words of earlier
 * searches that the new ones did not replace, and the new ones. Empty if none set a filter.
 */
export function joinTexts(
  earlier: EarlierWords | null,
  { filters, q, understood }: { filters: SearchFilters; q: string; understood: readonly UnderstoodWords[] },
): string {
  if (understood.length === 0 && earlier?.q === filters.q) return earlier.text;
  const names = listSetNames(understood);
  const others = listRemaining(earlier?.words ?? [], filters).filter(
    (part) => !part.isSearchedAsText && !listSetNames([part]).every((name) => names.includes(name)),
  );
  if (understood.length + others.length === 0) return "";
  return [...others.map(({ words }) => words), q].join(" ").trim();
}

/** A search for the words as they were typed, instead of the filters that they set. */
export function toTypedFilters(
  filters: SearchFilters,
  words: readonly UnderstoodWords[],
  q: string,
): SearchFilters {
  const names = listSetNames(words);
  const others: Record<string, unknown> = {};
  for (const name of names) {
    const current: unknown = filters[name];
    const meant = words.flatMap((part): unknown[] => [part.filters[name] ?? []].flat());
    if (Array.isArray(current)) others[name] = current.filter((code) => !meant.includes(code));
  }
  const isDefaultSort = names.includes("sort") || filters.sort === getDefaultSort(filters);
  const sort = isDefaultSort ? getDefaultSort({ q }) : filters.sort;
  return { ...withoutFilters(filters, names), ...others, q, sort };
}
