import type { Locale } from "./i18n/locales";

/** Byte order mark: without it Excel doesn't read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The cell separator and decimal point that spreadsheets of each language expect. In Romanian the comma is the decimal
 * point, so comma-separated lines would stay in one cell, and "4.17" may become a date. A line `sep=;` would help, but
 * Excel then no longer reads UTF-8, and programs read it as data.
 */
const FORM: Record<Locale, { between: string; point: string }> = {
  en: { between: ",", point: "." },
  ro: { between: ";", point: "," },
};

/** `bani`: an amount, written in lei with two decimals. */
export type CsvCell = string | number | { bani: number };
type CsvRow = readonly CsvCell[];

/**
 * Lines of cells as CSV (RFC 4180, except the Romanian separator). Spreadsheets of that language open it directly and
 * don't interpret any text as a formula.
 */
export const formatCsv = (lines: readonly CsvRow[], locale: Locale): string =>
  BYTE_ORDER_MARK + formatCsvRows(lines, locale);

/** Further lines of a CSV file that is written in parts. */
export function formatCsvRows(lines: readonly CsvRow[], locale: Locale): string {
  const { between, point } = FORM[locale];
  return lines.map((line) => `${line.map((value) => cell(value, point)).join(between)}\r\n`).join("");
}

/**
 * The start of a formula: at the start of a text, and after a character that separates cells in some program. Some
 * spreadsheets accept full-width signs as well.
 */
const FORMULA = /(^|[,;\t\r\n])("*)(?=[=+\-@＝＋－＠\t\r])/g;

/**
 * An apostrophe before a formula prevents CSV injection. https://owasp.org/www-community/attacks/CSV_Injection
 * Both languages' separators are quoted, because the spreadsheet may use the other language.
 */
function cell(value: CsvCell, point: string): string {
  if (typeof value === "object") return (value.bani / 100).toFixed(2).replace(".", point);
  if (typeof value === "number") return String(value).replace(".", point);
  const text = value.replace(FORMULA, "$1$2'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
