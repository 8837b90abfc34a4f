import { type Token, toWordSet } from "./tokens";

/** The words of each number in both languages, from 1 on. */
const UNITS = [
  "un unu o una one a",
  "doi doua two",
  "trei three",
  "patru four",
  "cinci five",
  "sase six",
  "sapte seven",
  "opt eight",
  "noua nine",
  "zece ten",
  "unsprezece eleven",
  "doisprezece douasprezece twelve",
  "treisprezece thirteen",
  "paisprezece fourteen",
  "cincisprezece fifteen",
  "saisprezece sixteen",
  "saptesprezece seventeen",
  "optsprezece eighteen",
  "nouasprezece nineteen",
];
/** From 20 on. */
const TENS = [
  "douazeci twenty",
  "treizeci thirty",
  "patruzeci forty",
  "cincizeci fifty",
  "saizeci sixty",
  "saptezeci seventy",
  "optzeci eighty",
  "nouazeci ninety",
];
const toValues = (lists: readonly string[], toValue: (n: number) => number): ReadonlyMap<string, number> =>
  new Map(lists.flatMap((words, n) => words.split(" ").map((word) => [word, toValue(n)] as const)));

const UNIT_VALUES = toValues(UNITS, (n) => n + 1);
const TEN_VALUES = toValues(TENS, (n) => (n + 2) * 10);
const HUNDRED = toWordSet("suta sute hundred");
const THOUSAND = toWordSet("mie mii thousand");
const ARTICLES = toWordSet("o a un");
const AND = toWordSet("si and");

/** Whether a word is part of a number in words. Articles are not. */
const isNumberWord = (word = ""): boolean =>
  !ARTICLES.has(word) &&
  (UNIT_VALUES.has(word) || TEN_VALUES.has(word) || HUNDRED.has(word) || THOUSAND.has(word));

/** A number to 1,000 in words: "cincizeci", "o suta douazeci si cinci", "one hundred and fifty". */
export function readNumberWords(
  tokens: readonly Token[],
  at: number,
): { value: number; length: number } | null {
  const word = (n: number) => tokens[n]?.word ?? "";
  if (isNumberWord(word(at - 1))) return null;
  const multiplier = UNIT_VALUES.get(word(at));
  if (THOUSAND.has(word(at + 1)) && multiplier === 1) {
    return isNumberWord(word(at + 2)) ? null : { value: 1_000, length: 2 };
  }
  let [value, end] = [0, at];
  if (word(at) === "suta") [value, end] = [100, at + 1];
  else if (HUNDRED.has(word(at + 1)) && multiplier && multiplier < 10) {
    [value, end] = [multiplier * 100, at + 2];
  }
  // "O suta si cincizeci" is a sum; "o suta si muzica" is not.
  const rest = readBelowHundred(tokens, end) ?? readAfterAnd(tokens, value > 0 ? end : tokens.length);
  if (rest) [value, end] = [value + rest.value, end + rest.length];
  if (end === at || isNumberWord(word(end))) return null;
  return end === at + 1 && ARTICLES.has(word(at)) ? null : { value, length: end - at };
}

function readAfterAnd(tokens: readonly Token[], at: number): { value: number; length: number } | null {
  const rest = AND.has(tokens[at]?.word ?? "") ? readBelowHundred(tokens, at + 1) : null;
  return rest && { ...rest, length: rest.length + 1 };
}

function readBelowHundred(tokens: readonly Token[], at: number): { value: number; length: number } | null {
  const word = (n: number) => tokens[n]?.word ?? "";
  const unit = (n: number) => (ARTICLES.has(word(n)) ? undefined : UNIT_VALUES.get(word(n)));
  const tens = TEN_VALUES.get(word(at));
  if (tens === undefined) {
    const value = HUNDRED.has(word(at + 1)) ? undefined : unit(at);
    return value ? { value, length: 1 } : null;
  }
  const and = AND.has(word(at + 1)) ? 1 : 0;
  const value = unit(at + 1 + and) ?? 0;
  return value > 0 && value < 10 && !HUNDRED.has(word(at + 2 + and))
    ? { value: tens + value, length: 2 + and }
    : { value: tens, length: 1 };
}
