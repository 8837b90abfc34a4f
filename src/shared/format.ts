import type { Day } from "./dates";
import { type Locale, TIME_ZONE } from "./i18n/locales";

const LANGUAGE: Record<Locale, string> = { en: "en-GB", ro: "ro-RO" };

/** Money in whole bani as a person reads it: `9000` → "90 lei"; bani are shown only when there are some. */
export const formatLei = (bani: number, locale: Locale): string => `${formatAmount(bani, locale)} lei`;

/** The same without its unit, for a sentence that has one: "120", "120.50". */
export const formatAmount = (bani: number, locale: Locale): string =>
  // Intl writes a hyphen, at which a line may break.
  (bani % 100 === 0 ? WHOLE_LEI : LEI_AND_BANI)[locale].format(bani / 100).replace("-", "−");

/** Made once: making a formatter costs many times what using it does, and a list shows a price on every card. */
const numberFormats = (digits: number): Record<Locale, Intl.NumberFormat> => {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return { en: new Intl.NumberFormat(LANGUAGE.en, options), ro: new Intl.NumberFormat(LANGUAGE.ro, options) };
};
const WHOLE_LEI = numberFormats(0);
const LEI_AND_BANI = numberFormats(2);

const dayFormats = (options: Intl.DateTimeFormatOptions): Record<Locale, Intl.DateTimeFormat> => ({
  en: new Intl.DateTimeFormat(LANGUAGE.en, { timeZone: TIME_ZONE, ...options }),
  ro: new Intl.DateTimeFormat(LANGUAGE.ro, { timeZone: TIME_ZONE, ...options }),
});
const WHOLE_DAYS = dayFormats({ dateStyle: "medium" });
const DAYS_OF_MONTHS = dayFormats({ day: "numeric", month: "short" });
const MOMENTS = dayFormats({ dateStyle: "medium", timeStyle: "short" });
const MONTHS = dayFormats({ year: "numeric", month: "long" });

/** A day in Bucharest: "20 Nov 2026" / "20 nov. 2026". `ts` in ms. */
export const formatDate = (ts: number, locale: Locale): string => WHOLE_DAYS[locale].format(ts);

/** A moment in Bucharest, to the minute. `ts` in ms. */
export const formatDateTime = (ts: number, locale: Locale): string => MOMENTS[locale].format(ts);

/** A month in Bucharest: "November 2026" / "noiembrie 2026". `ts` in ms. */
export const formatMonth = (ts: number, locale: Locale): string => MONTHS[locale].format(ts);

/** A calendar day, wherever one is: noon in UTC is the same day in Bucharest. */
const noonOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`);

/** A calendar day: "20 Nov 2026" / "20 nov. 2026". */
export const formatDay = (day: Day, locale: Locale): string => WHOLE_DAYS[locale].format(noonOf(day));

/** The same where the year goes without saying: "20 Nov" / "20 nov.". */
export const formatDayOfMonth = (day: Day, locale: Locale): string =>
  DAYS_OF_MONTHS[locale].format(noonOf(day));

/** From one day to another: "7 – 20 Nov 2026" / "7–20 nov. 2026". */
export const formatDays = (from: Day, to: Day, locale: Locale): string =>
  WHOLE_DAYS[locale].formatRange(noonOf(from), noonOf(to));

/** First and last name joined by a space; "N/A" when both are empty. */
export function fullName(user: { firstName: string; lastName: string }): string {
  return [user.firstName, user.lastName].filter(Boolean).join(" ") || "N/A";
}

/** The same with the last name first, as lists put people in order. */
export function lastNameFirst(user: { firstName: string; lastName: string }): string {
  return fullName({ firstName: user.lastName, lastName: user.firstName });
}

/** A name that is not told in full: "Popescu" → "P.", "" → "". */
export const initialOf = (name: string): string => (name === "" ? "" : `${[...name][0]}.`);

/** ms since the epoch → ISO 8601 UTC, as times stand on the wire. */
export const isoTime = (ts: number): string => new Date(ts).toISOString();

/** ms since the epoch → the wire's `{seconds, nanoseconds}` of fields whose name ends in `_ts`. */
export const wireTimestamp = (ts: number): { seconds: number; nanoseconds: number } => ({
  seconds: Math.floor(ts / 1000),
  nanoseconds: (((ts % 1000) + 1000) % 1000) * 1_000_000,
});

/** A rate in basis points as a percentage: `2100` → "21%" / "21 %". */
export const formatPercent = (basisPoints: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE[locale], { style: "percent", maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );
