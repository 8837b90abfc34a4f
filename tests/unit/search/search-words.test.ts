import { expect, test } from "vitest";
import { readCursor, writeCursor } from "@/features/search/matching/cursor";
import { parseSearch } from "@/shared/schemas/search";

const filtersOf = (query: string) => parseSearch(new URLSearchParams(query)).filters;

test.each([
  ["120", 120],
  [" 73,5 ", 73.5],
  ["0000150", 150],
  ["1.250", 1250],
  ["1,250", 1250],
  ["1 250", 1250],
  ["1000000", 999_999],
  ["9".repeat(400), 999_999],
])("a price of %s is one of %d lei", (given, lei) => {
  expect(filtersOf(`min=${encodeURIComponent(given)}`).min).toBe(lei);
});

test.each(["-5", "1e9", "abc", "", "73.5055", "1.25.0", "0x10", "NaN"])("a price of %s is none", (given) => {
  expect(filtersOf(`max=${encodeURIComponent(given)}`).max).toBeNull();
});

test("a cursor is read as it was written, for its own order alone", () => {
  const cursor = { sort: "price", step: 0, key: 133_333, id: "k000000000000042" } as const;
  expect(readCursor(writeCursor(cursor), "price")).toEqual(cursor);
  expect(readCursor(writeCursor(cursor), "-price")).toBeNull();
});

test("a cursor's price is one that a listing may have: no other is a row's number in the order of prices", () => {
  const of = (sort: "price" | "newest", key: number) =>
    readCursor(writeCursor({ sort, step: 0, key, id: "k000000000000042" }), sort);
  expect(of("price", 1_000_000)).toBeNull();
  expect(of("newest", 1_794_926_660_000)).not.toBeNull();
});
