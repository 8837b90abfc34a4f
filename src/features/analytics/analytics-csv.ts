import type { DayCounts } from "@/db/statistics-days";
import { formatCsv } from "@/shared/csv";
import { listDays, type Period, toDay } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { STATISTICS_FIELDS } from "@/shared/schemas/analytics";
import type { CountedListing } from "./queries";
import { formatListingTitle } from "./report";

/**
 * Statistics of a period as CSV: a row for each day and listing from the listing's creation on, also for days without
 * events. Listings without any events are left out.
 */
export function formatAnalyticsCsv(
  t: Translator,
  { from, to }: Period,
  listings: readonly CountedListing[],
  rows: readonly DayCounts[],
): string {
  const counts = new Map(rows.map((row) => [`${row.day} ${row.listingId}`, row.counts]));
  const counted = new Set(rows.map(({ listingId }) => listingId));
  const shown = listings.filter(({ id }) => counted.has(id));
  const firstDays = new Map(shown.map(({ id, createdTs }) => [id, toDay(createdTs)]));
  const names = ["day", "listing", "subject", ...STATISTICS_FIELDS];
  const lines = listDays(from, to).flatMap((day) =>
    shown
      .filter(({ id }) => day >= (firstDays.get(id) ?? day) || counts.has(`${day} ${id}`))
      .map((listing) => [
        day,
        formatListingTitle(t, listing),
        t(`general.subjects.${listing.subject}`),
        ...STATISTICS_FIELDS.map((_, place) => counts.get(`${day} ${listing.id}`)?.[place] ?? 0),
      ]),
  );
  return formatCsv([names.map((name) => t(`analytics.csv.${name}`)), ...lines], t.locale);
}
