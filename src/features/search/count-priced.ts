import { CELL_STEPS, COUNTED_CELL } from "@/features/listings";
import { SUBJECTS, type Subject } from "@/shared/codes";
import { type GridPoint, gridPoint } from "@/shared/geo";
import type { Near, SearchFilters } from "@/shared/schemas/search";
import { circle, type Ring, type Where, whereIs, widestCells } from "./map-cells";
import type { PriceRange } from "./price-bands";
import { narrowScope, wideScopes } from "./priced-scopes";
import { type Asking, type Count, readCounts, type Scopes } from "./read-counts";
import { type Signature, signatureTest } from "./signature";

const WIDE = CELL_STEPS[4];
const NARROW = CELL_STEPS[COUNTED_CELL];
/** So many rows are asked for at a time. */
const ROUND = 500;

type Around = {
  filters: SearchFilters;
  near: Near;
  range: PriceRange;
  subjects: readonly (Subject | undefined)[];
};

/**
 * How many listings of a range of prices there are around a place: by the widest squares, whose rows stand apart by
 * prices and tell the narrowest squares in them, first that of the place itself; then by the points of those alone that
 * the circle's border crosses and that hold any. Stops as soon as there are more than `enough`.
 */
export async function countPriced(ctx: Asking, around: Around, enough: number): Promise<number> {
  const { filters, near, range, subjects } = around;
  const ring = circle(near, filters.radius);
  const fits = fitting(filters, range);
  const whereOf = remembering(ring);
  /** By name, so that each is read once. */
  const border = new Map<string, Scopes>();
  let sum = 0;

  for (const [round, squares] of rounds(ring).entries()) {
    const scopes = squares.flatMap((square) =>
      subjects.flatMap((subject) => wideScopes(subject, square, range)),
    );
    const { counts, expired } = await readCounts(ctx, filters, scopes, round === 0);
    sum -= expired;
    for (const count of counts) {
      const { subject, ...wide } = readScope(count);
      for (const [signature, listings] of count.sets.filter(([one]) => fits(one))) {
        const square = partOf(wide, signature.part, WIDE / NARROW);
        const where = whereOf(square);
        if (where === "inside") sum += listings;
        if (where !== "across") continue;
        const narrow = narrowScope(subject, square, count.scope);
        border.set(narrow.first, narrow);
      }
    }
    if (sum > enough) return sum;
  }

  const scopes = [...border.values()];
  for (let done = 0; done < scopes.length && sum <= enough; done += ROUND) {
    const { counts } = await readCounts(ctx, filters, scopes.slice(done, done + ROUND), false);
    for (const count of counts) {
      for (const [signature, listings] of count.sets.filter(([one]) => fits(one))) {
        const point = partOf(readScope(count), signature.part, NARROW);
        if (whereIs({ level: 0, ...point }, ring) === "inside") sum += listings;
      }
    }
  }
  return sum;
}

const fitting = (filters: SearchFilters, { lowest, highest }: PriceRange) => {
  const fits = signatureTest(filters);
  return (signature: Signature): boolean => {
    const { price } = signature;
    return fits(signature) && (price === undefined || (price >= lowest && price <= highest));
  };
};

/** The widest squares that a ring touches: that of its centre, which may be crowded enough, and the others. */
function rounds(ring: Ring): GridPoint[][] {
  const centre = gridPoint(ring.centre);
  const isOwn = ({ y, x }: GridPoint) =>
    y === Math.floor(centre.y / WIDE) && x === Math.floor(centre.x / WIDE);
  const squares = widestCells(ring).map(({ cell: { y, x } }) => ({ y, x }));
  return [squares.filter(isOwn), squares.filter((square) => !isOwn(square))];
}

/** The nth of the parts of a square, row by row, numbered in their own widths. */
const partOf = ({ y, x }: GridPoint, part: number, along: number): GridPoint => ({
  y: y * along + Math.floor(part / along),
  x: x * along + (part % along),
});

/** The subject and the square of a scope, as `countScope` spells it. */
function readScope({ scope }: Count): GridPoint & { subject: Subject | undefined } {
  const [subject, , y, x] = scope.split(":");
  return { subject: SUBJECTS.find((code) => code === subject), y: Number(y), x: Number(x) };
}

/** How narrow squares stand to a ring, each looked at once. */
function remembering(ring: Ring): (square: GridPoint) => Where {
  const known = new Map<string, Where>();
  return ({ y, x }) => {
    const key = `${y}:${x}`;
    const where = known.get(key) ?? whereIs({ level: COUNTED_CELL, y, x }, ring);
    known.set(key, where);
    return where;
  };
}
