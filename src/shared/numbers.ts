import type { Locale } from "./i18n/locales";

/**
 * Parses a typed whole number, digits only; NaN for other text that JavaScript would accept: "1e1", "0x10", "", " ".
 */
export const parseWholeNumber = (text: string): number =>
  /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

/** Parses the version that a form showed; -1, which no row has, for an invalid value. */
export function parseVersion(text: string): number {
  const version = parseWholeNumber(text);
  return Number.isNaN(version) ? -1 : version;
}

const MARK: Record<Locale, string> = { en: ".", ro: "," };

/** Parses degrees: "46.77", "46,77"; undefined for empty text, NaN for no number. */
export function parseDegrees(typed: string): number | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^[-+]?\d{1,3}([.,]\d{1,12})?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

/** Degrees in a language's format, "46,77" in Romanian; other text stays unchanged. */
export const formatDegrees = (typed: string, locale: Locale): string =>
  Number.isFinite(parseDegrees(typed)) ? typed.replace(/[.,]/, MARK[locale]) : typed;
