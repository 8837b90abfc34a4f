import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { circle, type Ring } from "./geo-cells";
import { buildRingQuery, type ResultSlice, ringWithoutPoint } from "./result-slices";

/** Rings around a place, each as wide as all before it. */
const FIRST_RINGS = 8;
/** D1's maximum of terms in one compound select. */
const MAX_TERMS = 5;
/** Maximum rings in one statement. */
const MAX_RINGS = 20;
/** A ring with more listings than were read is split at the distances of these ranks. */
const SPLIT_RANKS = [0, 1, 2, 3, 5, 8, 13];

/**
 * The next matches by distance, then newest first, at last those without a point; at most `limit`. No index has this
 * order, so rings around the place are read in order by one statement, which stops when it has enough. If the last
 * ring has more matches than were read, it is split at the distances of those, and the next statement reads its
 * parts.
 */
export async function listNearest(ctx: Ctx, slice: ResultSlice): Promise<ListingCardRow[]> {
  const { isBackwards, limit } = slice;
  const found = await readRings(ctx, slice, listFirstRings(slice), limit);
  return isBackwards ? found.reverse() : found;
}

/** The matches in rings, in reading order. */
async function readRings(
  ctx: Ctx,
  slice: ResultSlice,
  all: readonly Ring[],
  limit: number,
): Promise<ListingCardRow[]> {
  if (all.length === 0 || limit === 0) return [];
  const rings = mergeLast(all);
  const cards = await loadListingCards(ctx, buildRingsQuery(slice, rings, limit + 1));
  if (slice.isBackwards) cards.reverse();
  const reached = rings.findIndex((ring) => isInRing(cards.at(-1), ring));
  const last = rings[reached];
  if (!last || cards.length <= limit || last.to - last.from === 1) return cards.slice(0, limit);
  const inLast = cards.filter((card) => isInRing(card, last));
  const before = cards.slice(0, -inLast.length);
  const further = [...splitRing(last, inLast, slice.isBackwards), ...rings.slice(reached + 1)];
  return [...before, ...(await readRings(ctx, slice, further, limit - before.length))];
}

const isInRing = (card: ListingCardRow | undefined, { from, to }: Ring): boolean =>
  card !== undefined && card.rank >= from && card.rank < to;

/** Replaces the rings that are too many for one statement by one around them. */
function mergeLast(all: readonly Ring[]): readonly Ring[] {
  const last = all.at(-1);
  // Listings without a point stay apart.
  const isWithoutPoint = last !== undefined && last.from === ringWithoutPoint(last.center).from;
  const rings = isWithoutPoint ? all.slice(0, -1) : all;
  return [...mergeRings(rings), ...(isWithoutPoint ? [last] : [])];
}

function mergeRings(rings: readonly Ring[]): readonly Ring[] {
  const rest = rings.slice(MAX_RINGS - 1);
  const [first] = rest;
  if (!first || rest.length === 1) return rings;
  const from = Math.min(...rest.map((ring) => ring.from));
  const to = Math.max(...rest.map((ring) => ring.to));
  return [...rings.slice(0, MAX_RINGS - 1), { ...first, from, to }];
}

/** SQLite starts a term of a compound select only when the terms before it are exhausted. */
function buildRingsQuery(slice: ResultSlice, rings: readonly Ring[], limit: number): BoundSql {
  const unionAll = (queries: readonly BoundSql[]) =>
    joinSql(
      queries.map((query) => boundSql`select * from (${query})`),
      " union all ",
    );
  const queries = rings.map((ring) => {
    // At the cursor's distance, only the listings after the cursor.
    const isAtCursor = ring.from === slice.cursor?.rank && ring.to === slice.cursor.rank + 1;
    return buildRingQuery({ ...slice, cursor: isAtCursor ? slice.cursor : null, limit, ring });
  });
  const groups = Array.from({ length: Math.ceil(queries.length / MAX_TERMS) }, (_, n) =>
    unionAll(queries.slice(n * MAX_TERMS, (n + 1) * MAX_TERMS)),
  );
  return boundSql`${unionAll(groups)} limit ${constantSql(limit)}`;
}

/** The ring of the cursor's distance, and those after it. */
function listFirstRings({ filters, cursor, isBackwards }: ResultSlice): Ring[] {
  if (!filters.near) return [];
  const all = circle(filters.near, filters.radius);
  const last = ringWithoutPoint(filters.near);
  const isInLast = cursor?.rank === last.from;
  if (isInLast && !isBackwards) return [last];
  const rank = Math.min(cursor?.rank ?? 0, all.to);
  const atCursor = { ...all, from: rank, to: Math.min(rank + 1, all.to) };
  const rest = !cursor ? all : isBackwards ? { ...all, to: rank } : { ...all, from: rank + 1 };
  const width = rest.to - rest.from;
  const borders = Array.from({ length: FIRST_RINGS - 1 }, (_, n) => Math.ceil(width / 2 ** (n + 1)));
  return [
    ...(isInLast ? [last] : cursor ? cutRing(atCursor, [], isBackwards) : []),
    ...cutRing(
      rest,
      borders.map((border) => (isBackwards ? rest.to - border : rest.from + border)),
      isBackwards,
    ),
    ...(isBackwards ? [] : [last]),
  ];
}

/** Splits a ring at distances of listings in it. The first part ends before them; the next is the first distance. */
function splitRing(ring: Ring, listings: readonly ListingCardRow[], isBackwards: boolean): Ring[] {
  const distances = [...new Set(listings.map(({ rank }) => rank))];
  const [first = ring.from] = distances;
  const ends = SPLIT_RANKS.flatMap((rank) => distances[rank] ?? []);
  const borders = isBackwards ? [first + 1, ...ends] : [first, ...ends.map((meters) => meters + 1)];
  return cutRing(ring, borders, isBackwards);
}

/** The parts of a ring between borders (m), in reading order. Together they are the ring. */
function cutRing(ring: Ring, borders: readonly number[], isBackwards: boolean): Ring[] {
  const all = [ring.from, ...borders.toSorted((a, b) => a - b), ring.to];
  const parts = all.slice(1).map((to, n) => ({ ...ring, from: all[n] ?? to, to }));
  const filled = parts.filter(({ from, to }) => from < to);
  return isBackwards ? filled.reverse() : filled;
}
