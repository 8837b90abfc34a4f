import type { GeoCell } from "@/db/search-codes";
import type { Near } from "@/shared/schemas/search";
import { circle, computeDistanceBounds, getOverlap, listWidestCells } from "../distance/geo-cells";
import type { CellCount, CellCounts } from "./cell-counts";

/** Rows in the first read; each further read doubles them. A larger first read would often be wasted. */
const FIRST_ROWS = 20;

/**
 * Counts the listings within a radius (km) by the counts of cells, from the widest cells down to points; the nearest
 * cells first. Parts inside the circle are counted, parts that cross it are split, the fullest first. Stops as soon as
 * there are more than `maxCount`. A cell costs few rows, and never more than the matches in it.
 */
export async function countNearby(
  cellCounts: CellCounts,
  near: Near,
  radius: number,
  maxCount: number,
): Promise<number> {
  const ring = circle(near, radius);
  let inside = 0;
  let crossing: CellCount[] = [];
  let maxRows = FIRST_ROWS;
  const total = () => inside - cellCounts.countExpired();

  /** The number of cells at the beginning of the list that `maxRows` allow, at least one. */
  function fitCells(cells: readonly GeoCell[]): number {
    let rows = 0;
    const end = cells.findIndex((cell) => {
      rows += cellCounts.estimateRows([cell]);
      return rows > maxRows;
    });
    return end < 0 ? cells.length : Math.max(end, 1);
  }

  async function countParts(cells: GeoCell[]): Promise<void> {
    for (; cells.length > 0 && total() <= maxCount; maxRows *= 2) {
      for (const count of await cellCounts.readParts(cells.splice(0, fitCells(cells)))) {
        const overlap = getOverlap(count.cell, ring);
        if (overlap === "inside") inside += count.listings;
        // A point that seems to cross lies within the tolerance outside the circle.
        else if (overlap === "crossing" && count.cell.level > 0) crossing.push(count);
      }
    }
  }

  const widest = listWidestCells(ring).map(({ cell }) => ({ cell, ...computeDistanceBounds(cell, near) }));
  await countParts(widest.sort((a, b) => a.nearest - b.nearest).map(({ cell }) => cell));
  while (crossing.length > 0 && total() <= maxCount) {
    const fullest = crossing.sort((a, b) => b.listings - a.listings).map(({ cell }) => cell);
    crossing = [];
    await countParts(fullest);
  }
  return total();
}
