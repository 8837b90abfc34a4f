import type { DayCounts } from "@/db/statistics-days";
import { SHARE_SOURCES } from "@/shared/codes";
import { formatCsv } from "@/shared/csv";
import { listDays, type Period, toDay } from "@/shared/dates";
import { getEventCount } from "@/shared/event-counts";
import type { Translator } from "@/shared/i18n/translator";
import { STATISTICS_FIELDS } from "@/shared/schemas/analytics";
import type { CountedListing } from "./queries";
import { formatListingTitle } from "./report";

/**
 * The counts of a period as CSV: one row for each day and listing, from the day the listing was created. It includes
 * days without counts, but no listings without counts.
 */
export function formatAnalyticsCsv(
  t: Translator,
  { from, to }: Period,
  listings: readonly CountedListing[],
  rows: readonly DayCounts[],
): string {
  const counts = new Map(rows.map((row) => [`${row.day} ${row.listingId}`, row.counts]));
  const countedIds = new Set(rows.map(({ listingId }) => listingId));
  const countedListings = listings.filter(({ id }) => countedIds.has(id));
  const firstDays = new Map(countedListings.map(({ id, createdTs }) => [id, toDay(createdTs)]));
  const sources = SHARE_SOURCES.map((source) => `view_${source}` as const);
  const names = ["day", "listing", "subject", ...STATISTICS_FIELDS, ...sources];
  const csvRows = listDays(from, to).flatMap((day) =>
    countedListings
      .filter(({ id }) => day >= (firstDays.get(id) ?? day) || counts.has(`${day} ${id}`))
      .map((listing) => {
        const counted = counts.get(`${day} ${listing.id}`) ?? [];
        return [
          day,
          formatListingTitle(t, listing),
          t(`general.subjects.${listing.subject}`),
          ...STATISTICS_FIELDS.map((_, index) => counted[index] ?? 0),
          ...sources.map((kind) => getEventCount(counted, kind)),
        ];
      }),
  );
  return formatCsv([names.map((name) => t(`analytics.csv.${name}`)), ...csvRows], t.locale);
}
