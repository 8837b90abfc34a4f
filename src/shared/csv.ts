import type { Locale } from "./i18n/locales";

/** What a file begins with: without it Excel takes UTF-8 for something else. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * What spreadsheets of a language expect between cells, and in numbers before the fraction: where the comma belongs to
 * the numbers, a comma between cells leaves a line in one cell, and "4.17" may become a date. A line `sep=;` would say it,
 * but after it Excel no longer takes the file for UTF-8, and programs take it for a line of the table.
 */
const FORM: Record<Locale, { between: string; point: string }> = {
  en: { between: ",", point: "." },
  ro: { between: ";", point: "," },
};

type CsvLine = readonly (string | number)[];

/**
 * Lines of cells as CSV (RFC 4180, but for what stands between cells in Romanian), which a spreadsheet of that language
 * reads without being told how, and without taking any text of it for a formula.
 */
export const csvText = (lines: readonly CsvLine[], locale: Locale): string =>
  BYTE_ORDER_MARK + csvLines(lines, locale);

/** Lines to go on with, of a file that is written a part at a time. */
export function csvLines(lines: readonly CsvLine[], locale: Locale): string {
  const { between, point } = FORM[locale];
  return lines.map((line) => `${line.map((value) => cell(value, point)).join(between)}\r\n`).join("");
}

/**
 * A spreadsheet takes a text that begins like a formula for one, and what it does then is the writer's to say: an
 * apostrophe in front keeps it a text. Some take the full-width signs for the others. https://owasp.org/www-community/attacks/CSV_Injection
 * What could stand between cells is quoted in both languages: a spreadsheet may be of the other one.
 */
function cell(value: string | number, point: string): string {
  if (typeof value === "number") return String(value).replace(".", point);
  const text = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
