import { expect, test } from "vitest";
import { parseWholeNumber } from "@/shared/numbers";
import { parseLei } from "@/shared/schemas/listing";

test("a typed integer has only digits, no other JavaScript number syntax", () => {
  expect(["0", "10", "007"].map(parseWholeNumber)).toEqual([0, 10, 7]);
  for (const text of ["", " ", "1e1", "0x10", "0b1", "+1", "-1", "1.0", "Infinity", "9".repeat(16)]) {
    expect([text, parseWholeNumber(text)]).toEqual([text, Number.NaN]);
  }
});

test("a typed amount in lei has digits and at most two decimals", () => {
  expect(["5.50", "5,5", "1 000 lei"].map(parseLei)).toEqual([550, 550, 100_000]);
  expect(["1e1", "0x10", "-5", "5.505"].map(parseLei)).toEqual([-1, -1, -1, -1]);
});
