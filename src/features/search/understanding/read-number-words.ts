/** The words of each number in both languages, from 1 on. */
const UNITS = `un unu o una one a,doi doua two,trei three,patru four,cinci five,sase six,sapte seven,opt eight,
  noua nine,zece ten,unsprezece eleven,doisprezece douasprezece twelve,treisprezece thirteen,paisprezece fourteen,
  cincisprezece fifteen,saisprezece sixteen,saptesprezece seventeen,optsprezece eighteen,nouasprezece nineteen`;
/** From 20 on. */
const TENS = `douazeci twenty,treizeci thirty,patruzeci forty,cincizeci fifty,saizeci sixty,saptezeci seventy,
  optzeci eighty,nouazeci ninety`;

const toValues = (list: string, toValue: (n: number) => number) =>
  list.split(",").flatMap((words, n) =>
    words
      .trim()
      .split(" ")
      .map((word) => [word, toValue(n)] as const),
  );
const VALUES: ReadonlyMap<string, number> = new Map([
  ...toValues(UNITS, (n) => n + 1),
  ...toValues(TENS, (n) => (n + 2) * 10),
  ...toValues("suta sute hundred,mie mii thousand", (n) => 100 * 10 ** n),
]);
/** Smaller numbers have words with other meanings: "o", "noua". */
const SMALLEST = 10;

const isHundred = (word = ""): boolean => (VALUES.get(word) ?? 0) >= 100;

/** A number in words: "cincizeci", "o suta douazeci si cinci", "one hundred and fifty". Null if it is below 10. */
export function readNumberWords(
  words: readonly string[],
  at: number,
): { value: number; length: number } | null {
  let [thousands, rest, end] = [0, 0, at];
  for (;;) {
    const and = end > at && ["si", "and"].includes(words[end] ?? "") ? 1 : 0;
    const value = VALUES.get(words[end + and] ?? "");
    // In "cincizeci si o suta", "o" belongs to the next number.
    if (value === undefined || (rest > 0 && isHundred(words[end + and + 1]))) break;
    const isUnitOfTens = value < 10 && rest % 100 >= 20 && rest % 10 === 0;
    if (value < 100 ? rest % 100 > 0 && !isUnitOfTens : and > 0 || rest >= 10) break;
    if (value === 1000) [thousands, rest] = [(rest || 1) * 1000, 0];
    else rest = value === 100 ? (rest || 1) * 100 : rest + value;
    end += and + 1;
  }
  const value = thousands + rest;
  return value >= SMALLEST ? { value, length: end - at } : null;
}
