import type { Ctx } from "@/context";
import type { Counts } from "@/db/statistics";
import { addCounts, createEmptyCounts, type DayCounts } from "@/db/statistics-days";
import { addDays, countDays, type Day, listDays, type Period } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import { type CountedListing, listAnalytics } from "./queries";

/** The counts of a period, and of the period of the same length before it. */
export type ComparedCounts = { now: Counts; before: Counts };

export type AnalyticsReport = {
  period: Period;
  before: Period;
  listings: (CountedListing & ComparedCounts)[];
  /** The selected listing; null for all. Totals and days are those of the selection. */
  selected: CountedListing | null;
  total: ComparedCounts;
  /** Every day of the period, with the day at the same position of the period before. */
  days: ({ day: Day } & ComparedCounts)[];
};

/** The period of the same length that ends where this one begins. */
export function getPreviousPeriod({ from, to }: Period): Period {
  const length = countDays(from, to);
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/**
 * The numbers of all the visitor's listings, or of the one with this id, in a period.
 * @throws Refused `not_found` for another user's listing.
 */
export async function getAnalyticsReport(
  ctx: Ctx,
  period: Period,
  listingId: string | null,
): Promise<AnalyticsReport> {
  const before = getPreviousPeriod(period);
  const { listings, rows } = await listAnalytics(ctx, { from: before.from, to: period.to });
  const selected = listingId === null ? null : listings.find(({ id }) => id === listingId);
  if (selected === undefined) throw new Refused({ code: "not_found" });

  const shown = rows.filter((row) => selected === null || row.listingId === selected.id);
  const compared = (of: readonly DayCounts[]): ComparedCounts => ({
    now: sumCounts(of.filter(({ day }) => day >= period.from)),
    before: sumCounts(of.filter(({ day }) => day < period.from)),
  });
  const byListing = Map.groupBy(rows, (row) => row.listingId);
  const byDay = Map.groupBy(shown, ({ day }) => day);
  const daysBefore = listDays(before.from, before.to);
  return {
    period,
    before,
    // Listings with events first.
    listings: listings
      .map((one) => ({ ...one, ...compared(byListing.get(one.id) ?? []) }))
      .sort((a, b) => Number(byListing.has(b.id)) - Number(byListing.has(a.id))),
    selected,
    total: compared(shown),
    days: listDays(period.from, period.to).map((day, place) => ({
      day,
      now: sumCounts(byDay.get(day) ?? []),
      before: sumCounts(byDay.get(daysBefore[place] ?? "") ?? []),
    })),
  };
}

const sumCounts = (rows: readonly DayCounts[]): Counts =>
  rows.reduce((sum, { counts }) => addCounts(sum, counts), createEmptyCounts());

/** A listing's title for its owner; a draft may have none. */
export const formatListingTitle = (
  t: Translator,
  { title, subject }: Pick<CountedListing, "title" | "subject">,
): string => title || t("analytics.untitled", { subject: t(`general.subjects.${subject}`) });
