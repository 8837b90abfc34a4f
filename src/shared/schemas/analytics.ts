import * as z from "zod/mini";
import { SHARE_SOURCES, type ShareSource } from "@/shared/codes";
import { addDays, countDays, type Day, parseDay } from "@/shared/dates";

/** Longest period of a request, in days. */
export const MAX_PERIOD_DAYS = 400;
/** Default period, in days. */
export const DEFAULT_PERIOD_DAYS = 30;

/** The JSON fields of a listing's counts without views by source, in the order of STATISTICS_KINDS. */
export const STATISTICS_FIELDS = [
  "impressions",
  "promoted_impressions",
  "views",
  "reveals",
  "enquiries",
  "shortlistings",
] as const;
export type StatisticsField = (typeof STATISTICS_FIELDS)[number];

/** A day that may be missing from a query or empty in a form. */
const boundary = z.pipe(
  z.optional(z.string()),
  z.transform((value, { issues }) => {
    const text = value?.trim() ?? "";
    const day = text === "" ? undefined : parseDay(text);
    if (day === null) issues.push({ code: "custom", message: "not_date", input: value });
    return day ?? undefined;
  }),
);

type PeriodOptions = {
  /** Most days of the period. */
  maxDays?: number;
  /** The first day by default, from the last. */
  getFirstDay?: (to: Day) => Day;
};

/** Periods of money: up to ten years, by default the month until its last day. */
export const MONEY_PERIOD: PeriodOptions = {
  maxDays: 3_660,
  getFirstDay: (to) => `${to.slice(0, 8)}01`,
};

/** A period of a query: days in Bucharest, both included. It ends today by default. */
export const periodSchema = (
  today: Day,
  {
    maxDays = MAX_PERIOD_DAYS,
    getFirstDay = (to) => addDays(to, 1 - DEFAULT_PERIOD_DAYS),
  }: PeriodOptions = {},
) =>
  z
    .pipe(
      z.object({ from: boundary, to: boundary }),
      z.transform(({ from, to = today }) => ({ from: from ?? getFirstDay(to), to })),
    )
    .check(
      z.superRefine(({ from, to }, issues) => {
        // The count is checked before the days are listed, because a request may name any two days.
        const days = countDays(from, to);
        if (days === 0) issues.addIssue({ code: "custom", path: ["to"], message: "ends_before" });
        if (days > maxDays) {
          issues.addIssue({
            code: "custom",
            path: ["from"],
            message: "period_too_long",
            params: { max: maxDays },
          });
        }
      }),
    );

const count = z.int().check(z.nonnegative());

/** Counts of one listing on one day; days without events have no row. */
export const analyticsRowJsonSchema = z
  .object({
    listing_id: z.string(),
    /** `YYYY-MM-DD`, a day in Bucharest. */
    day: z.iso.date(),
    ...(Object.fromEntries(STATISTICS_FIELDS.map((name) => [name, count])) as Record<
      StatisticsField,
      typeof count
    >),
    sources: z.object(
      Object.fromEntries(SHARE_SOURCES.map((source) => [source, count])) as Record<ShareSource, typeof count>,
    ),
  })
  .register(z.globalRegistry, { id: "AnalyticsRow" });

export const analyticsListResponseSchema = z.object({
  content: z.array(analyticsRowJsonSchema),
  next: z.null(),
});
