import { TEXTS } from "@locales/index";
import { expect, test, vi } from "vitest";
import { selectIslandTexts } from "@/http/texts";
import { HOUR_MS } from "@/shared/dates";
import {
  formatClock,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayOfMonth,
  formatDays,
  formatDifference,
  formatExactLei,
  formatFullName,
  formatLei,
  formatList,
  formatMonth,
  formatNumber,
  formatPercent,
  formatShare,
  formatSortName,
  formatTime,
  toIsoTime,
  toTimestampJson,
} from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { createTranslator } from "@/shared/i18n/translator";
import { countyOptions, subjectOptions } from "@/ui/form/options";

test("money has decimals only if there are bani, in the page's language", () => {
  expect([formatLei(9000, "en"), formatLei(9050, "en"), formatLei(123450000, "en")]).toEqual([
    "90 lei",
    "90.50 lei",
    "1,234,500 lei",
  ]);
  expect([formatLei(9000, "ro"), formatLei(9050, "ro"), formatLei(123450000, "ro")]).toEqual([
    "90 lei",
    "90,50 lei",
    "1.234.500 lei",
  ]);
});

const MORNING = Date.parse("2026-11-15T07:05:00Z");

test("English is formatted as in the United States, with 12-hour time", () => {
  expect(formatDate(MORNING, "en")).toBe("Nov 15, 2026");
  expect(formatDateTime(MORNING, "en")).toBe("Nov 15, 2026, 9:05 AM");
  expect(formatTime(MORNING + 12 * HOUR_MS, "en")).toBe("9:05 PM");
  expect(formatClock(MORNING + 7000, "en")).toBe("9:05:07 AM");
  expect(formatMonth(MORNING, "en")).toBe("November 2026");
  expect(formatDay("2026-09-05", "en")).toBe("Sep 5, 2026");
  expect(formatDayOfMonth("2026-09-05", "en")).toBe("Sep 5");
  expect(formatDays("2026-11-07", "2026-11-20", "en")).toBe("Nov 7 – 20, 2026");
  expect(formatDays("2026-12-31", "2027-01-01", "en")).toBe("Dec 31, 2026 – Jan 1, 2027");
  expect([formatNumber(1234.5, "en"), formatPercent(2150, "en"), formatShare(0.214, "en")]).toEqual([
    "1,234.5",
    "21.5%",
    "21%",
  ]);
  expect([formatDifference(3, "en"), formatDifference(-1234, "en"), formatDifference(0, "en")]).toEqual([
    "+3",
    "−1,234",
    "0",
  ]);
  expect(formatExactLei(190_000, "en")).toBe("1,900.00 lei");
  expect(formatList(["a", "b", "c"], "en")).toBe("a, b, and c");
  expect([formatCountry("RO", "en"), formatCountry("QQ", "en")]).toEqual(["Romania", null]);
});

test("Romanian dates are dd.mm.yyyy, with 24-hour time", () => {
  expect(formatDate(MORNING, "ro")).toBe("15.11.2026");
  expect(formatDateTime(MORNING, "ro")).toBe("15.11.2026, 09:05");
  expect(formatTime(MORNING + 12 * HOUR_MS, "ro")).toBe("21:05");
  expect(formatClock(MORNING + 7000, "ro")).toBe("09:05:07");
  expect(formatMonth(MORNING, "ro")).toBe("noiembrie 2026");
  expect(formatDay("2026-09-05", "ro")).toBe("05.09.2026");
  expect(formatDayOfMonth("2026-09-05", "ro")).toBe("5 sept.");
  expect(formatDays("2026-11-07", "2026-11-20", "ro")).toBe("07.11.2026 – 20.11.2026");
  expect([formatNumber(1234.5, "ro"), formatPercent(2150, "ro"), formatShare(0.214, "ro")]).toEqual([
    "1.234,5",
    "21,5%",
    "21%",
  ]);
  expect([formatDifference(3, "ro"), formatDifference(-1234, "ro")]).toEqual(["+3", "−1.234"]);
  expect(formatExactLei(190_000, "ro")).toBe("1.900,00 lei");
  expect(formatList(["a", "b", "c"], "ro")).toBe("a, b și c");
  expect(formatCountry("RO", "ro")).toBe("România");
});

test("a timestamp is formatted in Bucharest time, in summer and in winter", () => {
  const summer = Date.parse("2026-07-01T21:30:00Z");
  const winter = Date.parse("2026-12-31T22:30:00Z");
  expect(formatDateTime(summer, "en")).toBe("Jul 2, 2026, 12:30 AM");
  expect(formatDateTime(winter, "en")).toBe("Jan 1, 2027, 12:30 AM");
  expect(formatDateTime(winter, "ro")).toBe("01.01.2027, 00:30");
});

test("names are sorted by the page's language", () => {
  const t = (locale: Locale) => createTranslator(locale, { general: TEXTS.general?.[locale] ?? {} });
  const counties = countyOptions(t("ro")).map(({ label }) => label);
  expect(counties.indexOf("Călărași")).toBeGreaterThan(counties.indexOf("Caraș-Severin"));
  expect(counties.indexOf("Timiș")).toBeGreaterThan(counties.indexOf("Teleorman"));
  expect(counties.indexOf("Iași")).toBeGreaterThan(counties.indexOf("Hunedoara"));
  const english = subjectOptions(t("en")).map(({ label }) => label);
  const romanian = subjectOptions(t("ro")).map(({ label }) => label);
  expect(english).toEqual(english.toSorted(new Intl.Collator("en").compare));
  expect(romanian).toEqual(romanian.toSorted(new Intl.Collator("ro").compare));
});

test("a full name is first and last name, N/A without either; in lists the last name comes first", () => {
  expect(formatFullName({ firstName: "Ana", lastName: "Pop" })).toBe("Ana Pop");
  expect(formatFullName({ firstName: "", lastName: "Pop" })).toBe("Pop");
  expect(formatFullName({ firstName: "", lastName: "" })).toBe("N/A");
  expect(formatSortName({ firstName: "Ana", lastName: "Pop" })).toBe("Pop Ana");
});

test("times in JSON are ISO 8601 in UTC, or seconds and nanoseconds", () => {
  const ts = Date.parse("2026-11-20T10:00:00.250Z");
  expect(toIsoTime(ts)).toBe("2026-11-20T10:00:00.250Z");
  expect(toTimestampJson(ts)).toEqual({ seconds: 1795168800, nanoseconds: 250_000_000 });
});

test("selectIslandTexts warns about a missing namespace and returns the others", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(Object.keys(selectIslandTexts("ro", ["general", "nothing"]))).toEqual(["general"]);
  expect(warned.mock.calls).toEqual([["no texts for nothing"]]);
});
