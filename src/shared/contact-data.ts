import { hasSpokenPhone } from "./spoken-phone";

/** Matches links, but not names such as ASP.NET or abbreviations such as "Gh.Roșca". */
const LINK =
  /https?:\/\/|\bwww\.|\b(?!(?:asp|ado|vb|ml)\.net(?![\p{L}\d.-]))[\p{L}\d-]+\.(?:ro|com|net|org|eu|info|me|md|online|site|app|link)(?![\p{L}\d_])/iu;
const EMAIL = /[\p{L}\d._%+-]+\s*(?:@|\(at\)|\[at\])\s*[\p{L}\d-]+\s*(?:\.|\(dot\)|\[dot\])\s*\p{L}{2,}/iu;
/**
 * A Romanian phone number in any grouping: ten digits from 0, or +40 / 0040 and nine; not a date such as 01.09.2010.
 */
const PHONE =
  /(?<!\d)(?!(?:\d\d[./-])?(?:0[1-9]|1[0-2])[./-](?:19|20)\d\d(?!\d))(?:\+\s*40|0040|0)(?:[\s./()-]*\d){9}(?!\d)/;

/** The kind of contact data in a text; null if there is none. */
export function detectContactType(text: string): "email" | "link" | "phone" | null {
  if (EMAIL.test(text)) return "email";
  if (LINK.test(text)) return "link";
  return PHONE.test(text) || hasSpokenPhone(text) ? "phone" : null;
}

/** For schemas of public text that no admin reviews first: `z.refine(hasNoContactData, CONTACT_DATA_ERROR)`. */
export const hasNoContactData = (text: string): boolean => detectContactType(text) === null;
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
