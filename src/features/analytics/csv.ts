import type { DayCounts } from "@/db/statistics-days";
import { daysFrom, type Period } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { COUNTED } from "@/shared/schemas/analytics";
import { titleOf } from "./listing-title";
import type { CountedListing } from "./queries";

/** Without it Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The numbers of a period as CSV (RFC 4180): a line for each day and listing, days with nothing included, of the
 * listings that anything was counted of.
 */
export function analyticsCsv(
  t: Translator,
  { from, to }: Period,
  listings: readonly CountedListing[],
  rows: readonly DayCounts[],
): string {
  const counts = new Map(rows.map((row) => [`${row.day} ${row.listingId}`, row.counts]));
  const counted = new Set(rows.map(({ listingId }) => listingId));
  const shown = listings.filter(({ id }) => counted.has(id));
  const names = ["day", "listing", "subject", ...COUNTED];
  const lines = daysFrom(from, to).flatMap((day) =>
    shown.map((listing) => [
      day,
      titleOf(t, listing),
      t(`general.subjects.${listing.subject}`),
      ...COUNTED.map((_, place) => counts.get(`${day} ${listing.id}`)?.[place] ?? 0),
    ]),
  );
  const all = [names.map((name) => t(`analytics.csv.${name}`)), ...lines];
  return BYTE_ORDER_MARK + all.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/**
 * A spreadsheet takes a text that begins like a formula for one, and what it does then is the writer's to say: an
 * apostrophe in front keeps it a text. Some take the full-width signs for the others. https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
