import { expect, test } from "vitest";
import {
  formatDecimal,
  parseHundredths,
  parseWholeNumber,
  toPlainDecimal,
  toPlainHundredths,
} from "@/shared/numbers";

test("a typed integer has only digits, no other JavaScript number syntax", () => {
  expect(["0", "10", "007"].map(parseWholeNumber)).toEqual([0, 10, 7]);
  for (const text of ["", " ", "1e1", "0x10", "0b1", "+1", "-1", "1.0", "Infinity", "9".repeat(16)]) {
    expect([text, parseWholeNumber(text)]).toEqual([text, Number.NaN]);
  }
});

test.each([
  ["80.5", "80.5", "80.5"],
  ["80,50", "80.50", "80.50"],
  ["1 000 lei", "1000", "1000"],
  ["21 %", "21", "21"],
  ["-5", "-5", "-5"],
  ["", "", ""],
  ["1,234.50", "1234.50", null],
  ["1.234,50", null, "1234.50"],
  ["1,234", "1234", null],
  ["1.234", null, "1234"],
  ["12,34,567", null, null],
  ["5.5055", null, null],
  ["ieftin", null, null],
])(
  "the typed number %j is %j in English and %j in Romanian; null is unreadable",
  (typed, english, romanian) => {
    expect(toPlainDecimal(typed, "en")).toBe(english ?? typed);
    expect(toPlainDecimal(typed, "ro")).toBe(romanian ?? typed);
  },
);

test("a plain decimal is shown in the page's format and is read back from it", () => {
  expect(["1234.50", "-90", "ieftin", ""].map((text) => formatDecimal(text, "en"))).toEqual([
    "1,234.50",
    "-90",
    "ieftin",
    "",
  ]);
  expect(["1234567.5", "80"].map((text) => formatDecimal(text, "ro"))).toEqual(["1.234.567,5", "80"]);
  for (const locale of ["en", "ro"] as const)
    for (const plain of ["0", "80.5", "1234.50", "1234567"])
      expect(toPlainDecimal(formatDecimal(plain, locale), locale)).toBe(plain);
});

test("hundredths of a plain decimal: undefined for empty text, NaN for any other", () => {
  expect(["5.50", "5.5", "1000", "-5", "", " "].map(parseHundredths)).toEqual([
    550,
    550,
    100_000,
    -500,
    undefined,
    undefined,
  ]);
  for (const text of ["1e1", "0x10", "5.505", "1,5", "nouăzeci", "9".repeat(20)])
    expect(parseHundredths(text)).toBeNaN();
  expect([toPlainHundredths(9000), toPlainHundredths(9050)]).toEqual(["90", "90.50"]);
});
