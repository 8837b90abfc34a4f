import { TEXTS } from "@locales/index";
import { COUNTIES, COUNTY_CODES, type County, LANGUAGES, LEVELS, SUBJECTS } from "@/shared/codes";
import { listNeighborhoods, listTowns } from "@/shared/codes/places";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { createTranslator } from "@/shared/i18n/translator";
import type { SearchFilters } from "@/shared/schemas/search";
import { FLAG_FILTERS } from "@/shared/search-filters";
import { listLanguagePhrases } from "./language-words";
import { CODE_PHRASES, FLAG_PHRASES, LOCATION_PHRASES, SORT_PHRASES, STOP_WORDS } from "./option-words";
import { AMBIGUOUS_TOWNS, COUNTY_PHRASES } from "./place-words";
import { LEVEL_PHRASES, MATHEMATICS_EXAM_PHRASES, SUBJECT_PHRASES } from "./subject-words";
import { normalizePhrase } from "./words";

/** What a phrase means. */
export type VocabularyEntry = {
  /** The filters of a search for it; codes in a list are alternatives. */
  filters: Partial<SearchFilters>;
  /** The name of a town or neighborhood, which no filter has. */
  place?: string;
  /** Whether it also has another meaning, and names a place only after "in" or "din". */
  isAmbiguous?: boolean;
};

let vocabulary: ReadonlyMap<string, VocabularyEntry> | undefined;

/** Phrases in both languages, normalized as by `normalizePhrase`, with what they mean. Built at the first use. */
export function getVocabulary(): ReadonlyMap<string, VocabularyEntry> {
  vocabulary ??= buildVocabulary();
  return vocabulary;
}

/** The most words of a phrase by its first word. */
let longestByFirstWord: ReadonlyMap<string, number> | undefined;

function getLongestByFirstWord(): ReadonlyMap<string, number> {
  if (longestByFirstWord) return longestByFirstWord;
  const longest = new Map<string, number>();
  for (const phrase of getVocabulary().keys()) {
    const { 0: first = "", length } = phrase.split(" ");
    longest.set(first, Math.max(length, longest.get(first) ?? 0));
  }
  longestByFirstWord = longest;
  return longest;
}

/**
 * The longest phrase that the normalized words at `at` begin with, with at least one word; without an entry if it is
 * none of the vocabulary or is not accepted.
 */
export function findPhrase(
  words: readonly string[],
  at: number,
  accept: (entry: VocabularyEntry) => boolean = () => true,
): { length: number; entry: VocabularyEntry | null } {
  const phrases = getVocabulary();
  const longest = getLongestByFirstWord().get(words[at] ?? "") ?? 0;
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const entry = phrases.get(words.slice(at, at + length).join(" "));
    if (entry && accept(entry)) return { length, entry };
  }
  return { length: 1, entry: null };
}

let stopWords: ReadonlySet<string> | undefined;

/** Whether a normalized word narrows nothing on a site of lessons. */
export function isStopWord(word: string): boolean {
  stopWords ??= new Set(STOP_WORDS.split(/\s+/));
  return stopWords.has(word);
}

function buildVocabulary(): Map<string, VocabularyEntry> {
  const entries = new Map<string, VocabularyEntry>();
  const add = (phrases: string, entry: VocabularyEntry) => {
    for (const phrase of phrases.split(",")) entries.set(normalizePhrase(phrase), entry);
  };
  // A later entry replaces an earlier one of the same phrase, so names of codes come last.
  addPlaces(entries);
  for (const [level, phrases] of LEVEL_PHRASES) add(phrases, { filters: { level: [...level] } });
  add(MATHEMATICS_EXAM_PHRASES, { filters: { subject: ["m"], level: ["pb"] } });
  for (const [location, phrases] of LOCATION_PHRASES) add(phrases, { filters: { location: [...location] } });
  for (const name of FLAG_FILTERS) add(`${name}, ${FLAG_PHRASES[name]}`, { filters: { [name]: true } });
  for (const [filter, phrasesByCode] of Object.entries(CODE_PHRASES)) {
    for (const [code, phrases] of Object.entries(phrasesByCode))
      add(`${code}, ${phrases}`, { filters: { [filter]: [code] } });
  }
  addLanguages(entries);
  for (const [sort, phrases] of Object.entries(SORT_PHRASES)) {
    add(phrases, { filters: { sort: sort as SearchFilters["sort"] } });
  }
  for (const code of SUBJECTS) add(SUBJECT_PHRASES[code], { filters: { subject: [code] } });
  for (const locale of LOCALES) {
    const t = getGeneralTexts(locale);
    for (const code of SUBJECTS) add(t(`subjects.${code}`), { filters: { subject: [code] } });
    for (const code of LEVELS) add(t(`levels.${code}`), { filters: { level: [code] } });
  }
  return entries;
}

/** Lessons in a language. */
function addLanguages(entries: Map<string, VocabularyEntry>): void {
  const [ro, en] = [getGeneralTexts("ro"), getGeneralTexts("en")];
  for (const code of LANGUAGES) {
    const names = [ro, en].map((t) => normalizePhrase(t(`languages.${code}`)));
    const [romanian = "", english = ""] = names;
    for (const phrase of listLanguagePhrases(code, romanian, english))
      entries.set(phrase, { filters: { teaches_in: [code] } });
  }
}

const getGeneralTexts = (locale: Locale) => createTranslator(locale, TEXTS.general?.[locale] ?? {});

/** Places, the best known last: neighborhoods, towns, seats, counties. */
function addPlaces(entries: Map<string, VocabularyEntry>): void {
  const add = (county: County, name: string, isName: boolean) => {
    for (const spelling of listSpellings(name)) {
      const phrase = normalizePhrase(spelling);
      entries.set(phrase, {
        filters: { county },
        ...(isName ? {} : { place: name }),
        ...(AMBIGUOUS_TOWNS.includes(phrase) ? { isAmbiguous: true } : {}),
      });
    }
  };
  /** Also with the county, which tells places of one name apart: "Gheorgheni Cluj". */
  const addNeighborhood = (county: County, name: string) => {
    const { name: countyName, seat } = COUNTIES.find(({ code }) => code === county) ?? {};
    add(county, name, false);
    for (const city of [countyName, seat]) {
      const phrase = normalizePhrase(`${name} ${city}`);
      entries.set(phrase, { filters: { county }, place: name });
    }
  };
  for (const county of COUNTY_CODES) {
    if (county !== "b") for (const { name } of listNeighborhoods(county)) addNeighborhood(county, name);
  }
  for (const county of COUNTY_CODES) for (const { name } of listTowns(county)) add(county, name, false);
  // Most people name no city for a neighborhood of București.
  for (const { name } of listNeighborhoods("b")) addNeighborhood("b", name);
  for (const { code, name, seat } of COUNTIES) {
    for (const phrase of COUNTY_PHRASES[code]?.split(",") ?? []) add(code, phrase, true);
    add(code, seat, true);
    add(code, name, true);
  }
}

/** A name as it is spelled, in the spelling until 1993 (â as î), and with "Târgu" or "Drumul" abbreviated. */
const listSpellings = (name: string): string[] =>
  [name, name.replace(/^Târgu\b/, "Tg").replace(/^Drumul\b/, "Dr")].flatMap((spelling) => [
    spelling,
    spelling.replaceAll("â", "î").replaceAll("Â", "Î"),
  ]);
