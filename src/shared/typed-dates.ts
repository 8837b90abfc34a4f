import { type Day, parseDay } from "./dates";
import { listMonthNames } from "./format";
import { LOCALES, type Locale } from "./i18n/locales";

/**
 * Parses a typed date in the order of the page's language, month first in English: `3/14/1990` or `03141990`, and
 * `14.03.1990`, `14/03/1990` or `14031990` in Romanian. With points, the day comes first in both (0044). A month may be a
 * name in either language: `14 martie 1990`, `Mar 14, 1990`.
 */
export function parseTypedDay(text: string, locale: Locale): Day | null {
  const typed = text.trim().replace(/^(\d\d)(\d\d)(\d{4})$/, "$1/$2/$3");
  const [, first = "", mark = "", second = "", year] =
    typed.match(/^(\d{1,2}|\p{L}{3,})([\s.,/-]+)(\d{1,2}|\p{L}{3,})[\s.,/-]+(\d{4})$/u) ?? [];
  const isMonthFirst =
    /\p{L}/u.test(first) || (locale === "en" && !mark.includes(".") && !/\p{L}/u.test(second));
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  const twoDigits = (part: string | number) => String(part).padStart(2, "0");
  return parseDay(`${year}-${twoDigits(parseMonth(month))}-${twoDigits(day)}`);
}

/** The number of a month, also of a name or its beginning in either language; NaN for other text. */
function parseMonth(text: string): number {
  if (!/\p{L}/u.test(text)) return Number(text);
  for (const locale of LOCALES) {
    const names = listMonthNames(locale);
    const month = names.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase()));
    if (month >= 0) return month + 1;
  }
  return Number.NaN;
}

/**
 * A typed date and time as value of a `datetime-local` input, for browsers without one, in the language's format:
 * `3/14/2026 9:30 AM` in English, `14.03.2026 09:30` in Romanian. Other text stays unchanged.
 */
export function toLocalTime(typed: string, locale: Locale): string {
  const [, date = "", hour = "", minute = "", half] =
    typed.trim().match(/^([\d./]+),?\s+(\d{1,2}):(\d{2})(?:\s*([ap])\.?m\.?)?$/i) ?? [];
  const day = parseTypedDay(date, locale);
  const is12Hour = half !== undefined && locale === "en";
  const isValid = half === undefined || (is12Hour && Number(hour) >= 1 && Number(hour) <= 12);
  if (day === null || !isValid) return typed;
  const hours = is12Hour ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return `${day}T${String(hours).padStart(2, "0")}:${minute}`;
}
