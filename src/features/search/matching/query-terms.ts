import { codeTerm } from "@/db/search-codes";
import type { SearchFilters } from "@/shared/schemas/search";
import { findPhrase, isStopWord } from "../understanding/vocabulary";
import { normalizeWord } from "../understanding/words";

/** A part of a typed query: the name of a code, of one or more words, or one other word. */
export type QueryTerm = {
  words: string[];
  /** The index term of the code that the words name. */
  code: string | null;
};

/** The terms of a query in order, without stop words. A query of stop words only keeps them. */
export function parseTerms(words: readonly string[]): QueryTerm[] {
  const normalized = words.map(normalizeWord);
  const all: QueryTerm[] = [];
  for (let at = 0; at < words.length; at += all.at(-1)?.words.length ?? 1) {
    const { length, entry } = findPhrase(
      normalized,
      at,
      ({ filters, place }) => !place && toCode(filters) !== null,
    );
    all.push({ words: words.slice(at, at + length), code: entry && toCode(entry.filters) });
  }
  const meaningful = all.filter(
    ({ words, code }) => code !== null || !words.map(normalizeWord).every(isStopWord),
  );
  return meaningful.length > 0 ? meaningful : all;
}

/** The index term of filters that are a single code of a subject, level or county, or online lessons. */
function toCode(filters: Partial<SearchFilters>): string | null {
  const { subject = [], level = [], county, online } = filters;
  const codes = [
    ...subject.map((code) => codeTerm.code("subject", code)),
    ...level.map((code) => codeTerm.code("level", code)),
    ...(county ? [codeTerm.county(county)] : []),
    ...(online ? [codeTerm.flag("online")] : []),
  ];
  return codes.length === 1 ? (codes[0] ?? null) : null;
}
