import type { Cell } from "@/features/listings";
import { gridPoint } from "@/shared/geo";
import type { Near } from "@/shared/schemas/search";
import { circle, inCell, whereIs, widestCells } from "./map-cells";
import type { Squares } from "./squares";

/** So many squares are opened at a time. */
const ROUND = 250;

/**
 * How many listings there are around a place, by the squares that they are counted in: the widest first (with prices,
 * where each is many rows, that of the place itself before the others); of their parts those that lie wholly inside are
 * counted, and those on the circle's border opened in turn, down to points. Stops as soon as there are more than
 * `enough`. A square is few rows, however many listings it has.
 */
export async function countAround(
  squares: Squares,
  near: Near,
  radius: number,
  enough: number,
): Promise<number> {
  const ring = circle(near, radius);
  let sum = 0;
  let border: Cell[] = [];

  async function look(cells: readonly Cell[]): Promise<void> {
    for (const { cell, listings } of await squares.open(cells)) {
      const where = whereIs(cell, ring);
      if (where === "inside") sum += listings;
      // A point is on one side or the other: one within the slack of the border lies beyond it.
      else if (where === "across" && cell.level > 0) border.push(cell);
    }
  }

  const widest = widestCells(ring).map(({ cell }) => cell);
  const own = widest.filter((cell) => inCell(gridPoint(near), cell));
  await look(squares.priced ? own : widest);
  sum -= squares.expired();
  if (squares.priced && sum <= enough) await look(widest.filter((cell) => !own.includes(cell)));
  while (border.length > 0 && sum <= enough) {
    const next = border.slice(0, ROUND);
    border = border.slice(ROUND);
    await look(next);
  }
  return sum;
}
