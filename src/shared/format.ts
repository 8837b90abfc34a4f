import { type Day, parseDay } from "./dates";
import { LANGUAGE_TAG, type Locale, TIME_ZONE } from "./i18n/locales";

// Every `Intl` formatter of a page's language is made here: docs/decisions/0044.

/** One formatter per locale, created at first use, because creating one is much slower than using it. */
function perLocale<T>(make: (tag: string, locale: Locale) => T): (locale: Locale) => T {
  const formatters = new Map<Locale, T>();
  return (locale) => {
    const formatter = formatters.get(locale) ?? make(LANGUAGE_TAG[locale], locale);
    formatters.set(locale, formatter);
    return formatter;
  };
}

const numbers = (options?: Intl.NumberFormatOptions) =>
  perLocale((tag) => new Intl.NumberFormat(tag, options));
const fixed = (digits: number) => numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const plainNumber = numbers();
const wholeLei = fixed(0);
const leiAndBani = fixed(2);
const oneDecimal = fixed(1);
const differences = numbers({ signDisplay: "exceptZero" });
const percents = numbers({ style: "percent", maximumFractionDigits: 2 });
const wholePercents = numbers({ style: "percent", maximumFractionDigits: 0 });

/** Intl writes a hyphen, after which a line may break. */
const withMinus = (text: string): string => text.replace("-", "−");

/** A number: "1,234.5" / "1.234,5". */
export const formatNumber = (n: number, locale: Locale): string => plainNumber(locale).format(n);

/** An average to one decimal: "4.8" / "4,8". */
export const formatAverage = (n: number, locale: Locale): string => oneDecimal(locale).format(n);

/** A change with its sign: "+3", "−1,234", "0". */
export const formatDifference = (n: number, locale: Locale): string =>
  withMinus(differences(locale).format(n));

/** Whole bani as lei: `9000` → "90 lei"; bani are shown only if there are any. */
export const formatLei = (bani: number, locale: Locale): string => `${formatAmount(bani, locale)} lei`;

/** The price per hour of longer or shorter sessions, in whole lei: "60 lei", rounded "≈ 53 lei". */
export const formatHourlyLei = (bani: number, locale: Locale): string =>
  bani % 100 === 0 ? formatLei(bani, locale) : `≈ ${formatLei(Math.round(bani / 100) * 100, locale)}`;

/** Lei without the unit, for a sentence that contains it: "120", "120.50". */
export function formatAmount(bani: number, locale: Locale): string {
  const isWhole = bani % 100 === 0;
  // Intl takes longer than the rest of a card's texts, and writes these numbers alike in each language.
  if (isWhole && bani >= 0 && bani < 100_000) return String(bani / 100);
  return withMinus((isWhole ? wholeLei : leiAndBani)(locale).format(bani / 100));
}

/** Money for accounting, always with bani: `190000` → "1,900.00 lei" / "1.900,00 lei". */
export const formatExactLei = (bani: number, locale: Locale): string =>
  `${leiAndBani(locale).format(bani / 100)} lei`;

/** A rate in basis points as a percentage: `2100` → "21%". */
export const formatPercent = (basisPoints: number, locale: Locale): string =>
  joinPercentSign(percents(locale).format(basisPoints / 10_000));

/** A share as a whole percentage: `0.214` → "21%". */
export const formatShare = (share: number, locale: Locale): string =>
  joinPercentSign(wholePercents(locale).format(share));

/** Without the space that CLDR has in Romanian, as the texts of the site write it. */
const joinPercentSign = (text: string): string => text.replace(/\s%/, "%");

/** English writes "Nov 20, 2026" and 12-hour time, Romanian "20.11.2026" and 24-hour time. */
const DATE_STYLE: Record<Locale, "medium" | "short"> = { en: "medium", ro: "short" };

const dates = (options: (locale: Locale) => Intl.DateTimeFormatOptions) =>
  perLocale((tag, locale) => new Intl.DateTimeFormat(tag, { timeZone: TIME_ZONE, ...options(locale) }));
const wholeDays = dates((locale) => ({ dateStyle: DATE_STYLE[locale] }));
const moments = dates((locale) => ({ dateStyle: DATE_STYLE[locale], timeStyle: "short" }));
const times = dates(() => ({ timeStyle: "short" }));
const clocks = dates(() => ({ timeStyle: "medium" }));
const lessonTimes = dates((locale) => {
  const names = locale === "en" ? "short" : "long";
  return {
    weekday: names,
    day: "numeric",
    month: names,
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  };
});
const daysOfMonths = dates(() => ({ day: "numeric", month: "short" }));
const months = dates(() => ({ year: "numeric", month: "long" }));

/** ICU versions differ in the narrow spaces before "AM" and around a dash. */
const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, " ");

/** A day in Bucharest: "Nov 20, 2026" / "20.11.2026". `ts` in ms. */
export const formatDate = (ts: number, locale: Locale): string => wholeDays(locale).format(ts);

/** A time in Bucharest: "Nov 20, 2026, 9:30 AM" / "20.11.2026, 09:30". `ts` in ms. */
export const formatDateTime = (ts: number, locale: Locale): string => plainSpaces(moments(locale).format(ts));

/**
 * A time with its day of the week, in Bucharest: "Fri, Nov 20, 2026, 9:30 AM" / "vineri, 20 noiembrie 2026 la 09:30".
 * `ts` in ms.
 */
export const formatLessonTime = (ts: number, locale: Locale): string =>
  plainSpaces(lessonTimes(locale).format(ts));

const relativeTimes = perLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));

/** A time before now, in whole units: "5 minutes ago", "yesterday", "now" / "acum 5 minute", "ieri", "acum". */
export const formatTimeAgo = (
  count: number,
  unit: "second" | "minute" | "hour" | "day",
  locale: Locale,
): string => relativeTimes(locale).format(-count, unit);

/** A time of day in Bucharest: "9:30 AM" / "09:30". `ts` in ms. */
export const formatTime = (ts: number, locale: Locale): string => plainSpaces(times(locale).format(ts));

/** A time of day with seconds, in Bucharest: "9:30:05 AM" / "09:30:05". `ts` in ms. */
export const formatClock = (ts: number, locale: Locale): string => plainSpaces(clocks(locale).format(ts));

/** A month in Bucharest: "November 2026" / "noiembrie 2026". `ts` in ms. */
export const formatMonth = (ts: number, locale: Locale): string => months(locale).format(ts);

const monthNames = dates(() => ({ month: "long" }));

/** The names of the months: "January" / "ianuarie". */
export const listMonthNames = (locale: Locale): string[] =>
  Array.from({ length: 12 }, (_, month) => monthNames(locale).format(Date.UTC(2000, month, 15)));

/** Noon UTC of a day, which is the same calendar day in Bucharest. */
const toNoon = (day: Day): number => Date.parse(`${day}T12:00:00Z`);

/** A calendar day: "Nov 20, 2026" / "20.11.2026". */
export const formatDay = (day: Day, locale: Locale): string => formatDate(toNoon(day), locale);

/** A calendar day as users type it: "11/20/2026" / "20.11.2026". Other text stays unchanged. */
export function formatTypedDay(text: string, locale: Locale): string {
  const [year, month, day] = parseDay(text)?.split("-") ?? [];
  if (year === undefined) return text;
  return locale === "en" ? `${month}/${day}/${year}` : `${day}.${month}.${year}`;
}

/** A calendar day without its year: "Nov 20" / "20 nov.". */
export const formatDayOfMonth = (day: Day, locale: Locale): string =>
  daysOfMonths(locale).format(toNoon(day));

/** A range of days: "Nov 7 – 20, 2026" / "07.11.2026 – 20.11.2026". */
export const formatDays = (from: Day, to: Day, locale: Locale): string =>
  plainSpaces(wholeDays(locale).formatRange(toNoon(from), toNoon(to)));

const lists = perLocale((tag) => new Intl.ListFormat(tag));
const alternatives = perLocale((tag) => new Intl.ListFormat(tag, { type: "disjunction" }));
const collators = perLocale((tag) => new Intl.Collator(tag));
const regions = perLocale((tag) => new Intl.DisplayNames([tag], { type: "region", fallback: "none" }));

/** "a, b, and c" / "a, b și c". */
export const formatList = (items: readonly string[], locale: Locale): string => lists(locale).format(items);

/** "a, b, or c" / "a, b sau c". */
export const formatAlternatives = (items: readonly string[], locale: Locale): string =>
  alternatives(locale).format(items);

/** A text with a capital letter at its beginning. */
export const capitalize = (text: string, locale: Locale): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** A country's name by its ISO 3166-1 code; null for an unassigned code. */
export const formatCountry = (code: string, locale: Locale): string | null =>
  regions(locale).of(code) ?? null;

/** Alphabetical order, for `sort`. */
export const compareTexts = (a: string, b: string, locale: Locale): number => collators(locale).compare(a, b);

/** First and last name joined by a space; "N/A" when both are empty. */
export function formatFullName(user: { firstName: string; lastName: string }): string {
  return [user.firstName, user.lastName].filter(Boolean).join(" ") || "N/A";
}

/** The full name with the last name first, for sorted lists. */
export function formatSortName(user: { firstName: string; lastName: string }): string {
  return formatFullName({ firstName: user.lastName, lastName: user.firstName });
}

/** The initial of a name: "Popescu" → "P.", "" → "". */
export const formatInitial = (name: string): string => (name === "" ? "" : `${[...name][0]}.`);

/** Converts ms since the epoch to ISO 8601 UTC, the format of times in JSON. */
export const toIsoTime = (ts: number): string => new Date(ts).toISOString();

type TimestampJson = { seconds: number; nanoseconds: number };

/** Converts ms since the epoch to the `{seconds, nanoseconds}` of JSON fields whose name ends in `_ts`. */
export function toTimestampJson(ts: number): TimestampJson;
export function toTimestampJson(ts: number | null): TimestampJson | null;
export function toTimestampJson(ts: number | null): TimestampJson | null {
  if (ts === null) return null;
  return { seconds: Math.floor(ts / 1000), nanoseconds: (((ts % 1000) + 1000) % 1000) * 1_000_000 };
}
