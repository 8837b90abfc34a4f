import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { CellCounts } from "../counts/cell-counts";
import { ringSlice, type Slice } from "../matching/match-rows";
import { circle, type Ring, whereIs } from "./geo-cells";
import { type Plan, planRings } from "./plan-rings";

export type Hit = { num: number; step: number; place: number; metres: number };

/** Maximum rings per query, and D1's maximum of terms in one compound select. */
const RINGS = 15;
const TERMS = 5;
/** Rings in a planned page. */
const PLANNED = 8;
/** With words, what is left of the way is asked in rings that end at these shares of it: the nearer, the narrower. */
const SHARES = [1 / 64, 1 / 40, 1 / 24, 1 / 15, 1 / 9, 1 / 5, 1 / 3, 1 / 1.7, 1];
/** A ring that holds too much is taken apart at these ranks of what was seen of it. */
const RANKS = [0, 1, 2, 3, 5, 8, 13];
/** One more than a page is read: a ring that ends with the page has then been seen to its end. */
const SPARE = 1;

/**
 * The next matches by distance, the newest first where it is the same; at most `limit`. No index has this order, so rings
 * around the place are asked one after the other, in one statement, until there is a page: with words rings that are
 * guessed at, else such as hold the page by the counts of cells. One that holds more is taken apart by the distances of
 * those seen and asked again.
 */
export async function nearestHits(
  ctx: Pick<Ctx, "db">,
  cellCounts: CellCounts,
  slice: Slice,
): Promise<Hit[]> {
  const { backwards, limit } = slice;
  const hits: Hit[] = [];
  let { rings, rest, rows } = firstPlan(slice);
  while (hits.length < limit) {
    const room = limit - hits.length + SPARE;
    if (rings.length === 0) {
      if (!rest) break;
      ({ rings, rest, rows } = await planRings(cellCounts, rest, {
        backwards,
        limit: room,
        rings: PLANNED,
        rows,
      }));
      continue;
    }
    const asked = rings.slice(0, RINGS);
    const found = await ask(ctx, slice, asked, room);
    if (found.length < room) {
      hits.push(...inOrder(found, backwards));
      rings = rings.slice(asked.length);
      continue;
    }
    // The last ring that was reached may hold more than was seen.
    const last = found.at(-1)?.ring ?? 0;
    const seen = found.filter(({ ring }) => ring === last);
    const parts = takenApart(asked[last], seen, backwards);
    const whole = found.filter(({ ring }) => ring < last || parts.length === 1);
    hits.push(...inOrder(whole, backwards));
    rings = [...parts, ...rings.slice(last + 1)];
  }
  return hits.slice(0, limit);
}

const inOrder = (hits: Hit[], backwards: boolean): Hit[] =>
  hits.sort((a, b) => (backwards ? -1 : 1) * (a.step - b.step || a.place - b.place));

type RingHit = Hit & { ring: number };

/** The hits of rings, one after the other: SQLite asks a term of a compound select only once those before have ended. */
async function ask(ctx: Pick<Ctx, "db">, slice: Slice, rings: Ring[], limit: number): Promise<RingHit[]> {
  const { from } = slice;
  const terms = rings.map((ring, n) => {
    // Of the cursor's own distance only what lies beyond it.
    const own = ring.from === from?.step && ring.to === from.step + 1;
    const found = ringSlice({ ...slice, from: own ? from : null, limit, ring });
    return sql`select *, ${sql.raw(String(n))} as ring from (${found})`;
  });
  const inTurn = (queries: SQL[]) => sql.join(queries, sql` union all `);
  const groups = Array.from({ length: Math.ceil(terms.length / TERMS) }, (_, n) =>
    terms.slice(n * TERMS, (n + 1) * TERMS),
  ).map((group) => sql`select * from (${inTurn(group)})`);
  return ctx.db.all<RingHit>(sql`${inTurn(groups)} limit ${sql.raw(String(limit))}`);
}

/** The cursor's own distance, of which only what lies beyond it is asked for, and the way behind it. */
function firstPlan({ filters, from, backwards }: Slice): Plan {
  const none = { rings: [], rest: null, rows: 0 };
  if (!filters.near) return none;
  const all = circle(filters.near, filters.radius);
  if (from && from.step >= all.to) return none;
  const own = from ? [{ ...all, from: from.step, to: from.step + 1 }] : [];
  const rest = { ...all, ...(from && (backwards ? { to: from.step } : { from: from.step + 1 })) };
  if (rest.from >= rest.to) return { ...none, rings: own };
  // Words are counted nowhere.
  return filters.q === ""
    ? { ...none, rings: own, rest }
    : { ...none, rings: [...own, ...widening(rest, backwards)] };
}

/** A ring as rings of its own, from the side where one goes on. */
function widening(ring: Ring, backwards: boolean): Ring[] {
  const ends = SHARES.map((share) => Math.ceil((ring.to - ring.from) * share));
  return cut(
    ring,
    backwards ? ends.map((end) => ring.to - end) : ends.map((end) => ring.from + end),
    backwards,
  );
}

/** A ring that holds more than was seen of it: narrower ones, or itself alone when it is one distance. */
function takenApart(ring: Ring | undefined, seen: readonly Hit[], backwards: boolean): Ring[] {
  if (!ring || ring.to - ring.from === 1) return ring ? [ring] : [];
  const distances = [...new Set(seen.map(({ step }) => step))].sort((a, b) => (backwards ? b - a : a - b));
  const borders = RANKS.flatMap((rank) => distances[rank] ?? []).map((at) => (backwards ? at : at + 1));
  // Everything nearer than the first distance found, and that distance alone.
  const [first = ring.from] = distances;
  return cut(ring, [backwards ? first + 1 : first, ...borders], backwards);
}

/** A ring cut at borders, in the order of the walk; together its parts are the ring. */
function cut(ring: Ring, borders: number[], backwards: boolean): Ring[] {
  const [start, end] = backwards ? [ring.to, ring.from] : [ring.from, ring.to];
  const all = [start, ...borders, end];
  return all.slice(1).flatMap((border, n) => {
    const [from, to] = [all[n] ?? start, border].sort((a, b) => a - b) as [number, number];
    return from < to ? [narrowed({ ...ring, from, to })] : [];
  });
}

/** Of the cells that a ring was said to lie in, those that it still touches. */
const narrowed = (ring: Ring): Ring =>
  ring.cells ? { ...ring, cells: ring.cells.filter((cell) => whereIs(cell, ring) !== "outside") } : ring;
