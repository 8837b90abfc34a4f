import { COUNTIES } from "@/shared/codes";
import { toSlug, withoutMarks } from "@/shared/text";
import { ROMANIAN_PASSWORD_WORDS } from "./romanian-password-words";

const splitWords = (list: string): string[] => list.trim().split(/\s+/);
let common: ReadonlySet<string> | undefined;
const ROMANIAN: ReadonlySet<string> = new Set([
  ...splitWords(ROMANIAN_PASSWORD_WORDS),
  ...COUNTIES.flatMap(({ name, seat }) => [name, seat].map((place) => toSlug(place).replaceAll("-", ""))),
]);

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
 * Whether a password is among the 10,000 most common ones (in any case), or a date such as 27031987, or a common
 * Romanian word, once or twice, with a few digits and signs around it: parola123, Steaua1947!, andrei_andrei. Phrases
 * of several words are not matched.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.normalize("NFC").toLowerCase();
  return DATE.test(plain) || isRomanianWord(password) || (await loadCommonPasswords()).has(plain);
}

function isRomanianWord(password: string): boolean {
  const plain = withoutMarks(password)
    .toLowerCase()
    .replaceAll("@", "a")
    .replaceAll("$", "s")
    // A zero between letters stands for the letter o.
    .replace(/(?<=[a-z])0(?=[a-z])/g, "o");
  const letters = plain.replace(/\P{L}/gu, "");
  if (plain.length - letters.length > MAX_ADDED) return false;
  const half = letters.slice(0, letters.length / 2);
  return ROMANIAN.has(letters) || (letters === half + half && ROMANIAN.has(half));
}
