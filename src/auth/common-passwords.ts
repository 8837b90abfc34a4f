import { COUNTIES } from "@/shared/codes";
import { toSlug, withoutMarks } from "@/shared/text";

const splitWords = (list: string): string[] => list.trim().split(/\s+/);
let common: ReadonlySet<string> | undefined;
let romanian: ReadonlySet<string> | undefined;

/** A day, a month and a year as 8 digits. 1,244 of the 10,000 most common passwords are such dates. */
const DATE =
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19|20)\d\d$/;

/** Maximum digits and signs around a common word, such as a year with two signs. */
const MAX_ADDED = 6;

/**
 * Those of the 10,000 most common passwords that have at least 8 characters and are no dates; lower case, sorted. A file
 * next to the script, so that an isolate does not compile them. Source: Mark Burnett, "Ten Million Passwords" (2015,
 * public domain), by frequency.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  if (common) return common;
  const { default: bytes } = await import("./common-passwords.bin");
  common = new Set(splitWords(new TextDecoder().decode(bytes)));
  return common;
}

/**
 * Words that are common in Romanian passwords and missing from the English list. Our own choice, without a source. Lower
 * case, without diacritics. Each matches with a few digits or signs around it. `COUNTIES` adds towns and counties.
 */
async function loadRomanianWords(): Promise<ReadonlySet<string>> {
  if (romanian) return romanian;
  const { default: bytes } = await import("./romanian-password-words.bin");
  const places = COUNTIES.flatMap(({ name, seat }) => [name, seat]);
  romanian = new Set([
    ...splitWords(new TextDecoder().decode(bytes)),
    ...places.map((place) => toSlug(place).replaceAll("-", "")),
  ]);
  return romanian;
}

/**
 * Whether a password is among the 10,000 most common ones (in any case), or a date such as 27031987, or a common
 * Romanian word, once or twice, with a few digits and signs around it: parola123, Steaua1947!, andrei_andrei. Phrases
 * of several words are not matched.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.normalize("NFC").toLowerCase();
  return DATE.test(plain) || (await isRomanianWord(password)) || (await loadCommonPasswords()).has(plain);
}

async function isRomanianWord(password: string): Promise<boolean> {
  const plain = withoutMarks(password)
    .toLowerCase()
    .replaceAll("@", "a")
    .replaceAll("$", "s")
    // A zero between letters stands for the letter o.
    .replace(/(?<=[a-z])0(?=[a-z])/g, "o");
  const letters = plain.replace(/\P{L}/gu, "");
  if (plain.length - letters.length > MAX_ADDED) return false;
  const half = letters.slice(0, letters.length / 2);
  const words = await loadRomanianWords();
  return words.has(letters) || (letters === half + half && words.has(half));
}
