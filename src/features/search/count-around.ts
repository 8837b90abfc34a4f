import { type Cell, COUNTED_CELL, countScope } from "@/features/listings";
import type { Subject } from "@/shared/codes";
import type { Near, SearchFilters } from "@/shared/schemas/search";
import { circle, countedPart, type Placed, type Ring, whereIs, widestCells } from "./map-cells";
import { type Asking, type Count, readCounts } from "./read-counts";
import { signatureTest } from "./signature";

/** Counting goes on with a part of a square that the circle's border crosses. */
type Open = { subject: Subject | undefined; placed: Placed };

/**
 * How many listings there are around a place, by the squares that they are counted in: the widest first, by whose parts
 * one sees which lie wholly inside and which narrower squares on the border hold any that are asked for; those are
 * read next, and at last the points of the narrowest. Stops as soon as there are more than `enough`. Three statements at
 * most, and few rows: a square is one, however many listings it has.
 */
export async function countAround(
  ctx: Asking,
  filters: SearchFilters,
  near: Near,
  subjects: readonly (Subject | undefined)[],
  enough: number,
): Promise<number> {
  const ring = circle(near, filters.radius);
  const asksForSets =
    filters.county !== null || filters.level.length > 0 || filters.location.length > 0 || filters.online;
  let sum = 0;
  let open: Open[] = widestCells(ring).flatMap((placed) => subjects.map((subject) => ({ subject, placed })));
  for (let first = true; open.length > 0 && sum <= enough; first = false) {
    const byScope = new Map(open.map((one) => [countScope.cell(one.subject, one.placed.cell), one]));
    const scopes = [...byScope].map(([scope, { placed }]) => ({
      first: scope,
      last: scope,
      sets: asksForSets || placed.where === "across",
    }));
    const { counts, expired } = await readCounts(ctx, filters, scopes, first);
    sum -= expired;
    const next: Open[] = [];
    for (const count of counts) {
      const one = byScope.get(count.scope);
      if (!one) continue;
      const { inside, across } = sorted(count, one.placed, ring, filters);
      sum += inside;
      next.push(...across.map((placed) => ({ subject: one.subject, placed })));
    }
    open = next;
  }
  return sum;
}

/** How many listings of a square are surely asked for, and the parts of it that have to be looked into. */
function sorted(
  { listings, sets }: Count,
  { cell, where }: Placed,
  ring: Ring,
  filters: SearchFilters,
): { inside: number; across: Placed[] } {
  if (sets.length === 0) return { inside: listings, across: [] };
  const fits = signatureTest(filters);
  const parts = new Map<number, { cell: Cell; where: string }>();
  const across = new Map<number, Placed>();
  let inside = 0;
  for (const [signature, number] of sets) {
    if (!fits(signature)) continue;
    const part = parts.get(signature.part) ?? placedPart(cell, signature.part, where, ring);
    parts.set(signature.part, part);
    if (part.where === "inside") inside += number;
    else if (part.where === "across") across.set(signature.part, { cell: part.cell, where: "across" });
  }
  return { inside, across: [...across.values()] };
}

function placedPart(cell: Cell, part: number, where: Placed["where"], ring: Ring): Placed {
  const one = countedPart(cell, part);
  if (where === "inside") return { cell: one, where };
  const its = whereIs(one, ring);
  // A point is on one side or the other.
  const isPoint = cell.level === COUNTED_CELL;
  return { cell: one, where: isPoint && its === "across" ? "outside" : its };
}
