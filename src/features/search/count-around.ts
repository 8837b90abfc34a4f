import type { Cell } from "@/features/listings";
import type { Near } from "@/shared/schemas/search";
import { circle, spanOf, whereIs, widestCells } from "./map-cells";
import type { Square, Squares } from "./squares";

/** So many rows are read at first, and twice as many each time: more at once would often be read in vain. */
const FIRST_ROWS = 20;

/**
 * How many listings there are around a place, by the squares that they are counted in: the widest first, the nearest of
 * them before the others; of their parts those that lie wholly inside are counted, and those on the circle's border
 * opened in turn, the fullest first, down to points. Stops as soon as there are more than `enough`. A square is few rows,
 * however many listings it has, and never more than the listings in it that are asked for: to look at these themselves, a
 * match and an entry each, would read as much or more.
 */
export async function countAround(
  squares: Squares,
  near: Near,
  radius: number,
  enough: number,
): Promise<number> {
  const ring = circle(near, radius);
  let inside = 0;
  let border: Square[] = [];
  let room = FIRST_ROWS;
  const sum = () => inside - squares.expired();

  /** How many of the first squares there is room for, at least one. */
  function roundOf(cells: readonly Cell[]): number {
    let rows = 0;
    const end = cells.findIndex((cell) => {
      rows += squares.rowsOf([cell]);
      return rows > room;
    });
    return end < 0 ? cells.length : Math.max(end, 1);
  }

  async function look(cells: Cell[]): Promise<void> {
    for (; cells.length > 0 && sum() <= enough; room *= 2) {
      for (const square of await squares.open(cells.splice(0, roundOf(cells)))) {
        const where = whereIs(square.cell, ring);
        if (where === "inside") inside += square.listings;
        // A point is on one side or the other: one within the slack of the border lies beyond it.
        else if (where === "across" && square.cell.level > 0) border.push(square);
      }
    }
  }

  const widest = widestCells(ring).map(({ cell }) => ({ cell, ...spanOf(cell, near) }));
  await look(widest.sort((a, b) => a.nearest - b.nearest).map(({ cell }) => cell));
  while (border.length > 0 && sum() <= enough) {
    const fullest = border.sort((a, b) => b.listings - a.listings).map(({ cell }) => cell);
    border = [];
    await look(fullest);
  }
  return sum();
}
