import type { Language } from "@/shared/codes";

// Phrases are normalized: lower case, without diacritics and punctuation.

/** What languages are called in Romanian besides their names: "vorbește ungurește". */
const ADVERBS: Partial<Record<Language, string>> = {
  ro: "romaneste",
  en: "englezeste",
  hu: "ungureste",
  de: "nemteste",
  fr: "frantuzeste",
  it: "italieneste",
  ru: "ruseste",
  tr: "turceste",
  el: "greceste",
};

const BEFORE_ROMANIAN =
  "in,predare in,cu predare in,predate in,vorbitor de,vorbitoare de,vorbitori de,care vorbeste,vorbeste".split(
    ",",
  );
const BEFORE_ENGLISH = "in,taught in,who speaks,speaks".split(",");

/**
 * Phrases for lessons in a language, by its name in Romanian and English. The name alone is the subject: "engleza" are
 * lessons of English, "in engleza" lessons in English.
 */
export function listLanguagePhrases(code: Language, romanian: string, english: string): string[] {
  const adverb = ADVERBS[code];
  return [
    ...["", "limba ", "lb "].flatMap((prefix) =>
      BEFORE_ROMANIAN.map((before) => `${before} ${prefix}${romanian}`),
    ),
    ...(adverb ? [`care vorbeste ${adverb}`, `vorbeste ${adverb}`] : []),
    ...BEFORE_ENGLISH.map((before) => `${before} ${english}`),
    ...["teacher", "teachers", "tutor", "tutors"].map((person) => `${english} speaking ${person}`),
  ];
}

/** Before "in engleza", these words tell that English is what is learned. */
export const LEARNING_WORDS =
  "ajutor incepator incepatoare incepatori avansat avansata avansati examen help beginner beginners advanced exam degree";
