const LINK = /https?:\/\/|\bwww\.|\b[\p{L}\d-]+\.(?:ro|com|net|org|eu|info|me|md|online|site|app|link)\b/iu;
const EMAIL = /[\p{L}\d._%+-]+\s*(?:@|\(at\)|\[at\])\s*[\p{L}\d-]+\s*(?:\.|\(dot\)|\[dot\])\s*\p{L}{2,}/iu;
/** A Romanian number however it is grouped: ten digits from 0, or +40 / 0040 and nine. */
const PHONE = /(?<!\d)(?:\+\s*40|0040|0)(?:[\s./()-]*\d){9}(?!\d)/;

/** What in a text leads its readers elsewhere; null where nothing does. */
export function contactDataIn(text: string): "email" | "link" | "phone" | null {
  if (EMAIL.test(text)) return "email";
  if (LINK.test(text)) return "link";
  return PHONE.test(text) ? "phone" : null;
}
