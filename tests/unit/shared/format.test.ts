import { TEXTS } from "@locales/index";
import { expect, test, vi } from "vitest";
import { islandTexts } from "@/http/texts";
import { formatDateTime, formatLei, fullName, isoTime, lastNameFirst, wireTimestamp } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { createTranslator } from "@/shared/i18n/translator";
import { countyOptions, subjectOptions } from "@/ui/form/options";

test("money is whole lei where there are no bani, in the page's language", () => {
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

test("a moment is written in Bucharest's time, in summer and in winter", () => {
  const summer = Date.parse("2026-07-01T21:30:00Z");
  const winter = Date.parse("2026-12-31T22:30:00Z");
  expect(formatDateTime(summer, "en")).toMatch(/^2 Jul 2026.*0:30/);
  expect(formatDateTime(winter, "en")).toMatch(/^1 Jan 2027.*0:30/);
  expect(formatDateTime(winter, "ro")).toMatch(/^1 ian\. 2027.*0:30/);
});

test("names of a list are in the order of the page's language", () => {
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

test("a full name is first and last, N/A without either; in lists the last name leads", () => {
  expect(fullName({ firstName: "Ana", lastName: "Pop" })).toBe("Ana Pop");
  expect(fullName({ firstName: "", lastName: "Pop" })).toBe("Pop");
  expect(fullName({ firstName: "", lastName: "" })).toBe("N/A");
  expect(lastNameFirst({ firstName: "Ana", lastName: "Pop" })).toBe("Pop Ana");
});

test("times on the wire are ISO 8601 in UTC, or seconds and nanoseconds", () => {
  const ts = Date.parse("2026-11-20T10:00:00.250Z");
  expect(isoTime(ts)).toBe("2026-11-20T10:00:00.250Z");
  expect(wireTimestamp(ts)).toEqual({ seconds: 1795168800, nanoseconds: 250_000_000 });
});

test("a page without a name for its texts is warned about, and has the others", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(Object.keys(islandTexts("ro", ["general", "nothing"]))).toEqual(["general"]);
  expect(warned.mock.calls).toEqual([["no texts for page: nothing"]]);
});
