/** Cedilla letters of older keyboards and files, with the Romanian letters (comma below) that they stand for. */
const CEDILLAS: Record<string, string> = { ş: "ș", Ş: "Ș", ţ: "ț", Ţ: "Ț" };

/** Bidirectional embeddings, overrides and isolates, with their end marks. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text for storage: well-formed, NFC, ș and ț with a comma, without NUL, trimmed. */
export function normaliseText(value: string): string {
  return withoutLoneSurrogates(value)
    .replaceAll("\0", "")
    .normalize("NFC")
    .replace(/[şŞţŢ]/g, (letter) => CEDILLAS[letter] ?? letter)
    .trim();
}

/**
 * Like `normaliseText`, on one line: white space becomes single spaces. For names and titles. Bidirectional controls
 * are removed, because they could reverse neighbouring text.
 */
export const normaliseLine = (value: string): string =>
  normaliseText(value.replace(BIDI_CONTROLS, "")).replace(/\s+/g, " ");

/**
 * Like `normaliseText`, for several lines: line ends are \
 * , with at most one empty line in a row.
 */
export const normaliseLines = (value: string): string =>
  normaliseText(value)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n");

/** Lone surrogates are no characters; a database would reject or change them. */
const withoutLoneSurrogates = (value: string): string => value.replace(/\p{Surrogate}/gu, "");

/** Letters without diacritics: ș becomes s. */
export const withoutMarks = (value: string): string => value.normalize("NFD").replace(/\p{M}/gu, "");

/** A slug: lower-case ASCII letters and digits joined by "-"; "" for text without any. */
export const toSlug = (value: string): string =>
  withoutMarks(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A name that has only small letters with a capital one in each part: "ana-maria" becomes "Ana-Maria". */
export const capitalizeName = (name: string): string =>
  name === name.toLocaleLowerCase("ro")
    ? name.replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase("ro"))
    : name;

/** Length in characters (code points), not in UTF-16 units. */
export const countCharacters = (value: string): number => [...value].length;

/** At most `length` UTF-16 units of a text in one line, cut after a word, and an ellipsis. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(" ", length);
  return `${text.slice(0, end < length / 2 ? length : end).replace(/[\s\p{Surrogate},;:–-]+$/u, "")}…`;
}
