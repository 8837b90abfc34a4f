import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import type { CellCounts } from "../counts/cell-counts";
import { hasStoredCounts } from "../counts/signatures";
import { buildRingQuery, type ResultSlice } from "../matching/result-slices";
import { circle, getOverlap, type Ring } from "./geo-cells";
import { planRings, type RingPlan } from "./plan-rings";

/** A found listing with its sort keys: the distance as rank, then newest first. */
export type NearbyListing = { num: number; rank: number; position: number; meters: number };

/** Maximum rings in one statement. */
const RINGS_PER_STATEMENT = 15;
/** D1's maximum of terms in one compound select. */
const MAX_TERMS = 5;
/** Rings in a planned page. */
const PLANNED_RINGS = 8;
/** With query terms the distance is split at these fractions: rings get wider with the distance. */
const FRACTIONS = [1 / 64, 1 / 40, 1 / 24, 1 / 15, 1 / 9, 1 / 5, 1 / 3, 1 / 1.7, 1];
/** A ring with more listings than were read is split at the distances of these ranks. */
const SPLIT_RANKS = [0, 1, 2, 3, 5, 8, 13];
/** Reads one more than a page, so a ring that ends with the page is known to be complete. */
const SPARE = 1;

/**
 * The next matches by distance, then newest first; at most `limit`. No index has this order, so rings around the center
 * are read in order, several in a statement, until there is a page. With query terms or times the rings are
 * guessed, else planned from the counts of cells. A ring with too many listings is split by the distances seen, and read
 * again.
 */
export async function listNearest(
  ctx: Pick<Ctx, "db">,
  cellCounts: CellCounts,
  slice: ResultSlice,
): Promise<NearbyListing[]> {
  const { isBackwards, limit } = slice;
  const found: NearbyListing[] = [];
  let { rings, rest, rowsRead } = createFirstPlan(slice);
  // Estimated rings may hold far fewer listings, so each further plan covers twice as many.
  let factor = 1;
  while (found.length < limit) {
    const remaining = limit - found.length + SPARE;
    if (rings.length === 0) {
      if (!rest) break;
      ({ rings, rest, rowsRead } = await planRings(cellCounts, rest, {
        isBackwards,
        limit: remaining * factor,
        ringCount: PLANNED_RINGS,
        rowsRead,
      }));
      factor *= 2;
      continue;
    }
    const batch = rings.slice(0, RINGS_PER_STATEMENT);
    const listings = await readRings(ctx, slice, batch, remaining);
    if (listings.length < remaining) {
      found.push(...sortByDistance(listings, isBackwards));
      rings = rings.slice(batch.length);
      continue;
    }
    // The last ring that was reached may hold more listings than were read.
    const last = listings.at(-1)?.ring ?? 0;
    const inLast = listings.filter(({ ring }) => ring === last);
    const parts = splitCrowdedRing(batch[last], inLast, isBackwards);
    const complete = listings.filter(({ ring }) => ring < last || parts.length === 1);
    found.push(...sortByDistance(complete, isBackwards));
    rings = [...parts, ...rings.slice(last + 1)];
  }
  return found.slice(0, limit);
}

const sortByDistance = (listings: NearbyListing[], isBackwards: boolean): NearbyListing[] =>
  listings.sort((a, b) => (isBackwards ? -1 : 1) * (a.rank - b.rank || a.position - b.position));

type RingListing = NearbyListing & { ring: number };

/** Listings ring by ring. SQLite starts a term of a compound select only when the terms before it are exhausted. */
async function readRings(
  ctx: Pick<Ctx, "db">,
  slice: ResultSlice,
  rings: Ring[],
  limit: number,
): Promise<RingListing[]> {
  const { cursor } = slice;
  const terms = rings.map((ring, n) => {
    // At the cursor's distance, only the listings after the cursor.
    const isCursorRing = ring.from === cursor?.rank && ring.to === cursor.rank + 1;
    const query = buildRingQuery({ ...slice, cursor: isCursorRing ? cursor : null, limit, ring });
    return boundSql`select *, ${constantSql(n)} as ring from (${query})`;
  });
  const unionAll = (queries: BoundSql[]) => joinSql(queries, " union all ");
  const groups = Array.from({ length: Math.ceil(terms.length / MAX_TERMS) }, (_, n) =>
    terms.slice(n * MAX_TERMS, (n + 1) * MAX_TERMS),
  ).map((group) => boundSql`select * from (${unionAll(group)})`);
  return ctx.db.read<RingListing>(boundSql`${unionAll(groups)} limit ${constantSql(limit)}`);
}

/**
 * The ring of the cursor's distance, and the rings after it: guessed without stored counts, else to be planned
 * (`rest`).
 */
function createFirstPlan({ filters, cursor, isBackwards }: ResultSlice): RingPlan {
  const empty = { rings: [], rest: null, rowsRead: 0 };
  if (!filters.near) return empty;
  const all = circle(filters.near, filters.radius);
  if (cursor && cursor.rank >= all.to) return empty;
  const cursorRing = cursor ? [{ ...all, from: cursor.rank, to: cursor.rank + 1 }] : [];
  const rest = { ...all, ...(cursor && (isBackwards ? { to: cursor.rank } : { from: cursor.rank + 1 })) };
  if (rest.from >= rest.to) return { ...empty, rings: cursorRing };
  return hasStoredCounts(filters)
    ? { ...empty, rings: cursorRing, rest }
    : { ...empty, rings: [...cursorRing, ...splitByFractions(rest, isBackwards)] };
}

/** Splits a ring into rings that get wider in reading direction. */
function splitByFractions(ring: Ring, isBackwards: boolean): Ring[] {
  const widths = FRACTIONS.map((fraction) => Math.ceil((ring.to - ring.from) * fraction));
  return splitRing(
    ring,
    isBackwards ? widths.map((width) => ring.to - width) : widths.map((width) => ring.from + width),
    isBackwards,
  );
}

/** Splits a ring with more listings than were read; a ring of one meter stays whole. */
function splitCrowdedRing(
  ring: Ring | undefined,
  listings: readonly NearbyListing[],
  isBackwards: boolean,
): Ring[] {
  if (!ring || ring.to - ring.from === 1) return ring ? [ring] : [];
  const distances = [...new Set(listings.map(({ rank }) => rank))].sort((a, b) =>
    isBackwards ? b - a : a - b,
  );
  const borders = SPLIT_RANKS.flatMap((rank) => distances[rank] ?? []).map((meters) =>
    isBackwards ? meters : meters + 1,
  );
  // The first part ends before the first distance found; the next is that distance alone.
  const [first = ring.from] = distances;
  return splitRing(ring, [isBackwards ? first + 1 : first, ...borders], isBackwards);
}

/** Splits a ring at borders (m), in reading direction. Together the parts are the ring. */
function splitRing(ring: Ring, borders: number[], isBackwards: boolean): Ring[] {
  const [start, end] = isBackwards ? [ring.to, ring.from] : [ring.from, ring.to];
  const all = [start, ...borders, end];
  return all.slice(1).flatMap((border, n) => {
    const [from, to] = [all[n] ?? start, border].sort((a, b) => a - b) as [number, number];
    return from < to ? [dropOutsideCells({ ...ring, from, to })] : [];
  });
}

/** Drops the cells that a narrowed ring no longer touches. */
const dropOutsideCells = (ring: Ring): Ring =>
  ring.cells ? { ...ring, cells: ring.cells.filter((cell) => getOverlap(cell, ring) !== "outside") } : ring;
