import { codeWord } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";

/** More words than this narrow nothing further, and each costs a look-up. */
const WORDS = 12;
/** A shorter beginning would stand for a good part of all words. */
const PREFIX_LENGTH = 3;

/** The words of a text as a person would count them. FTS5 folds case and diacritics itself. */
const wordsOf = (text: string): string[] => (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, WORDS);

/**
 * The FTS5 query for a search by words: all of them, the last one perhaps not finished, in what people wrote; and the
 * codes of the filters, each in `codes`. Words are quoted and hold only letters and digits, so nothing that anybody
 * types is query syntax. Without any word it is the empty phrase, which nothing matches.
 * https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchQuery(filters: SearchFilters): string {
  const words = wordsOf(filters.q);
  const last = words.at(-1);
  if (!last) return '""';
  const quoted = words.map((word) => `"${word}"`);
  const prefix = [...last].length >= PREFIX_LENGTH ? "*" : "";
  const text = `{title teacher description} : (${quoted.join(" AND ")}${prefix})`;
  const codes = codeGroups(filters).map((group) => `codes : (${group.join(" OR ")})`);
  return [text, ...codes].join(" AND ");
}

/** One group for each filter in use; a listing must have one word of each group. */
function codeGroups({ subject, level, county, location, online }: SearchFilters): string[][] {
  return [
    subject.map(codeWord.subject),
    level.map(codeWord.level),
    county ? [codeWord.county(county)] : [],
    location.map(codeWord.location),
    online ? [codeWord.online] : [],
  ].filter((group) => group.length > 0);
}
