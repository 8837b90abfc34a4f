/** Without it Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Lines of cells as CSV (RFC 4180), which a spreadsheet reads without taking any text of it for a formula. */
export const csvText = (lines: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");

/**
 * A spreadsheet takes a text that begins like a formula for one, and what it does then is the writer's to say: an
 * apostrophe in front keeps it a text. Some take the full-width signs for the others. https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
