import type { Cell } from "@/features/listings";
import { gridPoint } from "@/shared/geo";
import type { Near } from "@/shared/schemas/search";
import { circle, inCell, whereIs, widestCells } from "./map-cells";
import type { Square, Squares } from "./squares";

/** So many squares are opened at a time. */
const ROUND = 250;
/** A listing that is walked is so many rows: its match, and its entry for the exact distance. */
const WALKED_ROWS = 2;

/**
 * How many listings there are around a place, by the squares that they are counted in: the widest first (with prices,
 * where each is many rows, that of the place itself before the others); of their parts those that lie wholly inside are
 * counted, and those on the circle's border opened in turn, down to points. Stops as soon as there are more than
 * `enough`. A square is few rows, however many listings it has; where those on the border hold fewer listings than they
 * are rows, `walk` counts what of them lies within the circle.
 */
export async function countAround(
  squares: Squares,
  near: Near,
  radius: number,
  enough: number,
  walk: (cells: readonly Cell[]) => Promise<number>,
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
    const listings = border.reduce((all, one) => all + one.listings, 0);
    if (listings * WALKED_ROWS <= squares.rowsOf(cells)) return sum + (await walk(cells));
    border = border.slice(ROUND);
    await look(cells.slice(0, ROUND));
  }
  return sum;
}
