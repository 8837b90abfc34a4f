import type { Subject } from "@/shared/codes";
import { isDayInName } from "./is-day-in-name";
import { matchAge } from "./match-age";
import { matchClass, matchClassNumbers } from "./match-class";
import {
  countBeforePlace,
  countIgnored,
  countNearMe,
  countPrepositions,
  countRefusal,
  isClauseEnd,
  matchNegation,
} from "./match-ignored";
import { matchPhrase, PLACE_PREPOSITIONS } from "./match-phrase";
import { isComparison, matchPrice, readBarePrice } from "./match-price";
import { matchTime, type TimeGroup, toSlots } from "./match-time";
import { matchTopic } from "./match-topic";
import { anyOf, countWords, type Line, toLine, toPattern } from "./patterns";
import type { Token, TokenMatch } from "./tokens";

/** A phrase at a position of a text. */
export type Phrase = TokenMatch & {
  at: number;
  /** The times that it names, until `joinTimes` makes them a filter. */
  groups?: TimeGroup[];
  /** Whether no filter means it, and the search leaves it out. */
  isIgnored?: boolean;
  isNearMe?: boolean;
};

/** The phrases of a text in order. `now` in ms. */
export function listPhrases(tokens: readonly Token[], now: number): Phrase[] {
  const line = toLine(tokens);
  const phrases: Phrase[] = [];
  for (let at = 0; at < tokens.length; ) {
    const match = matchFilters(line, at, now);
    const found = match ? [excludeRefused(line, { ...match, at }, now)] : listIgnored(line, at, now);
    phrases.push(...found);
    at += found[0]?.length ?? 1;
  }
  const joined = joinTimes(joinChoices(line, dropCertificate(line, phrases)));
  return addBarePrice(line, narrowLevels(addBareClasses(line, joined)));
}

/** A phrase that means filters. Classes, ages and hours come before prices: "clasa a 8-a 80 lei". */
function matchFilters(line: Line, at: number, now: number): Omit<Phrase, "at"> | null {
  const ignored = countIgnored(line, at);
  const time = isDayInName(line.tokens, at) ? null : matchTime(line, at, now);
  const phrase = matchPhrase(line, at);
  // "Miercurea Ciuc" is a town, "miercuri seara" a time, "din 1 mai" a date.
  if (ignored > (phrase?.length ?? 0) + (time?.length ?? 0) && ignored > 2) return null;
  const isTime = time && time.length >= (phrase?.length ?? 0);
  return (
    matchClass(line, at) ??
    matchAge(line, at) ??
    (isTime ? { ...time, filters: {} } : (matchPrice(line, at) ?? phrase ?? matchTopic(line, at)))
  );
}

/**
 * A place or a time that the next words exclude: "acasa nu, online da". In "seara, in weekend nu", they exclude only what
 * follows the last comma, so the phrase ends before it. Otherwise the phrase itself.
 */
function excludeRefused(line: Line, phrase: Phrase, now: number): Phrase {
  const { at, length } = phrase;
  const refused = isPlace(phrase) || phrase.groups ? countRefusal(line, at + length) : 0;
  if (refused === 0) return phrase;
  const { tokens } = line;
  const comma = tokens.findLastIndex(({ gap }, n) => n > at && n < at + length && gap.includes(","));
  const kept = comma > 0 ? matchFilters(toLine(tokens.slice(0, comma)), at, now) : null;
  return kept ? { ...kept, at } : { at, length: length + refused, filters: {}, isIgnored: true };
}

/** Words that no filter means, or that exclude what a filter means: "nu online", "in afara de luni". */
function listIgnored(line: Line, at: number, now: number): Phrase[] {
  const nearMe = countNearMe(line, at);
  if (nearMe > 0) return [{ at, length: nearMe, filters: {}, isIgnored: true, isNearMe: true }];
  const length = countIgnored(line, at);
  return length > 0 ? [{ at, length, filters: {}, isIgnored: true }] : listNegated(line, at, now);
}

/**
 * A negation up to what it excludes. In "sa nu vina profesorul de mate acasa", that is the place; the subject and the
 * level before the place are phrases of their own.
 */
function listNegated(line: Line, at: number, now: number): Phrase[] {
  const negation = matchNegation(line, at);
  if (!negation) return [];
  const others: Phrase[] = [];
  let isSentence = false;
  let negated = 0;
  for (let end = at + negation.length; !isClauseEnd(line, end); ) {
    const match = matchFilters(line, end, now);
    const length = match?.length ?? (countPrepositions(line, end) || countBeforePlace(line, end));
    if (length === 0) break;
    if (match && (isPlace(match) || (isSentence && match.groups)))
      return [{ at, length: end + length - at, filters: {}, isIgnored: true }, ...others];
    if (match) {
      if (!isSentence) negated ||= end + length - at;
      const { subject, level } = match.filters;
      if (!(isSentence || negation.hasVerb) || !(subject || level)) break;
      others.push({ ...match, at: end });
    } else {
      isSentence ||= countBeforePlace(line, end) > 0;
    }
    end += length;
  }
  return negated > 0 ? [{ at, length: negated, filters: {}, isIgnored: true }] : [];
}

const isPlace = ({ filters: { online, location } }: Pick<Phrase, "filters">): boolean =>
  Boolean(online || location);

/**
 * "Online sau la domiciliu" excludes nothing that both filters together would not, so neither is set. No filter means
 * "Cluj sau online", so the county counts, and "online" is left out.
 */
function joinChoices(line: Line, phrases: readonly Phrase[]): Phrase[] {
  return phrases.flatMap((phrase, n) => {
    const [previous, next] = [phrases[n - 1], phrases[n + 1]];
    const before = isAlternative(line, previous, phrase) ? previous : undefined;
    const after = isAlternative(line, phrase, next) ? next : undefined;
    const isChoice = (other: Phrase) =>
      isPlace(phrase) && isPlace(other) && phrase.filters.online !== other.filters.online;
    if (before && isChoice(before)) return [];
    if (after && isChoice(after))
      return [{ ...phrase, length: after.at + after.length - phrase.at, filters: {} }];
    const isNextToCounty = Boolean(before?.filters.county || after?.filters.county);
    return [phrase.filters.online && isNextToCounty ? { ...phrase, filters: {}, isIgnored: true } : phrase];
  });
}

const FOREIGN_LANGUAGES: readonly Subject[] = ["en", "fr", "de", "sp"];

/** "Certificat" is that of integrity only with a subject that has no certificates of its own, as languages have. */
function dropCertificate({ tokens }: Line, phrases: readonly Phrase[]): readonly Phrase[] {
  const subjects = phrases.flatMap(({ filters }) => filters.subject ?? []);
  return subjects.length > 0 && !subjects.some((subject) => FOREIGN_LANGUAGES.includes(subject))
    ? phrases
    : phrases.filter(({ at, length }) => tokens[at + length - 1]?.word !== "certificat");
}

/** "online or in Cluj", "Cluj/online" */
const ALTERNATIVE = toPattern(`${anyOf("sau, ori, or")}(?: ${anyOf([...PLACE_PREPOSITIONS].join())})*`);

function isAlternative(line: Line, a: Phrase | undefined, b: Phrase | undefined): boolean {
  if (!a || !b) return false;
  const end = a.at + a.length;
  return end < b.at
    ? countWords(line, end, ALTERNATIVE) >= b.at - end
    : /^\s*\/\s*$/.test(line.tokens[b.at]?.gap ?? "");
}

/** Times of the whole text belong together, so the first phrase gets all of them. */
function joinTimes(phrases: readonly Phrase[]): Phrase[] {
  const when = toSlots(phrases.flatMap(({ groups }) => (groups ? [groups] : [])));
  return phrases.map((phrase) => (phrase.groups ? { ...phrase, filters: { when } } : phrase));
}

/** A phrase for several levels means the one that other words name: "clasa a 12-a, bac". */
function narrowLevels(phrases: readonly Phrase[]): Phrase[] {
  const named = phrases.flatMap(({ filters: { level = [] } }) => (level.length === 1 ? level : []));
  return phrases.map((phrase) => {
    const { level = [] } = phrase.filters;
    const narrowed = level.filter((code) => named.includes(code));
    return level.length > 1 && narrowed.length > 0
      ? { ...phrase, filters: { ...phrase.filters, level: narrowed } }
      : phrase;
  });
}

/** Numbers next to a subject are classes: "mate 11", at the beginning "XI mate". */
function addBareClasses(line: Line, phrases: readonly Phrase[]): Phrase[] {
  return phrases.flatMap((phrase, n) => {
    const end = phrase.at + phrase.length;
    if (!phrase.filters.subject || phrase.isSearchedAsText) return [phrase];
    const before = n === 0 && phrase.at === 1 ? matchClassNumbers(line, 0) : null;
    const after = matchClassNumbers(line, end);
    const isFree = after !== null && end + after.length <= (phrases[n + 1]?.at ?? line.tokens.length);
    return [...(before ? [{ ...before, at: 0 }] : []), phrase, ...(isFree ? [{ ...after, at: end }] : [])];
  });
}

/** In "mate 100", the number is a price: a search by subject, and words with a meaning on each side of the number. */
function addBarePrice(line: Line, phrases: Phrase[]): Phrase[] {
  const { tokens } = line;
  const isCovered = (n: number) => phrases.some(({ at, length }) => at <= n && n < at + length);
  const names = new Set(phrases.flatMap(({ filters }) => Object.keys(filters)));
  // In "sub mate 100", the words before are about the price.
  const isCompared = tokens.some((_, n) => !isCovered(n) && isComparison(line, n));
  if (!names.has("subject") || names.has("min") || names.has("max") || isCompared) return phrases;
  const at = tokens.findIndex(
    (_, n) =>
      !isCovered(n) &&
      readBarePrice(line, n) !== null &&
      phrases.some((phrase) => phrase.at + phrase.length === n && !phrase.isIgnored) &&
      (n === tokens.length - 1 || isCovered(n + 1)),
  );
  const max = readBarePrice(line, at);
  return max === null ? phrases : [...phrases, { at, length: 1, filters: { max } }];
}
