import { expect, test } from "vitest";
import { parseWholeNumber } from "@/shared/numbers";
import { parseLei } from "@/shared/schemas/listing";

test("a typed whole number is digits alone, whatever else JavaScript takes for one", () => {
  expect(["0", "10", "007"].map(parseWholeNumber)).toEqual([0, 10, 7]);
  for (const text of ["", " ", "1e1", "0x10", "0b1", "+1", "-1", "1.0", "Infinity", "9".repeat(16)]) {
    expect([text, parseWholeNumber(text)]).toEqual([text, Number.NaN]);
  }
});

test("a typed amount is digits with at most two after the comma, in lei", () => {
  expect(["5.50", "5,5", "1 000 lei"].map(parseLei)).toEqual([550, 550, 100_000]);
  expect(["1e1", "0x10", "-5", "5.505"].map(parseLei)).toEqual([-1, -1, -1, -1]);
});
