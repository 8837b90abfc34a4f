import { LEARNING_WORDS } from "./language-words";
import { after, anyOf, countWords, HYPHEN, type Line, matchAt, toPattern } from "./patterns";
import { type TokenMatch, toWordSet } from "./tokens";
import { findPhrase } from "./vocabulary";

/** After these, an ambiguous name is that of a town. */
export const PLACE_PREPOSITIONS = toWordSet("in din la");
const LEARNING = toWordSet(LEARNING_WORDS);
/** "sectorul 3", "s3" */
const SECTOR = toPattern(`(?:${anyOf("sector, sectorul, sect, district")} |s)(?<number>[1-6])`);
/** Next to them, "EN" is the National Evaluation. */
const EVALUATED = anyOf("mate, matematica, romana, viii, 8, clasa, evaluare, subiecte, pregatire");
const EVALUATION = toPattern(
  `${after(EVALUATED)}en(?: ${anyOf("viii, 8")})?|en(?: ${anyOf("viii, 8")}|(?= ${EVALUATED}))`,
);
/** "English-speaking maths tutor", "native English speaker". Without the hyphen, it may be practice in speaking. */
const SPOKEN_LANGUAGE = toPattern(
  `(?:native )?(?<language>[a-z]+)(?: native)?(?:${HYPHEN}speaking| speakers?)`,
);
/**
 * Words with another meaning: "la profesor de mate" and "de la școală" name no place of lessons, "info despre" asks for
 * information, and "1=1" is an equation, while "1-1" and "1:1" are individual lessons.
 */
const OTHER_MEANING = toPattern(
  `la profesor ${anyOf("de, particular, privat")}|${after("de")}la scoala|info ${anyOf("despre, pret, preturi, legat, legate, contact, about, on")}|1(?!\\s?[-:]\\s?1) 1`,
);

/** A phrase of the vocabulary, a sector of București, an exam or a language of lessons. */
export function matchPhrase(line: Line, at: number): TokenMatch | null {
  const { words } = line;
  const evaluation = countWords(line, at, EVALUATION);
  if (evaluation > 0) return { length: evaluation, filters: { level: ["pe"] } };
  const spoken = matchAt(line, at, SPOKEN_LANGUAGE);
  const { filters } = findPhrase(["in", spoken?.groups.language ?? ""], 0).entry ?? {};
  if (spoken && filters?.teaches_in) return { length: spoken.length, filters };
  const sector = matchAt(line, at, SECTOR);
  if (sector)
    return { length: sector.length, filters: { county: "b" }, place: `Sector ${sector.groups.number}` };
  const { length, entry } = findPhrase(words, at, (phrase) =>
    phrase.filters.teaches_in
      ? !isLearned(words, at)
      : !phrase.isAmbiguous || PLACE_PREPOSITIONS.has(words[at - 1] ?? ""),
  );
  if (!entry || countWords(line, at, OTHER_MEANING) >= length) return null;
  return { length, filters: entry.filters, ...(entry.place ? { place: entry.place } : {}) };
}

/** "Incepator in engleza" learns English; "homework help in English" is for any subject. */
const isLearned = (words: readonly string[], at: number): boolean =>
  LEARNING.has(words[at - 1] ?? "") && words[at - 2] !== "homework";
