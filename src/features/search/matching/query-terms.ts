import { TEXTS } from "@locales/index";
import { codeTerm } from "@/db/search-codes";
import { COUNTIES, LEVELS, SUBJECTS } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { createTranslator } from "@/shared/i18n/translator";
import type { SearchFilters } from "@/shared/schemas/search";
import { withoutMarks } from "@/shared/text";

/** Letters and digits. All other characters separate words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export const splitWords = (text: string): string[] => text.match(WORD) ?? [];

/** Further names and abbreviations of codes. */
const SYNONYMS = [
  ["mate", codeTerm.subject("m")],
  ["math", codeTerm.subject("m")],
  ["maths", codeTerm.subject("m")],
  ["romana", codeTerm.subject("ro")],
  ["filozofie", codeTerm.subject("ps")],
  ["info", codeTerm.subject("i")],
  ["bac", codeTerm.level("pb")],
  ["admitere facultate", codeTerm.level("pu")],
  ["evaluare nationala", codeTerm.level("pe")],
  ["online", codeTerm.flag("online")],
] as const;

/** Lower case without diacritics, as full text search compares. */
const normalize = (words: readonly string[]): string =>
  words.map((word) => withoutMarks(word).toLowerCase()).join(" ");

/** Normalized names of subjects, levels, counties and online lessons in both languages, with their index terms. */
const CODE_TERMS: ReadonlyMap<string, string> = new Map(
  [
    ...LOCALES.map((locale) => createTranslator(locale, TEXTS.general?.[locale] ?? {})).flatMap((t) => [
      ...SUBJECTS.map((code) => [t(`subjects.${code}`), codeTerm.subject(code)] as const),
      ...LEVELS.map((code) => [t(`levels.${code}`), codeTerm.level(code)] as const),
    ]),
    ...COUNTIES.flatMap(({ code, name, seat }) =>
      [name, seat].map((town) => [town, codeTerm.county(code)] as const),
    ),
    ...SYNONYMS,
  ].map(([name, code]) => [normalize(splitWords(name)), code]),
);
const LONGEST_NAME = Math.max(...[...CODE_TERMS.keys()].map((name) => name.split(" ").length));

/** Words that narrow nothing on a site of lessons, normalized: "Lecții de pian" means "pian". */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a al cu de din in la o pe pentru si un unui unei
  limba lectie lectii meditatie meditatii meditator meditatoare meditatori prof profesor profesoara profesori
  an for of the to with lesson lessons teacher teachers tuition tutor tutoring tutors`.split(/\s+/),
);

/** A part of a typed query: the name of a code, of one or more words, or one other word. */
export type QueryTerm = { words: string[]; code: string | null };

/** The terms of a query in order, without stop words. A query of stop words only keeps them. */
export function parseTerms(words: readonly string[]): QueryTerm[] {
  const all: QueryTerm[] = [];
  for (let at = 0; at < words.length; at += all.at(-1)?.words.length ?? 1) {
    all.push(parseTermAt(words.slice(at)));
  }
  const meaningful = all.filter(({ words, code }) => code !== null || !STOP_WORDS.has(normalize(words)));
  return meaningful.length > 0 ? meaningful : all;
}

/** The longest name of a code that the words begin with, else the first word. */
function parseTermAt(words: readonly string[]): QueryTerm {
  for (let length = Math.min(LONGEST_NAME, words.length); length > 0; length--) {
    const name = words.slice(0, length);
    const code = CODE_TERMS.get(normalize(name));
    if (code) return { words: name, code };
  }
  return { words: words.slice(0, 1), code: null };
}

const toEntry = (code: string, filters: Partial<SearchFilters>): [string, Partial<SearchFilters>] => [
  code,
  filters,
];

/** For each code that a term may name, the filter of its listings. */
const FILTERS_BY_CODE: ReadonlyMap<string, Partial<SearchFilters>> = new Map<string, Partial<SearchFilters>>([
  ...SUBJECTS.map((code) => toEntry(codeTerm.subject(code), { subject: [code] })),
  ...LEVELS.map((code) => toEntry(codeTerm.level(code), { level: [code] })),
  ...COUNTIES.map(({ code }) => toEntry(codeTerm.county(code), { county: code })),
  toEntry(codeTerm.flag("online"), { online: true }),
]);

/**
 * Filters in place of the query terms, for listings that surely match: those with the codes that the terms name. Null
 * if a term names no code, or if another filter excludes its code.
 */
export function toCodeFilters(filters: SearchFilters): SearchFilters | null {
  let narrowed = { ...filters, q: "" };
  for (const { code } of parseTerms(splitWords(filters.q))) {
    const update = code === null ? undefined : FILTERS_BY_CODE.get(code);
    if (!update || excludes(narrowed, update)) return null;
    narrowed = { ...narrowed, ...update };
  }
  return narrowed;
}

const excludes = (
  filters: SearchFilters,
  { subject = [], level = [], county = null }: Partial<SearchFilters>,
): boolean =>
  subject.some((code) => filters.subject.length > 0 && !filters.subject.includes(code)) ||
  level.some((code) => filters.level.length > 0 && !filters.level.includes(code)) ||
  (county !== null && filters.county !== null && filters.county !== county);
