import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { gridPoint, pointAt } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import type { Cursor } from "./cursor";
import { ringSlice, type Slice } from "./entries";
import { circle, distancesIn, metresBetween, type Ring } from "./map-cells";

export type Hit = { num: number; step: number; place: number; metres: number };

/** D1 refuses more terms in one compound select. */
const TERMS = 5;
/** Shares of what is left of the way, at which one ring ends and the next begins: most of what is near comes early. */
const SHARES = [1 / 40, 1 / 10, 1 / 3, 1];
/** A ring of no more points than these is taken apart by their distances. */
const FEW_POINTS = 64;
/** More than a page is read of a ring, lest the next be asked for one. */
const SPARE = 4;

/**
 * The next matches by distance, the newest first where it is the same; at most `limit`. No index has this order, so rings
 * around the place are asked one after the other, in one statement, until there is a page. A ring that holds more is
 * taken apart and asked again, down to one distance. What is read is a page or two each time, however many there are.
 */
export async function nearestHits(ctx: Pick<Ctx, "db">, slice: Slice): Promise<Hit[]> {
  const { filters, from, backwards, limit } = slice;
  let rings = firstRings(filters, from, backwards);
  const hits: Hit[] = [];
  while (rings.length > 0 && hits.length < limit) {
    const room = limit - hits.length + SPARE;
    const asked = rings.slice(0, TERMS);
    const found = await ask(ctx, slice, asked, room);
    const full = found.length === room;
    // The last ring that was reached may hold more.
    const last = full ? (found.at(-1)?.ring ?? 0) : asked.length;
    const parts = full ? split(asked[last], backwards) : [];
    const whole = found.filter(({ ring }) => ring < last || parts.length === 1);
    hits.push(...whole.sort((a, b) => (backwards ? -1 : 1) * (a.step - b.step || a.place - b.place)));
    rings = [...(parts.length > 1 ? parts : []), ...rings.slice(full ? last + 1 : asked.length)];
  }
  return hits.slice(0, limit);
}

type RingHit = Hit & { ring: number };

async function ask(ctx: Pick<Ctx, "db">, slice: Slice, rings: Ring[], limit: number): Promise<RingHit[]> {
  const { from, filters } = slice;
  const terms = rings.map((ring, n) => {
    // Of the cursor's own distance only what lies beyond it.
    const own = from && ring.from === from.step && ring.to === from.step + 1 ? from : null;
    const found = ringSlice({ ...slice, filters, from: own, limit, ring });
    return sql`select *, ${sql.raw(String(n))} as ring from (${found})`;
  });
  return ctx.db.all<RingHit>(sql`${sql.join(terms, sql` union all `)} limit ${sql.raw(String(limit))}`);
}

function firstRings(filters: SearchFilters, from: Cursor | null, backwards: boolean): Ring[] {
  const { near, radius } = filters;
  if (!near) return [];
  const all = circle(near, radius);
  if (!from) {
    const least = Math.min(metresBetween(near, pointAt(gridPoint(near))), all.to - 1);
    return [{ ...all, to: least + 1 }, ...widening({ ...all, from: least + 1 }, false)];
  }
  if (from.step >= all.to) return [];
  const own = { ...all, from: from.step, to: from.step + 1 };
  const rest = backwards ? { ...all, to: from.step } : { ...all, from: from.step + 1 };
  return [own, ...widening(rest, backwards)];
}

/** A ring as rings of its own, from the side where one goes on; none when it holds nothing. */
function widening(ring: Ring, backwards: boolean): Ring[] {
  const width = ring.to - ring.from;
  const ends = [...new Set(SHARES.map((share) => Math.max(1, Math.round(width * share))))];
  return ends
    .map((end, n) => [ends[n - 1] ?? 0, end] as const)
    .filter(([start, end]) => start < end && end <= width)
    .map(([start, end]) =>
      backwards
        ? { ...ring, from: ring.to - end, to: ring.to - start }
        : { ...ring, from: ring.from + start, to: ring.from + end },
    );
}

/** A ring that holds more than a page: narrower ones, or the ring alone when all in it is as far. */
function split(ring: Ring | undefined, backwards: boolean): Ring[] {
  if (!ring) return [];
  if (ring.to - ring.from === 1) return [ring];
  const distances = distancesIn(ring, FEW_POINTS);
  if (!distances) return widening(ring, backwards);
  if (distances.length < 2) return [ring];
  // One for each of the next distances, and one for the rest; together they are the ring.
  const near = (backwards ? distances.toReversed() : distances).slice(0, TERMS - 1);
  const ends = near.map((at) => (backwards ? at : at + 1));
  const borders = [backwards ? ring.to : ring.from, ...ends, backwards ? ring.from : ring.to];
  return borders
    .slice(1)
    .map((border, n) => [border, borders[n] ?? border].sort((a, b) => a - b))
    .flatMap(([from = 0, to = 0]) => (from < to ? [{ ...ring, from, to }] : []));
}
