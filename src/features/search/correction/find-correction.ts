import { between, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { searchWords } from "@/db/schema";
import { NO_FILTERS } from "@/shared/schemas/search";
import { isPreferredWord } from "../understanding/equivalent-words";
import { splitTokens, type Token } from "../understanding/tokens";
import { understandSearch } from "../understanding/understand-search";
import { getVocabulary, isStopWord } from "../understanding/vocabulary";
import { normalizeWord, splitWords } from "../understanding/words";
import { getBuiltInWords } from "./built-in-words";
import {
  type ComparableWord,
  computeEditCost,
  getMaxLengthChange,
  isOtherForm,
  toComparableWord,
} from "./edit-cost";
import { MIN_LISTINGS, WORD_LENGTH } from "./refresh-search-words";

/** A typed text, and the text that was probably meant. */
export type Correction = { from: string; to: string };

/** A text with more unknown words is probably in another language. */
const MAX_UNKNOWN_WORDS = 4;
/** Shorter words are similar to many others. */
const SHORTEST = { typed: 3, corrected: 4, likely: 5 };
/** The highest cost of a likely mistake: swapped or doubled letters, and other single ones of longer words. */
const MAX_LIKELY_COST = { short: 70, long: 90 };
/** Users that are read for a word: the index also has words of e-mail addresses, such as "gmail". */
const MAX_NAMES = 8;
/** Subtracted from the cost if the corrected word and the one next to it are a phrase: "bia mare" is Baia Mare. */
const PHRASE_BONUS = 50;
/** Added to the cost, as the ranks of `built-in-words`. */
const TOPIC_RANK = 18;
const TITLE_RANK = 20;
const DESCRIPTION_RANK = 35;
/** Words that no title has are corrections of one mistake, and those of descriptions only of longer words. */
const MAX_COST_BESIDES_TITLES = 115;
const LONG_WORD = 6;

/** How often a typed word is in listings. */
type Occurrence = "none" | "rare" | "common";

/** Words of titles and descriptions of listings, and how often the typed words occur. */
type Catalogue = {
  titles: readonly ComparableWord[];
  descriptions: readonly ComparableWord[];
  occurrences: ReadonlyMap<string, Occurrence>;
};
const NO_CATALOGUE: Catalogue = { titles: [], descriptions: [], occurrences: new Map() };

/**
 * The text that was probably meant instead of a text that finds nothing. Only words that nothing explains are
 * corrected: not part of a phrase with a meaning, and neither in the vocabulary, a teacher's name nor the texts of
 * MIN_LISTINGS listings. Null if there are none, or if a word that no listing has resembles no other.
 */
export async function findCorrection(ctx: Pick<Ctx, "db" | "now">, q: string): Promise<Correction | null> {
  const tokens = splitTokens(q);
  const suspects = listSuspects(tokens, q, ctx.now);
  if (suspects.length === 0) return null;
  const words = suspects.map((at) => tokens[at]?.word ?? "");
  return correct(q, tokens, suspects, await readCatalogue(ctx, words));
}

/**
 * The correction of a text that is being typed, from the words in the code: reads no data. Null if the last word is
 * unknown with few letters, or the beginning of a correct word.
 */
export function findTypedCorrection(q: string, now: number): Correction | null {
  const tokens = splitTokens(q);
  const suspects = listSuspects(tokens, q, now);
  const last = suspects.includes(tokens.length - 1) ? (tokens.at(-1)?.word ?? "") : null;
  if (last !== null) {
    if (last.length < SHORTEST.corrected) return null;
    for (const word of getBuiltInWords().correct) if (word.startsWith(last)) return null;
  }
  return correct(q, tokens, suspects, NO_CATALOGUE);
}

/** The text with its suspects replaced. Null if nothing is, or if a word that no listing has resembles no other. */
function correct(
  q: string,
  tokens: readonly Token[],
  suspects: readonly number[],
  catalogue: Catalogue,
): Correction | null {
  const corrected = new Map<Token, string>();
  for (const at of suspects) {
    const token = tokens[at] as Token;
    const occurrence = catalogue.occurrences.get(token.word) ?? "none";
    if (occurrence === "common") continue;
    const word = chooseWord(tokens, at, catalogue);
    if (word !== null) corrected.set(token, word);
    else if (occurrence === "none" && !isPhrasePart(token.word)) return null;
  }
  if (corrected.size === 0) return null;
  const to = tokens.map((token) => token.gap + (corrected.get(token) ?? token.text)).join("");
  return { from: q, to: to.trim() };
}

/** Positions of the words that nothing in the code explains; none of a text in another language. */
function listSuspects(tokens: readonly Token[], q: string, now: number): number[] {
  const { filters } = understandSearch({ filters: { ...NO_FILTERS, q }, exact: false }, { now });
  const unexplained = new Set(splitTokens(filters.q).map(({ word }) => word));
  const { correct } = getBuiltInWords();
  const suspects = tokens.flatMap(({ word }, at) => {
    const isSuspect =
      unexplained.has(word) &&
      /^[a-z]+$/.test(word) &&
      word.length >= SHORTEST.typed &&
      word.length <= WORD_LENGTH.max &&
      !isStopWord(word) &&
      !isPreferredWord(word, filters.subject) &&
      !correct.has(word);
    return isSuspect ? [at] : [];
  });
  return suspects.length > MAX_UNKNOWN_WORDS ? [] : suspects;
}

/** A word that a typed one may be corrected to. The lowest cost wins. */
type Option = { text: string; cost: number };

/** The most similar word; null if none is similar enough. */
function chooseWord(tokens: readonly Token[], at: number, catalogue: Catalogue): string | null {
  const typed = toComparableWord(tokens[at]?.word ?? "");
  const options = [
    ...listBuiltInOptions(tokens, at, typed),
    ...(isPhrasePart(typed.text) ? [] : listOtherOptions(typed, catalogue)),
  ];
  let best: Option | null = null;
  for (const option of options) if (!best || option.cost < best.cost) best = option;
  return best?.text ?? null;
}

const getMaxLikelyCost = ({ text }: ComparableWord): number =>
  MAX_LIKELY_COST[text.length < LONG_WORD ? "short" : "long"];

/** Words of the vocabulary. */
function listBuiltInOptions(tokens: readonly Token[], at: number, typed: ComparableWord): Option[] {
  // A part of a phrase of the vocabulary is spelled correctly. It only becomes a part of the phrase with its neighbor.
  const isCorrect = isPhrasePart(typed.text);
  const options: Option[] = [];
  for (const { word, text, rank, isIndependent, needsLikelyEdit } of getBuiltInWords().candidates) {
    const cost = computeEditCost(typed, word);
    if (cost === null || text === typed.text) continue;
    const isLikelyEdit = typed.text.length >= SHORTEST.likely && cost <= getMaxLikelyCost(typed);
    if (isPartOfPhrase(tokens, at, text)) {
      options.push({ text, cost: cost + rank - PHRASE_BONUS });
    } else if (
      !isCorrect &&
      isIndependent &&
      (isLikelyEdit || !needsLikelyEdit) &&
      !isTooShort(typed.text, text)
    ) {
      options.push({ text, cost: cost + rank });
    }
  }
  return options;
}

/** Topics of lessons, and words of the catalogue. */
function listOtherOptions(typed: ComparableWord, { titles, descriptions }: Catalogue): Option[] {
  if (typed.text.length <= SHORTEST.typed) return [];
  const options: Option[] = [];
  const compare = (words: readonly ComparableWord[], rank: number, maxCost: number) => {
    for (const word of words) {
      const cost = computeEditCost(typed, word);
      if (cost !== null && cost <= maxCost && !isOtherForm(typed.text, word.text))
        options.push({ text: word.text, cost: cost + rank });
    }
  };
  if (typed.text.length < LONG_WORD) {
    compare(getBuiltInWords().topics, TOPIC_RANK, getMaxLikelyCost(typed));
    compare(titles, TITLE_RANK, getMaxLikelyCost(typed));
  } else {
    compare(getBuiltInWords().topics, TOPIC_RANK, MAX_COST_BESIDES_TITLES);
    compare(titles, TITLE_RANK, Number.POSITIVE_INFINITY);
    compare(descriptions, DESCRIPTION_RANK, MAX_COST_BESIDES_TITLES);
  }
  return options;
}

/**
 * Only names of subjects, levels and counties may have three letters. A typed word of three letters may have a swap or
 * miss a letter of such a name, besides the first.
 */
function isTooShort(typed: string, word: string): boolean {
  if (typed.length > SHORTEST.typed && word.length >= SHORTEST.corrected) return false;
  if (!getBuiltInWords().names.has(word)) return true;
  if (typed.length > SHORTEST.typed) return false;
  const isSwap = [...typed].sort().join() === [...word].sort().join();
  return !isSwap && (word.length <= typed.length || word[0] !== typed[0]);
}

/** Whether a word that alone means nothing is part of a phrase of the vocabulary, as "mare" of "baia mare". */
const isPhrasePart = (word: string): boolean => getBuiltInWords().phraseParts.has(word);

/** Whether a word and the one before or after it are a phrase of the vocabulary. */
function isPartOfPhrase(tokens: readonly Token[], at: number, word: string): boolean {
  const [before, after] = [tokens[at - 1]?.word, tokens[at + 1]?.word];
  const vocabulary = getVocabulary();
  return (
    (before !== undefined && vocabulary.has(`${before} ${word}`)) ||
    (after !== undefined && vocabulary.has(`${word} ${after}`))
  );
}

/** How often the words occur in listings, and words of the catalogue of similar length. One round trip. */
async function readCatalogue({ db }: Pick<Ctx, "db">, words: readonly string[]): Promise<Catalogue> {
  const lengths = words.flatMap((word) => [
    word.length - getMaxLengthChange(word),
    word.length + getMaxLengthChange(word),
  ]);
  const [counts, rows] = await db.batch([
    db.all<{ word: string; texts: number; names: string | null }>(sql`
      select value as word,
        (select count(*) from (select 1 from listings_fts
          where listings_fts match '{title description} : "' || value || '"' limit ${MIN_LISTINGS})) as texts,
        (select group_concat(name, ' ') from (select name from users_fts
          where users_fts match '"' || value || '"' limit ${MAX_NAMES})) as names
      from json_each(${JSON.stringify(words)})`),
    db
      .select()
      .from(searchWords)
      .where(between(searchWords.length, Math.min(...lengths), Math.max(...lengths))),
  ]);
  return {
    occurrences: new Map(
      counts.map(({ word, texts, names }) => {
        const isName = splitWords(names ?? "").some((name) => normalizeWord(name) === word);
        return [word, isName || texts >= MIN_LISTINGS ? "common" : texts > 0 ? "rare" : "none"];
      }),
    ),
    titles: rows.flatMap(({ titles }) => titles.map(toComparableWord)),
    descriptions: rows.flatMap(({ descriptions }) => descriptions.map(toComparableWord)),
  };
}
