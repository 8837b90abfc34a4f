import generalEn from "@locales/general/en.json" with { type: "json" };
import generalRo from "@locales/general/ro.json" with { type: "json" };
import { codeTerm } from "@/features/listings";
import { COUNTIES, LEVELS, SUBJECTS } from "@/shared/codes";
import { withoutMarks } from "@/shared/text";

/** Letters and digits; whatever stands between them parts words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The words of a text as a person would count them. */
export const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** What people write for a name, besides it. */
const ALSO_CALLED = [
  ["mate", codeTerm.subject("m")],
  ["math", codeTerm.subject("m")],
  ["maths", codeTerm.subject("m")],
  ["romana", codeTerm.subject("ro")],
  ["filozofie", codeTerm.subject("ps")],
  ["info", codeTerm.subject("i")],
  ["bac", codeTerm.level("pb")],
  ["admitere facultate", codeTerm.level("pu")],
  ["evaluare nationala", codeTerm.level("pe")],
  ["online", codeTerm.online],
] as const;

/** Without capital letters and marks, as full text search compares. */
const folded = (words: readonly string[]): string =>
  words.map((word) => withoutMarks(word).toLowerCase()).join(" ");

/** The codes of subjects, levels, counties and online lessons, as words of the index, by their names in both languages. */
const CODES: ReadonlyMap<string, string> = new Map(
  [
    ...[generalEn, generalRo].flatMap(({ subjects, levels }) => [
      ...SUBJECTS.map((code) => [subjects[code], codeTerm.subject(code)] as const),
      ...LEVELS.map((code) => [levels[code], codeTerm.level(code)] as const),
    ]),
    ...COUNTIES.flatMap(({ code, name, seat }) =>
      [name, seat].map((place) => [place, codeTerm.county(code)] as const),
    ),
    ...ALSO_CALLED,
  ].map(([name, code]) => [folded(wordsOf(name)), code]),
);
const LONGEST = Math.max(...[...CODES.keys()].map((name) => name.split(" ").length));

/**
 * What people write around what they look for, folded: of a site of lessons these words say nothing, and a teacher who left
 * them out is not meant less. "Lecții de pian" is pian.
 */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  `a al cu de din in la o pe pentru si un unui unei
  limba lectie lectii meditatie meditatii meditator meditatoare meditatori prof profesor profesoara profesori
  an for of the to with lesson lessons teacher teachers tuition tutor tutoring tutors`.split(/\s+/),
);

/** Words that belong together, and the code whose name they are. */
export type Named = { words: string[]; code: string | null };

/** Names and words in their order, without those that say nothing, unless there are no others. */
export function tellingIn(words: readonly string[]): Named[] {
  const all = namesIn(words);
  const telling = all.filter(({ words, code }) => code !== null || !SAYS_NOTHING.has(folded(words)));
  return telling.length > 0 ? telling : all;
}

/** Groups words: each name of a code, the longest name first, and each other word alone. */
function namesIn(words: readonly string[]): Named[] {
  const found: Named[] = [];
  for (let at = 0; at < words.length; at += found.at(-1)?.words.length ?? 1)
    found.push(nameAt(words.slice(at)));
  return found;
}

function nameAt(words: readonly string[]): Named {
  for (let length = Math.min(LONGEST, words.length); length > 0; length--) {
    const name = words.slice(0, length);
    const code = CODES.get(folded(name));
    if (code) return { words: name, code };
  }
  return { words: words.slice(0, 1), code: null };
}
