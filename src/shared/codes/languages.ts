/**
 * Languages in which lessons are taught (ISO 639-1): those of the site, of Romania's minorities, and others that are
 * widely spoken there. Romani has no code in ISO 639-1.
 */
export const LANGUAGES = [
  "ro",
  "en",
  "hu",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "uk",
  "ru",
  "sr",
  "bg",
  "tr",
  "el",
  "ar",
  "he",
] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages of a teacher who has chosen none. */
export const DEFAULT_LANGUAGES: readonly Language[] = ["ro"];
