import type { Locale } from "./i18n/locales";

// Parsers return NaN for text that is no number. Those of optional fields, `parseHundredths` and `parseDegrees`, return
// undefined for empty text.

/** Parses a typed whole number. Digits only: JavaScript would also accept "1e1", "0x10", "" and " ". */
export const parseWholeNumber = (text: string): number =>
  /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

/** Parses the version that a form showed; -1, which no row has, for an invalid value. */
export function parseVersion(text: string): number {
  const version = parseWholeNumber(text);
  return Number.isNaN(version) ? -1 : version;
}

const MARK: Record<Locale, string> = { en: ".", ro: "," };
const GROUP_MARK: Record<Locale, string> = { en: ",", ro: "." };

const GROUPED: Record<Locale, RegExp> = {
  en: /^[-+]?\d{1,3}(,\d{3})+(\.\d{1,2})?$/,
  ro: /^[-+]?\d{1,3}(\.\d{3})+(,\d{1,2})?$/,
};
const PLAIN = /^([-+]?\d+)(?:\.(\d{1,2}))?$/;

/**
 * A typed number as plain text, "1234.50": from "1,234.50" in English, "1.234,50" in Romanian, and in both from
 * "1234.50" and "1234,50". Spaces and units are dropped. Other text stays unchanged, such as "1.234" in English, which
 * may mean either number. docs/decisions/0044.
 */
export function toPlainDecimal(typed: string, locale: Locale): string {
  const text = typed.replace(/\s|lei|ron|%/gi, "");
  const ungrouped = GROUPED[locale].test(text) ? text.replaceAll(GROUP_MARK[locale], "") : text;
  const plain = ungrouped.replace(",", ".");
  return text === "" || PLAIN.test(plain) ? plain : typed;
}

export const isPlainDecimal = (text: string): boolean => PLAIN.test(text);

/** A plain decimal in a language's format, "1,234.50" or "1.234,50"; other text stays unchanged. */
export function formatDecimal(plain: string, locale: Locale): string {
  const [, whole, decimals] = plain.match(PLAIN) ?? [];
  if (whole === undefined) return plain;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP_MARK[locale]);
  return decimals === undefined ? grouped : `${grouped}${MARK[locale]}${decimals}`;
}

/** Hundredths of a plain decimal, such as bani from lei. */
export function parseHundredths(plain: string): number | undefined {
  if (plain.trim() === "") return undefined;
  return PLAIN.test(plain) && plain.length <= 12 ? Math.round(Number(plain) * 100) : Number.NaN;
}

/** Hundredths as a plain decimal: "90", "90.50". */
export const toPlainHundredths = (hundredths: number): string =>
  hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2);

/** Parses degrees: "46.77", "46,77". */
export function parseDegrees(typed: string): number | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^[-+]?\d{1,3}([.,]\d{1,12})?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

/** Degrees in a language's format, "46,77" in Romanian; other text stays unchanged. */
export const formatDegrees = (typed: string, locale: Locale): string =>
  Number.isFinite(parseDegrees(typed)) ? typed.replace(/[.,]/, MARK[locale]) : typed;
