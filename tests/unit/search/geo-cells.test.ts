import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CELL_STEPS } from "@/features/listings/search-index/search-codes";
import { coverOf, metresBetween, type Ring } from "@/features/search/distance/geo-cells";
import { computeDistanceKm, fromGridPoint, roundPoint, toGridPoint } from "@/shared/geo";

const place = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -170, max: 170, noNaN: true }),
});

describe("coverOf", () => {
  /** A place, a ring around it, and a point of the grid not far from it. */
  const given = fc.record({
    centre: place,
    from: fc.nat(40_000),
    width: fc.integer({ min: 1, max: 60_000 }),
    y: fc.integer({ min: -180, max: 180 }),
    x: fc.integer({ min: -180, max: 180 }),
    most: fc.constantFrom(4, 96, 400),
  });

  test("holds every point of a ring, once, and says truly which cells lie inside", () => {
    fc.assert(
      fc.property(given, ({ centre, from, width, y, x, most }) => {
        const ring: Ring = { centre, from, to: from + width };
        const near = toGridPoint(centre);
        const point = { y: near.y + y, x: near.x + x };
        const metres = metresBetween(centre, fromGridPoint(point));
        const holding = coverOf(ring, most).filter(({ cell }) => {
          const steps = CELL_STEPS[cell.level] ?? 1;
          return Math.floor(point.y / steps) === cell.y && Math.floor(point.x / steps) === cell.x;
        });
        const inRing = metres >= ring.from && metres < ring.to;
        expect(holding.length).toBeLessThanOrEqual(1);
        if (inRing) expect(holding).toHaveLength(1);
        if (holding[0]?.where === "inside") expect(inRing).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("is about as many cells as allowed", () => {
    const cover = coverOf({ centre: { latitude: 46.77, longitude: 23.59 }, from: 0, to: 25_001 }, 96);
    expect(cover.length).toBeLessThanOrEqual(96);
    expect(cover.length).toBeGreaterThan(40);
  });
});

describe("the grid", () => {
  test("rounds by less than 280 m to north and south, 280 m to east and west, and the same twice over", () => {
    fc.assert(
      fc.property(place, (point) => {
        const rounded = roundPoint(point);
        expect(Math.abs(rounded.latitude - point.latitude)).toBeLessThanOrEqual(0.002_501);
        expect(Math.abs(rounded.longitude - point.longitude)).toBeLessThanOrEqual(0.002_501);
        expect(roundPoint(rounded)).toEqual(rounded);
      }),
    );
  });

  test("measures as others do: Cluj-Napoca to Iași, Bucharest to Timișoara, to the antipodes", () => {
    const at = (latitude: number, longitude: number) => ({ latitude, longitude });
    expect(computeDistanceKm(at(46.77, 23.59), at(47.16, 27.59))).toBeCloseTo(306.6, 0);
    expect(computeDistanceKm(at(44.43, 26.1), at(45.75, 21.23))).toBeCloseTo(410, -1);
    expect(computeDistanceKm(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 6371.0088, 3);
    expect(computeDistanceKm(at(46.77, 23.59), at(46.77, 23.59))).toBe(0);
  });
});
