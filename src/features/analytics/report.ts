import type { Ctx, SignedInUser } from "@/context";
import { findTeacherRating } from "@/db/find-teacher-rating";
import type { DayCounts } from "@/db/statistics-days";
import { addDays, countDays, type Day, listDays, type Period } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import { addCounts, createEmptyCounts, type EventCounts } from "@/shared/event-counts";
import type { Translator } from "@/shared/i18n/translator";
import type { RatingJson } from "@/shared/schemas/review";
import { type CountedListing, listAnalytics } from "./queries";

/** The counts of a period (`current`) and of the previous period of the same length, by `STATISTICS_FIELDS`. */
export type ComparedCounts = { current: EventCounts; previous: EventCounts };

export type AnalyticsReport = {
  period: Period;
  previousPeriod: Period;
  listings: (CountedListing & ComparedCounts)[];
  /** The selected listing; null for all. `total` and `days` count only the selected listing. */
  selected: CountedListing | null;
  total: ComparedCounts;
  /** Every day of the period, with the counts of the day at the same position in the previous period. */
  days: ({ day: Day } & ComparedCounts)[];
  /** The teacher's rating, of all listings. */
  rating: RatingJson;
};

/** The period of the same length that ends the day before this one begins. */
export function getPreviousPeriod({ from, to }: Period): Period {
  const length = countDays(from, to);
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/**
 * The counts of all of the user's listings, or of the listing with this id, in a period.
 * @throws Refused `not_found` for another user's listing.
 */
export async function getAnalyticsReport(
  ctx: Ctx,
  user: SignedInUser,
  period: Period,
  listingId: string | null,
): Promise<AnalyticsReport> {
  const previousPeriod = getPreviousPeriod(period);
  const [{ listings, rows }, rating] = await Promise.all([
    listAnalytics(ctx, { from: previousPeriod.from, to: period.to }),
    findTeacherRating(ctx.db, user.id),
  ]);
  const selected = listingId === null ? null : listings.find(({ id }) => id === listingId);
  if (selected === undefined) throw new Refused({ code: "not_found" });

  const selectedRows = rows.filter((row) => selected === null || row.listingId === selected.id);
  const compareCounts = (rows: readonly DayCounts[]): ComparedCounts => ({
    current: sumCounts(rows.filter(({ day }) => day >= period.from)),
    previous: sumCounts(rows.filter(({ day }) => day < period.from)),
  });
  const byListing = Map.groupBy(rows, (row) => row.listingId);
  const byDay = Map.groupBy(selectedRows, ({ day }) => day);
  const previousDays = listDays(previousPeriod.from, previousPeriod.to);
  return {
    period,
    previousPeriod,
    rating,
    // Listings with counts come first; otherwise the order stays.
    listings: listings
      .map((listing) => ({ ...listing, ...compareCounts(byListing.get(listing.id) ?? []) }))
      .sort((a, b) => Number(byListing.has(b.id)) - Number(byListing.has(a.id))),
    selected,
    total: compareCounts(selectedRows),
    days: listDays(period.from, period.to).map((day, index) => ({
      day,
      current: sumCounts(byDay.get(day) ?? []),
      previous: sumCounts(byDay.get(previousDays[index] ?? "") ?? []),
    })),
  };
}

const sumCounts = (rows: readonly DayCounts[]): EventCounts =>
  rows.reduce((sum, { counts }) => addCounts(sum, counts), createEmptyCounts());

/** The title of a listing for its owner. A draft without a title shows its subject. */
export const formatListingTitle = (
  t: Translator,
  { title, subject }: Pick<CountedListing, "title" | "subject">,
): string => title || t("analytics.untitled", { subject: t(`general.subjects.${subject}`) });
