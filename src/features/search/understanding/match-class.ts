import { LEVELS, type Level } from "@/shared/codes";
import { isUnit } from "./match-price";
import { countPhraseTokens, isHyphenated, type Token, type TokenMatch, toPhrases } from "./tokens";

const CLASS = toPhrases("clasa, clasele, clasei, clase, cls, cl, class, grade, grades, scoala clasa");
const GRADE = toPhrases("grade, grades, grader, graders, class");
/** Between two classes. */
const AND = toPhrases("si, sau, and, or, ori");
const TO = toPhrases("pana la, pana in, la, to, through, pana");

const NUMERALS = ["0", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"];
const ORDINALS = [
  "zero",
  "intai",
  "doua",
  "treia",
  "patra",
  "cincea",
  "sasea",
  "saptea",
  "opta",
  "noua",
  "zecea",
  "unsprezecea",
  "douasprezecea",
  "treisprezecea",
];
const ENGLISH_ORDINALS = [
  "",
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
];
const HIGHEST_CLASS = 13;

/** The levels of classes. One class that ends with an exam may mean the preparation for it. */
function toLevels(classes: readonly number[]): Level[] {
  const schools = classes.map((number): Level => (number <= 4 ? "e" : number <= 8 ? "m" : "h"));
  const [only] = classes.length === 1 ? classes : [];
  const exams: Level[] = only === undefined || only < 8 ? [] : only === 8 ? ["pe"] : only >= 12 ? ["pb"] : [];
  return LEVELS.filter((level) => schools.includes(level) || exams.includes(level));
}

/** Classes: "clasa a 8-a", "clasele V-VIII", "cls 5", "a X-a", "8th grade", "grade 8". */
export function matchClass(tokens: readonly Token[], at: number): TokenMatch | null {
  const found = matchEnglishOrdinal(tokens, at) ?? matchClassList(tokens, at) ?? matchBareClass(tokens, at);
  if (!found) return null;
  return { length: found.length, filters: { level: toLevels(found.classes) } };
}

type Classes = { length: number; classes: number[] };

/** "8th grade", "eighth grade" */
function matchEnglishOrdinal(tokens: readonly Token[], at: number): Classes | null {
  const word = tokens[at]?.word ?? "";
  const [, digits] = word.match(/^(\d{1,2})(?:st|nd|rd|th)$/) ?? [];
  const number = digits ? Number(digits) : ENGLISH_ORDINALS.indexOf(word);
  const grade = countPhraseTokens(tokens, at + 1, GRADE);
  return number > 0 && number <= HIGHEST_CLASS && grade > 0 ? { length: 1 + grade, classes: [number] } : null;
}

/** "clasa a 8-a", "clasele V-VIII", "clasa a V-a și a VI-a", "grades 5 to 8" */
function matchClassList(tokens: readonly Token[], at: number): Classes | null {
  const prefix = countPhraseTokens(tokens, at, CLASS);
  const found = prefix > 0 ? readClasses(tokens, at + prefix) : null;
  return found && { ...found, length: prefix + found.length };
}

/** Numbers of classes without a word for them, next to a subject: "8", "XI", "a 8 a", "5-8". "I" is an English word. */
export function matchClassNumbers(tokens: readonly Token[], at: number): TokenMatch | null {
  const number = tokens[at]?.word === "a" ? tokens[at + 1] : tokens[at];
  const first = toClassNumber(number?.word ?? "", NUMERALS) ?? 0;
  const found = first > 0 && first < HIGHEST_CLASS && number?.word !== "i" ? readClasses(tokens, at) : null;
  return found && !isUnit(tokens, at + found.length)
    ? { length: found.length, filters: { level: toLevels(found.classes) } }
    : null;
}

function readClasses(tokens: readonly Token[], at: number): Classes | null {
  const first = readClass(tokens, at);
  if (!first) return null;
  const classes = [first.number];
  let end = at + first.length;
  for (;;) {
    const isRange = isHyphenated(tokens[end]);
    const to = isRange ? 0 : countPhraseTokens(tokens, end, TO);
    const and = isRange || to > 0 ? 0 : countPhraseTokens(tokens, end, AND);
    const hasComma = /^\s*[,/]\s*$/.test(tokens[end]?.gap ?? "");
    const next = isRange || to + and > 0 || hasComma ? readClass(tokens, end + to + and) : null;
    if (!next) return { length: end - at, classes };
    const last = classes.at(-1) ?? next.number;
    const from = isRange || to > 0 ? Math.min(last, next.number) : next.number;
    for (let number = from; number <= next.number; number++) classes.push(number);
    end += to + and + next.length;
  }
}

/** "a 8-a", "a VIII-a", "8-a", "V-VIII" */
function matchBareClass(tokens: readonly Token[], at: number): Classes | null {
  const [from, to] = [NUMERALS.indexOf(tokens[at]?.word ?? ""), NUMERALS.indexOf(tokens[at + 1]?.word ?? "")];
  if (from > 0 && to > from && isHyphenated(tokens[at + 1])) {
    return { length: 2, classes: Array.from({ length: to - from + 1 }, (_, n) => from + n) };
  }
  const article = tokens[at]?.word === "a" ? 1 : 0;
  const number = toClassNumber(tokens[at + article]?.word ?? "", NUMERALS);
  const end = at + article + 1;
  const hasEnding = tokens[end]?.word === "a" && isHyphenated(tokens[end]);
  return number !== null && hasEnding ? { length: article + 2, classes: [number] } : null;
}

/** A class after "clasa": "8", "a 8-a", "a VIII a", "8a", "a opta", "pregatitoare". */
function readClass(tokens: readonly Token[], at: number): { length: number; number: number } | null {
  const article = ["a", "al"].includes(tokens[at]?.word ?? "") ? 1 : 0;
  const word = tokens[at + article]?.word ?? "";
  const number = toClassNumber(word, NUMERALS) ?? toClassNumber(word, ORDINALS);
  if (number === null) return null;
  const ending = tokens[at + article + 1];
  const hasEnding = ending?.word === "a" && (article > 0 || isHyphenated(ending));
  // "a V-a și a VI-a": the second article is no ending.
  return { length: article + 1 + (hasEnding ? 1 : 0), number };
}

function toClassNumber(word: string, names: readonly string[]): number | null {
  const [, digits] = word.match(/^a?(\d{1,2})a?$/) ?? [];
  const number = digits ? Number(digits) : names.indexOf(word);
  return number >= 0 && number <= HIGHEST_CLASS ? number : null;
}
