import { codeTerm } from "@/features/listings";
import { tellingIn, wordsOf } from "./names";

/** More words than this narrow nothing further, and each costs a look-up. */
const WORDS = 12;
/** A shorter beginning would stand for a good part of all words. */
const PREFIX_LENGTH = 3;

const NOTHING = `"${codeTerm.none}"`;

/** What has the words where it counts, and does not belong to a tier before: full text queries. */
export type Tier = { match: string; without: string[] };

/**
 * Columns of `listings_fts`. What a listing is by its codes counts as much as its title: its teacher said so, too. Words
 * that are no name are found in no code, since codes begin with a `_`.
 */
const TITLE = "{title codes}";
const HEAD = "{title teacher codes}";

/**
 * Splits a text into FTS5 strings; the last word may be a prefix. A name of a subject, level or county matches its
 * words or the code. Stop words are left out. Words contain only letters and digits, so typed text is never query
 * syntax. FTS5 folds case and diacritics. https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function groupsOf(q: string): string[] {
  const words = wordsOf(q).slice(0, WORDS);
  const groups = tellingIn(words);
  // A word that others followed is finished, though these say nothing.
  const whole = groups.at(-1)?.words.at(-1) !== words.at(-1);
  return groups.map(({ words: named, code }, group) => {
    const strings = named.map((word, n) => {
      const last = group === groups.length - 1 && n === named.length - 1;
      const open = last && !whole && [...word].length >= PREFIX_LENGTH;
      return open ? `"${word}"*` : `"${word}"`;
    });
    const text = strings.length > 1 ? `(${strings.join(" AND ")})` : strings.join("");
    return code === null ? text : `(${text} OR "${code}")`;
  });
}

/** The query for all words of `q`, anywhere. Without any word nothing matches it. */
export const allWords = (q: string): string => allOf(groupsOf(q));

const allOf = (groups: string[]): string => (groups.length > 0 ? `(${groups.join(" AND ")})` : NOTHING);

/**
 * The listings with all words of `q`, those first that have them where it counts: all in the title; in the title and the
 * teacher's name; one in the title; one in the name (or a name of several words partly there); none in either. A code
 * counts as the title does. A listing is in one tier alone.
 */
export function tiersOf(q: string): Tier[] {
  const groups = groupsOf(q);
  const all = allOf(groups);
  const some = groups.length > 0 ? `(${groups.join(" OR ")})` : NOTHING;
  const title = `${TITLE} : ${all}`;
  const head = `${HEAD} : ${all}`;
  const [inTitle, inHead] = [`${TITLE} : ${some}`, `${HEAD} : ${some}`];
  const tiers: Tier[] = [
    { match: title, without: [] },
    { match: head, without: [title] },
    { match: `${all} AND (${inTitle})`, without: [head] },
    { match: `${all} AND (${inHead})`, without: [head, inTitle] },
    { match: all, without: [inHead] },
  ];
  // One word that is in the title is all of them.
  return groups.length > 1 ? tiers : tiers.filter((_, n) => n !== 2 && n !== 3);
}
