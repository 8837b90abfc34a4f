import { codeWord } from "@/features/listings";

/** More words than this narrow nothing further, and each costs a look-up. */
const WORDS = 12;
/** A shorter beginning would stand for a good part of all words. */
const PREFIX_LENGTH = 3;

const NOTHING = `"${codeWord.none}"`;

/** What has the words where it counts, and does not belong to a tier before: full text queries. */
export type Tier = { match: string; without: string[] };

/** Columns of `listings_fts` that people wrote. */
const TITLE = "{title}";
const TEACHER = "{teacher}";
const HEAD = "{title teacher}";
const TEXT = "{title teacher description}";

/**
 * The words of a text as a person would count them, each as an FTS5 string; the last one perhaps not finished. Words
 * hold only letters and digits, so nothing that anybody types is query syntax. FTS5 folds case and diacritics itself.
 * https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function stringsOf(q: string): string[] {
  const words = (q.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).slice(0, WORDS);
  return words.map((word, n) => {
    const open = n === words.length - 1 && [...word].length >= PREFIX_LENGTH;
    return open ? `"${word}"*` : `"${word}"`;
  });
}

/** The query for all words of `q`, anywhere. Without any word nothing matches it. */
export const allWords = (q: string): string => allOf(stringsOf(q));

const allOf = (strings: string[]): string => (strings.length > 0 ? `(${strings.join(" AND ")})` : NOTHING);

/**
 * The listings with all words of `q`, those first that have them where it counts: all in the title; in the title and the
 * teacher's name; one in the title; one in the name; none in either. A listing is in one tier alone.
 */
export function tiersOf(q: string): Tier[] {
  const strings = stringsOf(q);
  const all = allOf(strings);
  const some = strings.length > 0 ? `(${strings.join(" OR ")})` : NOTHING;
  const title = `${TITLE} : ${all}`;
  const head = `${HEAD} : ${all}`;
  const text = `${TEXT} : ${all}`;
  const [inTitle, inName] = [`${TITLE} : ${some}`, `${TEACHER} : ${some}`];
  const tiers: Tier[] = [
    { match: title, without: [] },
    { match: head, without: [title] },
    { match: `(${text}) AND (${inTitle})`, without: [head] },
    { match: `(${text}) AND (${inName})`, without: [head, inTitle] },
    { match: text, without: [`${HEAD} : ${some}`] },
  ];
  // One word that is in the title is all of them.
  return strings.length > 1 ? tiers : tiers.filter((_, n) => n !== 2 && n !== 3);
}
