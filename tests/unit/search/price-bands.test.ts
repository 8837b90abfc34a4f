import fc from "fast-check";
import { expect, test } from "vitest";
import { priceRange, priceRuns } from "@/features/search/counts/price-bands";

const WIDTHS = [1, 100, 1000, 10_000];
const covered = (lowest: number, highest: number) =>
  priceRuns({ lowest, highest }).flatMap(({ band, from, to }) => {
    const width = WIDTHS[band] ?? 0;
    return [[from * width, (to + 1) * width - 1] as const];
  });

test("bands are a range to the ban, without gaps or overlaps, and few", () => {
  fc.assert(
    fc.property(fc.nat(149_999), fc.nat(149_999), (lowest, highest) => {
      const runs = covered(lowest, highest);
      expect(runs[0]?.[0]).toBe(lowest > highest ? undefined : lowest);
      expect(runs.at(-1)?.[1]).toBe(lowest > highest ? undefined : highest);
      for (const [n, run] of runs.entries()) if (n > 0) expect(run[0]).toBe((runs[n - 1]?.[1] ?? 0) + 1);
      expect(runs.length).toBeLessThanOrEqual(7);
    }),
  );
});

test("lei become bani, and an open end the dearest hour there can be", () => {
  expect(priceRange({ min: null, max: null })).toBeNull();
  expect(priceRange({ min: 73.5, max: 80.01 })).toEqual({ lowest: 7350, highest: 8001 });
  expect(priceRange({ min: 100, max: null })?.highest).toBeGreaterThanOrEqual(133_333);
  expect(priceRange({ min: null, max: 999_999 })?.lowest).toBe(0);
});
