import { LEARNING_WORDS } from "./language-words";
import {
  countPhraseTokens,
  isHyphenated,
  joinWords,
  type Token,
  type TokenMatch,
  toPhrases,
  toWordSet,
} from "./tokens";
import { findPhrase } from "./vocabulary";

/** After these, an ambiguous name is that of a town. */
export const PLACE_PREPOSITIONS = toWordSet("in din la");
const SECTOR = toPhrases("sector, sectorul, sect, district");
/** After "info", they ask for information instead of computer science. */
const ABOUT = toWordSet("despre pret preturi legat legate contact about on");
const LEARNING = toWordSet(LEARNING_WORDS);
/** Next to them, "EN" is the National Evaluation. */
const EVALUATED = toWordSet("mate matematica romana viii 8 clasa evaluare subiecte pregatire");

/** A phrase of the vocabulary, or a sector of București. `words` are those of the tokens. */
export function matchPhrase(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
): TokenMatch | null {
  const [before = "", word = "", after = ""] = [words[at - 1], words[at], words[at + 1]];
  if (word === "en" && (EVALUATED.has(before) || EVALUATED.has(after))) {
    return { length: ["viii", "8"].includes(after) ? 2 : 1, filters: { level: ["pe"] } };
  }
  if (word === "info" && ABOUT.has(after)) return null;
  const spoken = matchSpokenLanguage(tokens, words, at);
  if (spoken) return spoken;
  const sector = matchSector(tokens, at);
  if (sector) return sector;
  const { length, entry } = findPhrase(words, at, ({ isAmbiguous, filters }) =>
    filters.teaches_in ? !isLearned(words, at) : !isAmbiguous || PLACE_PREPOSITIONS.has(before),
  );
  if (!entry || isPartOfSentence(tokens, at, length) || isEquation(tokens, at, length)) return null;
  return { length, filters: entry.filters, ...(entry.place ? { place: entry.place } : {}) };
}

/** "English-speaking maths tutor", "native English speaker". Without the hyphen, it may be practice in speaking. */
function matchSpokenLanguage(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
): TokenMatch | null {
  let end = at + Number(words[at] === "native");
  const language = words[end++] ?? "";
  if (words[end] === "native") end++;
  const isSpeaking = words[end] === "speaking" && isHyphenated(tokens[end]);
  if (!isSpeaking && !/^speakers?$/.test(words[end] ?? "")) return null;
  const filters = findPhrase(["in", language], 0).entry?.filters;
  return filters?.teaches_in ? { length: end + 1 - at, filters } : null;
}

/** "Incepator in engleza" learns English; "homework help in English" is for any subject. */
const isLearned = (words: readonly string[], at: number): boolean =>
  LEARNING.has(words[at - 1] ?? "") && words[at - 2] !== "homework";

/** "la profesor de mate" and "de la școală" name no place of lessons. */
function isPartOfSentence(tokens: readonly Token[], at: number, length: number): boolean {
  const phrase = joinWords(tokens, at, length);
  if (phrase === "la profesor")
    return ["de", "particular", "privat"].includes(tokens[at + length]?.word ?? "");
  return phrase === "la scoala" && tokens[at - 1]?.word === "de";
}

/** "1-1" and "1:1" are individual lessons, "1=1" is not. */
const isEquation = (tokens: readonly Token[], at: number, length: number): boolean =>
  joinWords(tokens, at, length) === "1 1" && !/^\s*[-–:]\s*$/.test(tokens[at + 1]?.gap ?? "");

/** "sectorul 3", "s3" */
function matchSector(tokens: readonly Token[], at: number): TokenMatch | null {
  const named = countPhraseTokens(tokens, at, SECTOR);
  const [, number] = (tokens[at + named]?.word ?? "").match(named > 0 ? /^([1-6])$/ : /^s([1-6])$/) ?? [];
  return number ? { length: named + 1, filters: { county: "b" }, place: `Sector ${number}` } : null;
}
