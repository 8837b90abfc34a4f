import { ABOUT, AN_HOUR, BETWEEN, CURRENCIES, MAXIMUM, MAXIMUM_AFTER, MINIMUM, TO } from "./match-price";
import { readNumberWords } from "./read-number-words";
import { countPhraseTokens, type Token } from "./tokens";

const NUMBER = /^\d{1,7}(?:[.,]\d{1,3})*$/;
const GLUED = /^\d{1,7}(?:eur|euro|usd|gbp|chf)$/;
/** Between the ends of a range, which may have signs: "$20-$30". */
const RANGE = /^\s*[€$£]?\s*[-‐‑–—]\s*[€$£]?\s*$/;

type ForeignAmount = { length: number; isForeign: boolean };

/** The number of words of a price in another currency than lei: "under $20", "15-20 euro pe ora"; 0 if none. */
export function countForeignPrice(tokens: readonly Token[], at: number): number {
  const limits = [MAXIMUM, MINIMUM, ABOUT, BETWEEN];
  const before = Math.max(...limits.map((phrases) => countPhraseTokens(tokens, at, phrases)));
  const first = readAmount(tokens, at + before);
  if (!first) return 0;
  let end = at + before + first.length;
  const to = countPhraseTokens(tokens, end, TO);
  const second = to > 0 || RANGE.test(tokens[end]?.gap ?? "") ? readAmount(tokens, end + to) : null;
  const isRange = second?.isForeign === true;
  if (!first.isForeign && !isRange) return 0;
  if (isRange) end += to + second.length;
  end += countPhraseTokens(tokens, end, AN_HOUR);
  return end + countPhraseTokens(tokens, end, MAXIMUM_AFTER) - at;
}

/** A number with or without a currency: "20", "€20", "20 $", "EUR 20", "20eur", "20 de dolari". */
function readAmount(tokens: readonly Token[], at: number): ForeignAmount | null {
  const named = countPhraseTokens(tokens, at, CURRENCIES);
  const token = tokens[at + named];
  if (!token) return null;
  if (GLUED.test(token.word)) return { length: named + 1, isForeign: true };
  const number = NUMBER.test(token.word) ? { length: 1 } : readNumberWords(tokens, at + named);
  if (!number) return null;
  const length = named + number.length;
  const unit = countPhraseTokens(tokens, at + length, CURRENCIES);
  // In "20€ 30", the sign belongs to the first number.
  const isBefore = /[€$£]$|\s[€$£]\s$/.test(at + named === 0 ? ` ${token.gap}` : token.gap);
  const hasSign = isBefore || /^\s*[€$£]/.test(tokens[at + length - 1]?.after ?? "");
  return { length: length + unit, isForeign: named + unit > 0 || hasSign };
}
