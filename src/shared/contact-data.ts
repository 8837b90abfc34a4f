import type { FieldError } from "./errors";
import { namesSchoolOrStreet } from "./identifying-text";
import { hasSpokenPhone } from "./spoken-phone";
import { normaliseLine, normaliseText, withoutMarks } from "./text";

/** Domains that are also words, which may begin a sentence after a missing space: "nota 10.School". */
const WORD_DOMAINS =
  "eu info me online site app link shop store blog club dev tech website academy education school agency wiki".split(
    " ",
  );
const DOMAINS = [..."ro com net org md biz xyz io ly tv uk".split(" "), ...WORD_DOMAINS];
const DOT_BEFORE_SENTENCE = new RegExp(
  String.raw`\.(?=(?:${WORD_DOMAINS.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("|")})(?![\p{L}\d]))`,
  "gu",
);
/** Matches links, but not names such as ASP.NET or abbreviations such as "Gh.Roșca". */
const LINK = new RegExp(
  String.raw`https?:\/\/|(?<![a-z\d])(?:www\.|(?!(?:asp|ado|vb|ml)\.net(?![a-z\d.-]))[\p{L}\d][\p{L}\d-]*\.(?:${DOMAINS.join("|")})(?!_?[\p{L}\d]))`,
  "iu",
);
/** An address, its signs also in brackets, and the dots also in words: "ana (at) exemplu punct ro". */
const EMAIL =
  /[\p{L}\d._%+-]+\s*(?:@|[([{]\s*at\s*[)\]}])\s*[\p{L}\d-]+\s*(?:\.|[([{]\s*(?:dot|punct)\s*[)\]}]|(?<!\p{L})(?:dot|punct)(?!\p{L}))\s*\p{L}{2,}/iu;
/** "Arond" is the Romanian name of the sign; "at", "et" and "la" are words of any text, so the domain counts. */
const SPOKEN_EMAIL = new RegExp(
  String.raw`[\p{L}\d][\s([{_*-]+(?:a[\s-]?r{1,2}ond[\s)\]}_*-]+[\p{L}\d]|(?:at|et|la)\s+[\p{L}\d-]+\s+(?:dot|punct)\s+(?:${DOMAINS.join("|")})(?!\p{L}))`,
  "iu",
);
/**
 * A Romanian phone number in any grouping: ten digits from 0, or +40 / 0040 and nine; not a date such as 01.09.2010.
 */
const PHONE =
  /(?<!\d)(?!(?:\d\d[./-])?(?:0[1-9]|1[0-2])[./-](?:19|20)\d\d(?!\d))(?:\+\s*40|0040|0)(?:[\s./()-]*\d){9}(?!\d)/;
/** A phone number of any country, with its code. E.164 allows 15 digits. */
const FOREIGN_PHONE = /(?<!\d)(?:\+|00)[1-9](?:[\s./()-]*\d){8,14}(?!\d)/;
/** A Romanian phone number with any other characters between its digits. */
const SCATTERED_PHONE = /(?<!\d[.,]?)(?=((?:\+40|0040|0)\D{0,4}[237](?:\D{0,4}\d){8})(?!\d))/g;
/** Years, times (also days such as 07.12) and ranges of hours that stand alone, in which `SCATTERED_PHONE` would match. */
const SCHEDULE = new RegExp(
  [
    String.raw`(?<!\d)(?:19|20)\d\d(?!\d)`,
    String.raw`(?<!\d[\s.:,;_/]?)\d{1,2}[.:]\d\d(?![\s.:,;_/]?\d)`,
    String.raw`(?<!\d[\s,;.:_/–-]?)(?:[01]?\d|2[0-4])\s?[–-]\s?(?:[01]?\d|2[0-4])(?!\s?[\d–-]|[,;.:_/]\d)`,
  ].join("|"),
  "g",
);

/**
 * A street or the like with a number, after a name of at most four words: "str. Observatorului 34", "strada Lungă nr. 5,
 * ap. 2"; not "calea spre nota 10", nor a number of the next sentence.
 */
const STREET_WORD = String.raw`(?:\p{L}{1,3}\.[\p{L}-]*|[\p{L}-]+)`;
const STREET_ADDRESS = new RegExp(
  String.raw`(?<!\p{L}|wall )(?:str|strada|bd|b-?dul|blvd|bulevardul|aleea|calea(?!\s+(?:spre|catre|de|la|cea|prin|asta|aceasta)\s)|splaiul|street|avenue)(?!\p{L})\.?\s*${STREET_WORD}(?:\s+${STREET_WORD}){0,3},?\s*(?:nr\.?\s*)?\d`,
  "iu",
);
/** A street without a number too, or a house number. Neighborhoods are also named "Calea București". */
const STREET = /(?<!\p{L})(?:(?:str|strada)(?!\p{L})|(?:nr|bl|ap)\.?\s*\d)/iu;

/** Whether the name of a locality or neighborhood seems to contain a street. */
export const namesStreet = (place: string): boolean =>
  detectContactType(place) === "address" || STREET.test(toPlainCharacters(place));

/** The kind of contact data in a text, or its street address; null if there is none. */
export const detectContactType = (text: string): "email" | "link" | "phone" | "address" | null =>
  detectWrittenContact(text) ?? (STREET_ADDRESS.test(toPlainCharacters(text)) ? "address" : null);

/** The kind of contact data in a text that may contain a street address; null if there is none. */
export function detectWrittenContact(text: string): "email" | "link" | "phone" | null {
  const plain = toPlainCharacters(text);
  if (EMAIL.test(plain) || SPOKEN_EMAIL.test(plain)) return "email";
  if (LINK.test(plain.replace(DOT_BEFORE_SENTENCE, ". "))) return "link";
  return PHONE.test(plain) || FOREIGN_PHONE.test(plain) || hasScatteredPhone(plain) || hasSpokenPhone(plain)
    ? "phone"
    : null;
}

/** The error of a text with contact data, which its form holds back once: it is submitted by `submit_anyway`. */
export const CONTACT_HELD = "contact_held";

type ListingText = { title: string; description: string };

/** The errors of the fields of a listing's text that have contact data. The `accepted` text has none. */
export function validateContact(text: ListingText, accepted: ListingText | null = null): FieldError[] {
  const title = normaliseLine(text.title);
  const description = normaliseText(text.description);
  if (title === accepted?.title && description === accepted.description) return [];
  const toErrors = (texts: Record<string, string>) =>
    Object.entries(texts).flatMap(([field, text]) => {
      const found = listContactTexts(text).join(", ");
      return found ? [{ field, code: CONTACT_HELD, params: { found } }] : [];
    });
  const errors = toErrors({ title, description });
  // Contact data may begin in the title and end in the description.
  return errors.length > 0 ? errors : toErrors({ description: `${title}\n${description}` });
}

/** Whether a text seems to contain contact data or a street address. */
export const hasContactOrAddress = (text: string): boolean => detectContactType(text) !== null;

/** Most parts of a text that `listContactTexts` names. */
const MAX_TEXTS = 5;

/**
 * The contact data and street addresses of a text, or what else `isFound` finds: each as the fewest words that contain
 * it, of a school or a street with the rest of its name, in their order.
 */
export function listContactTexts(
  text: string,
  isFound: (part: string) => boolean = hasContactOrAddress,
): string[] {
  const words = text.split(/\s+/);
  const join = (from: number, to: number) => words.slice(from, to).join(" ");
  const found: string[] = [];
  for (let begin = 0; found.length < MAX_TEXTS && isFound(join(begin, words.length)); ) {
    const first = begin;
    // Whole words up to `end` contain it, one word less does not; the same for `start`.
    let end = bisect(first, words.length, (to) => isFound(join(first, to)));
    const start = bisect(end, first, (from) => isFound(join(from, end)));
    while (continuesPlace(join(start, end), words[end])) end++;
    found.push(join(start, end).replace(/[,;.!?]+$/, ""));
    begin = end;
  }
  return found;
}

/** Whether a word continues the name of a school or a street after the part of it that was found: "Costin", "12". */
const continuesPlace = (part: string, next = ""): boolean =>
  !/[,;!?]$|\p{L}{4}\.$/u.test(part) &&
  ((/^["„]?\p{Lu}/u.test(next) && (namesStreet(part) || namesSchoolOrStreet(part))) ||
    (/^\d/.test(next) && namesStreet(part)));

/** A text in one line, without its contact data and street addresses. */
export function removeContactText(text: string): string {
  let rest = normaliseLine(text);
  for (let found = 1; found <= 10 && hasContactOrAddress(rest); found++)
    rest = normaliseLine(rest.replace(listContactTexts(rest)[0] ?? "", ""));
  return rest;
}

/** The first number on the way from `from` to `to` for which `holds`; it holds for `to`. */
function bisect(from: number, to: number, holds: (n: number) => boolean): number {
  let [failing, holding] = [from, to];
  while (Math.abs(holding - failing) > 1) {
    const middle = Math.trunc((failing + holding) / 2);
    if (holds(middle)) holding = middle;
    else failing = middle;
  }
  return holding;
}

/** Letters, digits and signs in their usual form, without marks and without characters that nobody sees. */
const toPlainCharacters = (text: string): string =>
  withoutMarks(text.normalize("NFKC")).replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");

const hasScatteredPhone = (plain: string): boolean =>
  [...plain.replace(SCHEDULE, " time ").matchAll(SCATTERED_PHONE)].some(
    ([, found = ""]) => !isSeries(found.match(/\d+/g) ?? []),
  );

/** Whether numbers count up: by the same step ("02, 03, 04"), or without leading zeros ("0, 2, 4, 8, 16"). */
function isSeries(numbers: readonly string[]): boolean {
  const steps = numbers.slice(1).map((number, index) => Number(number) - Number(numbers[index]));
  const isPlain = numbers.every((number) => number === "0" || !number.startsWith("0"));
  return steps.length > 1 && steps.every((step) => step > 0 && (isPlain || step === steps[0]));
}

/** For schemas of public text that no admin reviews first: `z.refine(hasNoContactData, CONTACT_DATA_ERROR)`. */
export const hasNoContactData = (text: string): boolean => !hasContactOrAddress(text);
/** Fields of public text that pages show next to each other. */
const SHOWN_TOGETHER = [["first_name", "last_name"], ["job", "employer"], ["qualifications"]] as const;
type PublicTexts = Partial<
  Record<(typeof SHOWN_TOGETHER)[number][number], string | readonly string[] | undefined>
>;

/**
 * Fields whose texts contain contact data only together, such as a phone number split over two names: of each group the
 * last of the `submitted` fields. Names are also shown in reverse order.
 */
export function listFieldsWithSplitContactData(texts: PublicTexts, submitted: PublicTexts = texts): string[] {
  return SHOWN_TOGETHER.flatMap((group) => {
    const field = group.findLast((name) => submitted[name] !== undefined);
    const parts = group.flatMap((name) => texts[name] ?? []);
    const isSplit =
      parts.every(hasNoContactData) &&
      [parts, parts.toReversed()].some((ordered) => !hasNoContactData(ordered.join(" ")));
    return field && isSplit ? [field] : [];
  });
}

export const CONTACT_DATA_ERROR = { error: "contact_data_in_text" };
