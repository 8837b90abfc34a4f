/** Cedilla forms, which older keyboards and files still carry, and the Romanian letters (comma below) that they mean. */
const CEDILLAS: Record<string, string> = { ş: "ș", Ş: "Ș", ţ: "ț", Ţ: "Ț" };

/** Embeddings, overrides and isolates, and what ends them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text as it is stored: well-formed, NFC, ș and ț with a comma, without NUL, nothing but words at its ends. */
export function normaliseText(value: string): string {
  return withoutLoneSurrogates(value)
    .replaceAll("\0", "")
    .normalize("NFC")
    .replace(/[şŞţŢ]/g, (letter) => CEDILLAS[letter] ?? letter)
    .trim();
}

/**
 * The same on one line: every run of white space becomes one space. For names and titles. What turns the direction of
 * writing goes: it could turn the words beside a name, too.
 */
export const normaliseLine = (value: string): string =>
  normaliseText(value.replace(BIDI_CONTROLS, "")).replace(/\s+/g, " ");

/** The same for many lines: line ends are \n, and never more than one line stays empty. */
export const normaliseLines = (value: string): string =>
  normaliseText(value)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n");

/** Halves of a pair that stand alone are no characters; a database would refuse them or store something else. */
const withoutLoneSurrogates = (value: string): string => value.replace(/\p{Surrogate}/gu, "");

/** Letters without what stands above or below them: ș is s. */
export const withoutMarks = (value: string): string => value.normalize("NFD").replace(/\p{M}/gu, "");

/** Words for a file's name: small ASCII letters and digits joined by "-"; "" for text that has none. */
export const slug = (value: string): string =>
  withoutMarks(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Length as a reader counts it: in characters, not in UTF-16 units. */
export const characters = (value: string): number => [...value].length;
