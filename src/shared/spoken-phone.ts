import { withoutMarks } from "./text";

/** Digits of number words, in Romanian without diacritics and in English. */
const WORDS: Record<string, string> = {
  ...toDigits("zero unu doi trei patru cinci sase sapte opt noua zece", 0),
  ...toDigits("zero one two three four five six seven eight nine ten eleven twelve thirteen", 0),
  ...toDigits("fourteen fifteen sixteen seventeen eighteen nineteen", 14),
  ...toDigits("unsprezece doisprezece treisprezece paisprezece cincisprezece saisprezece", 11),
  ...toDigits("saptesprezece optsprezece nouasprezece", 17),
  ...toDigits("unspe doispe treispe paispe cinspe saispe saptespe optspe nouaspe", 11),
  una: "1",
  doua: "2",
  douasprezece: "12",
  cinsprezece: "15",
  sapteispe: "17",
  optuspe: "18",
  oh: "0",
};

/** The first digit of each multiple of ten. */
const TENS: Record<string, number> = {
  ...toTens("douazeci treizeci patruzeci cincizeci saizeci saptezeci optzeci nouazeci"),
  ...toTens("twenty thirty forty fifty sixty seventy eighty ninety"),
};

const HUNDRED = /^(?:suta|sute|hundred)$/;
const REPEATS: Record<string, number> = { double: 2, dublu: 2, triple: 3, triplu: 3 };
const JOINERS = /^(?:si|and)$/;
const DATE = /(?<!\d)\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d(?!\d)/g;
/** A Romanian phone number as digits, without or with the country code. */
const PHONE_DIGITS = /^(?:(?:00)?40|0)[237]\d{8}$/;
/** The digits of the longest form: 0040 and nine. */
const MAX_DIGITS = 13;
/** Number words, longest first, to split words written together. */
const JOINED_WORDS = new RegExp(
  [...Object.keys(WORDS), ...Object.keys(TENS)].sort((a, b) => b.length - a.length).join("|"),
  "y",
);

/** Whether a text contains a Romanian phone number with at least one digit written as a word ("zero șapte 22 …"). */
export function hasSpokenPhone(text: string): boolean {
  const tokens = splitTokens(text);
  for (let from = 0; from < tokens.length; ) {
    const run = readRun(tokens, from);
    if (run.numbers.some(({ isWord }) => isWord) && hasPhone(run.numbers)) return true;
    from = run.end;
  }
  return false;
}

/** A number of a text as digits. */
type SpokenNumber = { digits: string; isWord: boolean };

/** Lower-case words, digits and symbols in order, without white space and the punctuation of phone numbers. */
function splitTokens(text: string): string[] {
  const plain = withoutMarks(text).toLowerCase().replace(DATE, " date ");
  return plain.match(/[a-z]+|\d+|[^\sa-z\d+()/,;:_–—.-]/g)?.flatMap(splitJoinedWords) ?? [];
}

/** "zerosapte" as "zero", "sapte"; other words unchanged. */
function splitJoinedWords(word: string): string[] {
  if (word in WORDS || word in TENS || !/^[a-z]{7,}$/.test(word)) return [word];
  const parts: string[] = [];
  JOINED_WORDS.lastIndex = 0;
  while (JOINED_WORDS.lastIndex < word.length) {
    const part = JOINED_WORDS.exec(word)?.[0];
    if (part === undefined) return [word];
    parts.push(part);
  }
  return parts;
}

/** The numbers that follow each other from a token on, and the token after them. */
function readRun(tokens: readonly string[], from: number): { numbers: SpokenNumber[]; end: number } {
  const numbers: SpokenNumber[] = [];
  let position = from;
  while (position < tokens.length) {
    const found = readNumber(tokens, position);
    if (!found) break;
    numbers.push(found);
    position = found.end;
  }
  return { numbers, end: Math.max(position, from + 1) };
}

/** The number at a token: digits, a word, "două sute trei", "douăzeci și doi" or "double seven". */
function readNumber(tokens: readonly string[], position: number): (SpokenNumber & { end: number }) | null {
  const token = tokens[position] ?? "";
  const next = tokens[position + 1] ?? "";
  if (/^\d+$/.test(token)) return { digits: token, isWord: false, end: position + 1 };
  const repeats = lookUp(REPEATS, token);
  if (repeats !== undefined) {
    const digit = lookUp(WORDS, next) ?? (/^\d$/.test(next) ? next : "");
    return digit.length === 1 ? { digits: digit.repeat(repeats), isWord: true, end: position + 2 } : null;
  }
  const unit = token === "o" && HUNDRED.test(next) ? "1" : lookUp(WORDS, token);
  if (unit?.length === 1 && unit !== "0" && HUNDRED.test(next)) {
    const rest = readBelowHundred(tokens, position + 2);
    return {
      digits: unit + (rest?.digits ?? "").padStart(2, "0"),
      isWord: true,
      end: rest?.end ?? position + 2,
    };
  }
  if (unit !== undefined) return { digits: unit, isWord: true, end: position + 1 };
  return readTens(tokens, position);
}

/** What follows a hundred, so that "două sute trei" is 203. A zero is a number of its own. */
function readBelowHundred(tokens: readonly string[], position: number) {
  const start = JOINERS.test(tokens[position] ?? "") ? position + 1 : position;
  const word = lookUp(WORDS, tokens[start] ?? "");
  if (word !== undefined && word !== "0" && !HUNDRED.test(tokens[start + 1] ?? ""))
    return { digits: word, end: start + 1 };
  return readTens(tokens, start);
}

/** "douăzeci", "douăzeci și doi", "twenty two". */
function readTens(tokens: readonly string[], position: number): (SpokenNumber & { end: number }) | null {
  const ten = lookUp(TENS, tokens[position] ?? "");
  if (ten === undefined) return null;
  const joined = JOINERS.test(tokens[position + 1] ?? "") ? position + 2 : position + 1;
  const unit = lookUp(WORDS, tokens[joined] ?? "");
  return unit?.length === 1 && unit !== "0"
    ? { digits: `${ten}${unit}`, isWord: true, end: joined + 1 }
    : { digits: `${ten}0`, isWord: true, end: position + 1 };
}

/** Whether neighbouring numbers, written together, are a phone number. */
function hasPhone(numbers: readonly SpokenNumber[]): boolean {
  return numbers.some((_, from) => {
    let digits = "";
    let hasWord = false;
    for (const number of numbers.slice(from, from + MAX_DIGITS)) {
      digits += number.digits;
      hasWord ||= number.isWord;
      if (digits.length > MAX_DIGITS) return false;
      if (hasWord && PHONE_DIGITS.test(digits)) return true;
    }
    return false;
  });
}

const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

function toDigits(words: string, first: number): Record<string, string> {
  return Object.fromEntries(words.split(" ").map((word, index) => [word, String(first + index)]));
}

function toTens(words: string): Record<string, number> {
  return Object.fromEntries(words.split(" ").map((word, index) => [word, index + 2]));
}
