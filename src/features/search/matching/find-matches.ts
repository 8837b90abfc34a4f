import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import type { SearchFilters, SearchQuery } from "@/shared/schemas/search";
import { type CellCounts, createCellCounts } from "../counts/cell-counts";
import { COUNTED_TO, countMatches } from "../counts/count-matches";
import { type Hit, nearestHits } from "../distance/find-nearest";
import { type Cursor, isByPrice, readCursor, writeCursor } from "./cursor";
import { NOTHING, type Slice, slice } from "./match-rows";
import { MAX_PROMOTED, onlyOnce, PROMOTED_STEP, promotedInRotation } from "./rotation";

export const LISTINGS_PER_PAGE = 20;

/** One page of a search. */
export type Matches = {
  /** This hour's promoted matches; on the first page only, where `content` leaves them out. */
  promoted: ListingCardRow[];
  content: ListingCardRow[];
  /** All matches, promoted ones too; null when there are more than are counted (`COUNTED_TO`). */
  total: number | null;
  /** Cursors for `before` and `after`; null where the results end. */
  previous: string | null;
  next: string | null;
  first: boolean;
};

type Page = Omit<Matches, "total">;

/**
 * Reads a page and the total side by side: two statements as a rule; more around a place, and where `before` leads back
 * to the first page.
 */
export async function findMatches(ctx: Ctx, query: SearchQuery): Promise<Matches> {
  const cellCounts = createCellCounts(ctx, query.filters);
  const [page, count] = await Promise.all([
    findPage({ ctx, cellCounts }, query),
    countMatches(ctx, query.filters, COUNTED_TO, cellCounts),
  ]);
  return { ...page, total: count > COUNTED_TO ? null : count };
}

/** Shared by the page and the count: `cellCounts` caches what either has read. */
type Reader = { ctx: Ctx; cellCounts: CellCounts };

/** A cursor that can't be read or leads past the end shows the first page. */
async function findPage(reader: Reader, { filters, after, before }: SearchQuery): Promise<Page> {
  const afterCursor = readCursor(after, filters.sort);
  const beforeCursor = readCursor(before, filters.sort);
  const page = afterCursor
    ? await pageAfter(reader, filters, afterCursor)
    : beforeCursor && (await pageBefore(reader, filters, beforeCursor));
  return page ?? firstPage(reader, filters);
}

/** One statement for promoted and other matches. */
async function firstPage(reader: Reader, filters: SearchFilters): Promise<Page> {
  const { ctx } = reader;
  const { now } = ctx;
  // As many more as may turn out to be promoted; leaving them out in SQL would cost more reads than reading them.
  const limit = LISTINGS_PER_PAGE + 1 + MAX_PROMOTED;
  const matches = await wanted(reader, { filters, now, from: null, backwards: false, limit });
  const cards = await loadListingCards(
    ctx,
    sql`select * from (${promotedInRotation("results", now, filters)}) union all select * from (${matches})`,
  );
  const promoted = onlyOnce(cards.filter(({ step }) => step === PROMOTED_STEP));
  const shown = new Set(promoted.map(({ num }) => num));
  const content = cards.filter(({ num, step }) => step !== PROMOTED_STEP && !shown.has(num));
  return { promoted, ...cut(content, filters, { first: true }) };
}

async function pageAfter(reader: Reader, filters: SearchFilters, from: Cursor): Promise<Page | null> {
  const cards = await cardsOf(reader, filters, from, false);
  return cards.length > 0 ? { promoted: [], ...cut(cards, filters, { first: false }) } : null;
}

/** Null when no more listings stand before the cursor than the first page shows (three of them perhaps promoted). */
async function pageBefore(reader: Reader, filters: SearchFilters, from: Cursor): Promise<Page | null> {
  const nearest = await cardsOf(reader, filters, from, true);
  if (nearest.length <= LISTINGS_PER_PAGE + MAX_PROMOTED) return null;
  const content = nearest.slice(-LISTINGS_PER_PAGE);
  return {
    promoted: [],
    content,
    first: false,
    ...cursors(content, filters, { previous: true, next: true }),
  };
}

async function cardsOf(
  reader: Reader,
  filters: SearchFilters,
  from: Cursor,
  backwards: boolean,
): Promise<ListingCardRow[]> {
  const limit = LISTINGS_PER_PAGE + 1 + (backwards ? MAX_PROMOTED : 0);
  const { ctx } = reader;
  return loadListingCards(ctx, await wanted(reader, { filters, now: ctx.now, from, backwards, limit }));
}

/** The query for a part of the results. The order by distance is found out first. */
async function wanted({ ctx, cellCounts }: Reader, part: Slice): Promise<SQL> {
  return part.filters.sort === "distance" ? rowsOf(await nearestHits(ctx, cellCounts, part)) : slice(part);
}

/** Hits as rows of a query. They are whole numbers out of the database. */
function rowsOf(hits: readonly Hit[]): SQL {
  if (hits.length === 0) return NOTHING;
  const values = hits.map(({ num, step, place, metres }) => `(${num}, ${step}, ${place}, ${metres})`);
  return sql.raw(`select column1 as num, column2 as step, column3 as place, column4 as metres
    from (values ${values.join(", ")})`);
}

/** One page out of cards of which one too many was read, to know whether there is another page. */
function cut(
  cards: ListingCardRow[],
  filters: SearchFilters,
  { first }: { first: boolean },
): Omit<Page, "promoted"> {
  const content = cards.slice(0, LISTINGS_PER_PAGE);
  return {
    content,
    first,
    ...cursors(content, filters, { previous: !first, next: cards.length > LISTINGS_PER_PAGE }),
  };
}

function cursors(
  content: ListingCardRow[],
  { sort }: SearchFilters,
  there: { previous: boolean; next: boolean },
) {
  const key = isByPrice(sort) ? "pricePerHour" : "publishedTs";
  const at = (card: ListingCardRow | undefined) =>
    card && writeCursor({ sort, step: card.step, key: card[key] ?? 0, id: card.id });
  return {
    previous: (there.previous && at(content[0])) || null,
    next: (there.next && at(content.at(-1))) || null,
  };
}
