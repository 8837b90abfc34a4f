/** Words of up to this many letters allow one edit, longer ones two. */
const SHORT_WORD = 6;
const MAX_EDITS = { short: 1, long: 2 };
/**
 * The highest cost by letters. An unlikely edit of a word of up to five letters, and two of longer ones, make another
 * word. Longer words resemble fewer others.
 */
const MAX_COSTS: readonly (readonly [letters: number, cost: number])[] = [
  [5, 112],
  [6, 120],
  [8, 185],
  [Number.POSITIVE_INFINITY, 205],
];
/** Changed endings that cost this or more make a related word: "social" and "socio". */
const OTHER_ENDING = { cost: 115, stem: 4, letters: 3 };

/** What an edit costs: likely mistakes less than 100, so that they win among as many edits. */
const COSTS = { swapped: 70, doubled: 60, missing: 90, extra: 115, neighbor: 75, vowel: 85, replaced: 115 };
/** Added for each edit of the first letter, which is seldom wrong. */
const FIRST_LETTER_COST = 20;
/** The cost of a word that is spelled by ear. */
const SOUND_COST = 60;

/** Rows of the keyboard. A letter's neighbors are next to it, or above and below. */
const KEYBOARDS = [
  ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ["qwertzuiop", "asdfghjkl", "yxcvbnm"],
];
const NEIGHBORS: ReadonlySet<string> = new Set(
  KEYBOARDS.flatMap((rows) =>
    rows.flatMap((row, y) =>
      [...row].flatMap((letter, x) =>
        [
          row[x - 1],
          row[x + 1],
          rows[y - 1]?.[x],
          rows[y - 1]?.[x + 1],
          rows[y + 1]?.[x],
          rows[y + 1]?.[x - 1],
        ].flatMap((other) => (other ? [letter + other] : [])),
      ),
    ),
  ),
);
const VOWELS = "aeiou";

const getSize = (word: string): "short" | "long" => (word.length <= SHORT_WORD ? "short" : "long");

/** How many letters longer or shorter a correction of a typed word can be. */
export const getMaxLengthChange = (word: string): number => MAX_EDITS[getSize(word)] + 1;

/** A word, prepared to be compared with many others. `sound` is computed at its first use, because few words need it. */
export type ComparableWord = { text: string; letters: number; sound: string | null };

export const toComparableWord = (text: string): ComparableWord => ({
  text,
  letters: toLetterBits(text),
  sound: null,
});

/** How unlikely it is that a word was meant: lower is better. Null if it is too different. */
export function computeEditCost(typed: ComparableWord, word: ComparableWord): number | null {
  const maxEdits = MAX_EDITS[getSize(typed.text)];
  if (Math.abs(word.text.length - typed.text.length) > maxEdits + 1) return null;
  // Each edit changes at most two letters of the set.
  const otherLetters = countBits(typed.letters ^ word.letters);
  if (otherLetters > 2 * MAX_EDITS.long) return null;
  const bySound = getSound(word) === getSound(typed) ? SOUND_COST : null;
  if (otherLetters > 2 * maxEdits) return bySound;
  const byLetters = compareLetters(typed.text, word.text, maxEdits);
  if (byLetters === null || byLetters > getMaxCost(typed) || hasOtherEnding(typed.text, word.text, byLetters))
    return bySound;
  return bySound === null ? byLetters : Math.min(byLetters, bySound);
}

const getMaxCost = ({ text }: ComparableWord): number =>
  MAX_COSTS.find(([letters]) => text.length <= letters)?.[1] ?? 0;

/** Whether two words have one stem, and endings that are no likely mistake of each other. */
function hasOtherEnding(typed: string, word: string, cost: number): boolean {
  const isOtherVowel = typed.length === word.length && isOtherForm(typed, word);
  if (cost < OTHER_ENDING.cost || typed.at(-1) === word.at(-1)) return isOtherVowel;
  const stem = Math.max(OTHER_ENDING.stem, Math.max(typed.length, word.length) - OTHER_ENDING.letters);
  return typed.slice(0, stem) === word.slice(0, stem);
}

/** One bit for each letter of the word. */
const toLetterBits = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) - 97);
  return bits;
};

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** An edit as a number: sums compare by the number of edits first, then by their cost. */
const EDIT = 1000;

/**
 * The cost of the fewest edits from a typed word to another: replaced, missing and extra letters, and two swapped ones.
 * Null if they are more than `maxEdits`.
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance#Optimal_string_alignment_distance
 */
function compareLetters(typed: string, word: string, maxEdits: number): number | null {
  let twoBefore: number[] = [];
  let before = [0];
  for (let j = 1; j <= word.length; j++) before.push((before[j - 1] ?? 0) + EDIT + missingCost(word, j));
  for (let i = 1; i <= typed.length; i++) {
    const row = [(before[0] ?? 0) + EDIT + extraCost(typed, i)];
    let least = row[0] ?? 0;
    for (let j = 1; j <= word.length; j++) {
      const isSame = typed[i - 1] === word[j - 1];
      let best = (before[j - 1] ?? 0) + (isSame ? 0 : EDIT + replacedCost(typed, word, i, j));
      best = Math.min(best, (before[j] ?? 0) + EDIT + extraCost(typed, i));
      best = Math.min(best, (row[j - 1] ?? 0) + EDIT + missingCost(word, j));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        best = Math.min(best, (twoBefore[j - 2] ?? 0) + EDIT + COSTS.swapped + firstLetterCost(i - 1));
      row.push(best);
      least = Math.min(least, best);
    }
    if (least >= (maxEdits + 1) * EDIT) return null;
    [twoBefore, before] = [before, row];
  }
  const total = before[word.length] ?? 0;
  const edits = Math.floor(total / EDIT);
  return edits > maxEdits ? null : total - edits * EDIT;
}

const firstLetterCost = (position: number): number => (position === 1 ? FIRST_LETTER_COST : 0);

function missingCost(word: string, j: number): number {
  const isDouble = word[j - 1] === word[j - 2];
  return (isDouble ? COSTS.doubled : COSTS.missing) + firstLetterCost(j);
}

function extraCost(typed: string, i: number): number {
  if (typed[i - 1] === typed[i - 2]) return COSTS.doubled;
  return COSTS.extra + firstLetterCost(i);
}

function replacedCost(typed: string, word: string, i: number, j: number): number {
  const [from, to] = [typed[i - 1] ?? "", word[j - 1] ?? ""];
  if (NEIGHBORS.has(from + to)) return COSTS.neighbor + firstLetterCost(i);
  const cost = VOWELS.includes(from) && VOWELS.includes(to) ? COSTS.vowel : COSTS.replaced;
  return cost + firstLetterCost(i);
}

/** Whether two words differ only in an ending, as forms of one word do: "simulare" and "simulări". */
export function isOtherForm(typed: string, word: string): boolean {
  const [short, long] = typed.length < word.length ? [typed, word] : [word, typed];
  const [shortEnd, longEnd] = [short.slice(-1), long.slice(-1)];
  if (short.length === long.length)
    return short.slice(0, -1) === long.slice(0, -1) && !NEIGHBORS.has(shortEnd + longEnd);
  return short === long.slice(0, -1) && VOWELS.includes(longEnd);
}

/** Spellings of one sound, in Romanian, English and other languages that pupils learn. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/(.)\1+/g, "$1"],
  [/ch(?=[ei])|ck|q|x/g, "k"],
  [/c(?![ei])/g, "k"],
  [/sh|sch/g, "s"],
  [/t[sz]/g, "t"],
  [/([gt])h/g, "$1"],
  [/y/g, "i"],
  [/w/g, "v"],
  [/z/g, "s"],
];

function getSound(word: ComparableWord): string {
  word.sound ??= SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word.text);
  return word.sound;
}
