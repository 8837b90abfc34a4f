import type { GeoCell } from "@/features/listings";
import type { Near } from "@/shared/schemas/search";
import { circle, spanOf, whereIs, widestCells } from "../distance/geo-cells";
import type { CellCount, CellCounts } from "./cell-counts";

/** Rows in the first read; each further read doubles them. A larger first read would often be wasted. */
const FIRST_ROWS = 20;

/**
 * How many listings there are around a place, by the cells that they are counted in: the widest first, the nearest of
 * them before the others; of their parts those that lie wholly inside are counted, and those on the circle's border
 * opened in turn, the fullest first, down to points. Stops as soon as there are more than `enough`. A cell is few rows,
 * however many listings it has, and never more than the listings in it that are asked for: to look at these themselves, a
 * match and an entry each, would read as much or more.
 */
export async function countAround(
  cellCounts: CellCounts,
  near: Near,
  radius: number,
  enough: number,
): Promise<number> {
  const ring = circle(near, radius);
  let inside = 0;
  let border: CellCount[] = [];
  let room = FIRST_ROWS;
  const sum = () => inside - cellCounts.expired();

  /** How many of the first cells there is room for, at least one. */
  function roundOf(cells: readonly GeoCell[]): number {
    let rows = 0;
    const end = cells.findIndex((cell) => {
      rows += cellCounts.rowsOf([cell]);
      return rows > room;
    });
    return end < 0 ? cells.length : Math.max(end, 1);
  }

  async function look(cells: GeoCell[]): Promise<void> {
    for (; cells.length > 0 && sum() <= enough; room *= 2) {
      for (const count of await cellCounts.open(cells.splice(0, roundOf(cells)))) {
        const where = whereIs(count.cell, ring);
        if (where === "inside") inside += count.listings;
        // A point is on one side or the other: one within the slack of the border lies beyond it.
        else if (where === "across" && count.cell.level > 0) border.push(count);
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
