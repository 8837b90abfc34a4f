import type { Ctx } from "@/context";
import type { Counts } from "@/db/statistics";
import { addCounts, createEmptyCounts, type DayCounts } from "@/db/statistics-days";
import { addDays, countDays, type Day, listDays, type Period } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import { type CountedListing, readAnalytics } from "./queries";

/** The counts of a period, and of the period of the same length before it. */
export type Compared = { now: Counts; before: Counts };

export type AnalyticsReport = {
  period: Period;
  before: Period;
  listings: (CountedListing & Compared)[];
  /** The one chosen listing; null for all. The other fields are about this choice. */
  chosen: CountedListing | null;
  total: Compared;
  /** Every day of the period, with the day at the same position of the period before. */
  days: ({ day: Day } & Compared)[];
};

/** The period of the same length that ends where this one begins. */
export function periodBefore({ from, to }: Period): Period {
  const length = countDays(from, to);
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/**
 * The numbers of all the visitor's listings, or of the one with this id, in a period.
 * @throws Refused `not_found` for another user's listing.
 */
export async function readReport(
  ctx: Ctx,
  period: Period,
  listingId: string | null,
): Promise<AnalyticsReport> {
  const before = periodBefore(period);
  const { listings, rows } = await readAnalytics(ctx, { from: before.from, to: period.to });
  const chosen = listingId === null ? null : listings.find(({ id }) => id === listingId);
  if (chosen === undefined) throw new Refused({ code: "not_found" });

  const shown = rows.filter((row) => chosen === null || row.listingId === chosen.id);
  const compared = (of: readonly DayCounts[]): Compared => ({
    now: sumOf(of.filter(({ day }) => day >= period.from)),
    before: sumOf(of.filter(({ day }) => day < period.from)),
  });
  const byListing = Map.groupBy(rows, (row) => row.listingId);
  const byDay = Map.groupBy(shown, ({ day }) => day);
  const daysBefore = listDays(before.from, before.to);
  return {
    period,
    before,
    // Those that something happened to come first, in the order they came in.
    listings: listings
      .map((one) => ({ ...one, ...compared(byListing.get(one.id) ?? []) }))
      .sort((a, b) => Number(byListing.has(b.id)) - Number(byListing.has(a.id))),
    chosen,
    total: compared(shown),
    days: listDays(period.from, period.to).map((day, place) => ({
      day,
      now: sumOf(byDay.get(day) ?? []),
      before: sumOf(byDay.get(daysBefore[place] ?? "") ?? []),
    })),
  };
}

const sumOf = (rows: readonly DayCounts[]): Counts =>
  rows.reduce((sum, { counts }) => addCounts(sum, counts), createEmptyCounts());

/** What a listing is called where its owner reads of it: a draft may have no title yet. */
export const titleOf = (
  t: Translator,
  { title, subject }: Pick<CountedListing, "title" | "subject">,
): string => title || t("analytics.untitled", { subject: t(`general.subjects.${subject}`) });
