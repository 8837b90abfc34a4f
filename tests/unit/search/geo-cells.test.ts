import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CELL_STEPS } from "@/db/search-codes";
import { computeMeters, coverRing, type Ring } from "@/features/search/matching/geo-cells";
import { computeDistanceKm, fromGridPoint, roundPoint, toGridPoint } from "@/shared/geo";

const anyPoint = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -170, max: 170, noNaN: true }),
});

describe("coverRing", () => {
  /** A center, a ring around it, and a grid point nearby. */
  const anyRing = fc.record({
    center: anyPoint,
    from: fc.nat(40_000),
    width: fc.integer({ min: 1, max: 60_000 }),
    y: fc.integer({ min: -180, max: 180 }),
    x: fc.integer({ min: -180, max: 180 }),
    maxCells: fc.constantFrom(4, 96, 400),
  });

  test("covers every point of a ring with exactly one cell, and marks only cells inside the ring as inside", () => {
    fc.assert(
      fc.property(anyRing, ({ center, from, width, y, x, maxCells }) => {
        const ring: Ring = { center, from, to: from + width };
        const near = toGridPoint(center);
        const point = { y: near.y + y, x: near.x + x };
        const meters = computeMeters(center, fromGridPoint(point));
        const covering = coverRing(ring, maxCells).filter(({ cell }) => {
          const steps = CELL_STEPS[cell.level] ?? 1;
          return Math.floor(point.y / steps) === cell.y && Math.floor(point.x / steps) === cell.x;
        });
        const inRing = meters >= ring.from && meters < ring.to;
        expect(covering.length).toBeLessThanOrEqual(1);
        if (inRing) expect(covering).toHaveLength(1);
        if (covering[0]?.overlap === "inside") expect(inRing).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("returns close to the maximum number of cells", () => {
    const cover = coverRing({ center: { latitude: 46.77, longitude: 23.59 }, from: 0, to: 25_001 }, 96);
    expect(cover.length).toBeLessThanOrEqual(96);
    expect(cover.length).toBeGreaterThan(40);
  });
});

describe("the grid", () => {
  test("rounds a point by at most 280 m in each direction, and a rounded point to itself", () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const rounded = roundPoint(point);
        expect(Math.abs(rounded.latitude - point.latitude)).toBeLessThanOrEqual(0.002_501);
        expect(Math.abs(rounded.longitude - point.longitude)).toBeLessThanOrEqual(0.002_501);
        expect(roundPoint(rounded)).toEqual(rounded);
      }),
    );
  });

  test("computes known distances: Cluj-Napoca to Iași, Bucharest to Timișoara, and to the antipodes", () => {
    const at = (latitude: number, longitude: number) => ({ latitude, longitude });
    expect(computeDistanceKm(at(46.77, 23.59), at(47.16, 27.59))).toBeCloseTo(306.6, 0);
    expect(computeDistanceKm(at(44.43, 26.1), at(45.75, 21.23))).toBeCloseTo(410, -1);
    expect(computeDistanceKm(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 6371.0088, 3);
    expect(computeDistanceKm(at(46.77, 23.59), at(46.77, 23.59))).toBe(0);
  });
});
