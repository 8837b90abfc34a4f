import { describe, expect, test } from "vitest";
import { computeAge, isOfAge, parseDay, toDay } from "@/shared/dates";
import { formatPhone, parsePhone } from "@/shared/phone";
import { parseTypedDay } from "@/shared/typed-dates";

describe("days", () => {
  test.each([
    ["1990-03-14", "1990-03-14"],
    [" 1990-03-14 ", "1990-03-14"],
    ["2024-02-29", "2024-02-29"],
    ["2023-02-29", null],
    ["1899-12-31", null],
    ["", null],
    ["1990-03-14T00:00", null],
  ])("%j is %s", (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  test.each([
    ["en", "03/14/1990", "1990-03-14"],
    ["en", " 3/4/1990 ", "1990-03-04"],
    ["en", "14/03/1990", null],
    ["en", "3/14/90", null],
    ["en", "2/29/2023", null],
    ["en", "03141990", "1990-03-14"],
    ["en", "4.3.1990", "1990-03-04"],
    ["ro", "14.03.1990", "1990-03-14"],
    ["ro", "4/3/1990", "1990-03-04"],
    ["ro", "04 03 1990", "1990-03-04"],
    ["ro", "04031990", "1990-03-04"],
    ["ro", "4031990", null],
    ["ro", "04.03.90", null],
    ["ro", "patru martie", null],
    ["ro", "03.14.1990", null],
    ["ro", "31.04.2000", null],
    ["ro", "7 martie 1968", "1968-03-07"],
    ["ro", "7 Mar. 1968", "1968-03-07"],
    ["ro", "1 nov 2000", "2000-11-01"],
    ["en", "7 March 1968", "1968-03-07"],
    ["en", "March 7, 1968", "1968-03-07"],
    ["en", "7 ma 1968", null],
    ["ro", "1968", null],
    ["ro", "", null],
  ] as const)("typed in %s: %j is %s", (locale, text, day) => {
    expect(parseTypedDay(text, locale)).toBe(day);
  });

  test("a day in Bucharest begins two or three hours before UTC's", () => {
    expect(toDay(Date.UTC(2026, 0, 1, 21, 59))).toBe("2026-01-01");
    expect(toDay(Date.UTC(2026, 0, 1, 22, 0))).toBe("2026-01-02");
    expect(toDay(Date.UTC(2026, 6, 1, 20, 59))).toBe("2026-07-01");
    expect(toDay(Date.UTC(2026, 6, 1, 21, 0))).toBe("2026-07-02");
  });

  test.each([
    ["2010-11-20", "2026-11-19", false],
    ["2010-11-20", "2026-11-20", true],
    ["2008-02-29", "2024-02-28", false],
    ["2010-03-01", "2026-02-28", false],
  ])("born %s is sixteen on %s: %s", (born, today, expected) => {
    expect(isOfAge(born, 16, today)).toBe(expected);
    expect(computeAge(born, today)).toBe(expected ? 16 : 15);
  });
});

describe("phone numbers", () => {
  test.each([
    ["0712 345 678", "+40712345678"],
    ["0040712-345-678", "+40712345678"],
    ["(021) 312.34.56", "+40213123456"],
    ["0364/123456", "+40364123456"],
    ["0900 123 456", null],
    ["+41 712 345 678", null],
    ["712345678", null],
    ["0712 345 67", null],
    ["", null],
  ])("%j is %s", (text, phone) => {
    expect(parsePhone(text)).toBe(phone);
  });

  test("are displayed in the national format", () => {
    expect(formatPhone("+40712345678")).toBe("0712 345 678");
    expect(formatPhone("+40213123456")).toBe("0213 123 456");
  });
});
