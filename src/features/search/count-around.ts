import type { Cell } from "@/features/listings";
import { gridPoint } from "@/shared/geo";
import type { Near } from "@/shared/schemas/search";
import { circle, inCell, whereIs, widestCells } from "./map-cells";
import type { Square, Squares } from "./squares";

/** So many squares are opened at a time. */
const ROUND = 250;

/**
 * How many listings there are around a place, by the squares that they are counted in: the widest first (with prices,
 * where each is many rows, that of the place itself before the others); of their parts those that lie wholly inside are
 * counted, and those on the circle's border opened in turn, down to points. Stops as soon as there are more than
 * `enough`. A square is few rows, however many listings it has, and never more than the listings in it that are asked
 * for: to look at these themselves, a match and an entry each, would read as much or more.
 */
export async function countAround(
  squares: Squares,
  near: Near,
  radius: number,
  enough: number,
): Promise<number> {
  const ring = circle(near, radius);
  let sum = 0;
  let border: Square[] = [];

  async function look(cells: readonly Cell[]): Promise<void> {
    for (const square of await squares.open(cells)) {
      const where = whereIs(square.cell, ring);
      if (where === "inside") sum += square.listings;
      // A point is on one side or the other: one within the slack of the border lies beyond it.
      else if (where === "across" && square.cell.level > 0) border.push(square);
    }
  }

  const widest = widestCells(ring).map(({ cell }) => cell);
  const own = widest.filter((cell) => inCell(gridPoint(near), cell));
  await look(squares.priced ? own : widest);
  sum -= squares.expired();
  if (squares.priced && sum <= enough) await look(widest.filter((cell) => !own.includes(cell)));
  while (border.length > 0 && sum <= enough) {
    const cells = border.map(({ cell }) => cell);
    border = border.slice(ROUND);
    await look(cells.slice(0, ROUND));
  }
  return sum;
}
