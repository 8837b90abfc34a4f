import fc from "fast-check";
import { expect, test } from "vitest";
import { splitIntoBands, toPriceRange } from "@/features/search/matching/price-bands";
import { parseSearch } from "@/shared/schemas/search";

const WIDTHS = [1, 100, 1000, 10_000];
const listRuns = (lowest: number, highest: number) =>
  splitIntoBands({ lowest, highest }).flatMap(({ band, from, to }) => {
    const width = WIDTHS[band] ?? 0;
    return [[from * width, (to + 1) * width - 1] as const];
  });

test("splitIntoBands covers a price range exactly, without gaps or overlaps, in at most seven runs", () => {
  fc.assert(
    fc.property(fc.nat(149_999), fc.nat(149_999), (lowest, highest) => {
      const runs = listRuns(lowest, highest);
      expect(runs[0]?.[0]).toBe(lowest > highest ? undefined : lowest);
      expect(runs.at(-1)?.[1]).toBe(lowest > highest ? undefined : highest);
      for (const [n, run] of runs.entries()) if (n > 0) expect(run[0]).toBe((runs[n - 1]?.[1] ?? 0) + 1);
      expect(runs.length).toBeLessThanOrEqual(7);
    }),
  );
});

test("toPriceRange converts lei to bani and replaces a missing maximum by the highest possible price", () => {
  expect(toPriceRange({ min: null, max: null })).toBeNull();
  expect(toPriceRange({ min: 73.5, max: 80.01 })).toEqual({ lowest: 7350, highest: 8001 });
  expect(toPriceRange({ min: 100, max: null })?.highest).toBeGreaterThanOrEqual(133_333);
  expect(toPriceRange({ min: null, max: 999_999 })?.lowest).toBe(0);
});

const parsePrices = (query: string) => parseSearch(new URLSearchParams(query)).filters;

test.each([
  [" 73,5 ", 73.5],
  ["0000150", 150],
  ["1.250", 1250],
  ["1,250", 1250],
  ["9".repeat(400), 999_999],
])("parseSearch reads the price %s as %d lei", (text, lei) => {
  expect(parsePrices(`min=${encodeURIComponent(text)}`).min).toBe(lei);
});

test.each(["-5", "1e9", "", "73.5055", "1.25.0"])("parseSearch ignores the price %s", (text) => {
  expect(parsePrices(`max=${encodeURIComponent(text)}`).max).toBeNull();
});
