import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import { NUMS_PER_KEY } from "@/db/search-positions";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import type { SearchFilters, SearchQuery } from "@/shared/schemas/search";
import { type CellCounts, createCellCounts } from "../counts/cell-counts";
import { countMatches, MAX_COUNTED } from "../counts/count-matches";
import { listNearest, type NearbyListing } from "../distance/list-nearest";
import { type Cursor, isKeyedSort, parseCursor, serializeCursor } from "./cursor";
import { buildRotationQuery, isPromotedCard, MAX_PROMOTED, splitPromoted } from "./promotion-rotation";
import { buildSliceQuery, NO_ROWS, type ResultSlice } from "./result-slices";

export const LISTINGS_PER_PAGE = 20;

/** One page of a search. */
export type Matches = {
  /** This hour's promoted matches; on the first page only, where `content` omits them. */
  promoted: ListingCardRow[];
  content: ListingCardRow[];
  /** All matches with promoted ones; null for more than `MAX_COUNTED`. */
  total: number | null;
  /** Cursors for `before` and `after`; null where the results end. */
  previous: string | null;
  next: string | null;
  isFirst: boolean;
  /** Null if the total or the position of the page is unknown. */
  position: PagePosition | null;
};

/** "Page 2 of 8" */
export type PagePosition = { page: number; pages: number };

/** The matches before a page and up to its end, in the order of the search; null if the cursor does not say. */
type Span = { from: number; to: number } | null;

type Page = Omit<Matches, "total" | "position"> & { span: Span };

/**
 * Reads a page and the total in one batch. More batches near a place, in the order by distance, and if a cursor leads
 * back to the first page.
 */
export async function listMatches(ctx: Ctx, query: SearchQuery): Promise<Matches> {
  const cellCounts = createCellCounts(ctx, query.filters);
  const [{ span, ...page }, count] = await Promise.all([
    findPage({ ctx, cellCounts }, query),
    countMatches(ctx, query.filters, MAX_COUNTED, cellCounts),
  ]);
  const total = count > MAX_COUNTED ? null : count;
  return { ...page, total, position: total === null ? null : toPosition(span, total, page.next !== null) };
}

/** The first page has up to MAX_PROMOTED more matches than the others, so a later one begins up to as many after it. */
function toPosition(span: Span, total: number, hasNext: boolean): PagePosition | null {
  // Listings may have disappeared since the link to the page was made.
  if (!span || span.to > total) return null;
  const page = Math.floor(span.from / LISTINGS_PER_PAGE) + 1;
  const further = Math.ceil((total - span.to) / LISTINGS_PER_PAGE);
  return { page, pages: page + (hasNext ? Math.max(1, further) : 0) };
}

/** Shared by the page and the count: `cellCounts` caches the cells that either has read. */
type Reader = { ctx: Ctx; cellCounts: CellCounts };

/** A cursor that is invalid or leads past the end shows the first page. */
async function findPage(reader: Reader, { filters, after, before }: SearchQuery): Promise<Page> {
  const afterCursor = parseCursor(after, filters.sort);
  const beforeCursor = parseCursor(before, filters.sort);
  const page = afterCursor
    ? await findPageAfter(reader, filters, afterCursor)
    : beforeCursor && (await findPageBefore(reader, filters, beforeCursor));
  return page ?? findFirstPage(reader, filters);
}

/** One statement for promoted and other matches. */
async function findFirstPage(reader: Reader, filters: SearchFilters): Promise<Page> {
  const { ctx } = reader;
  const { now } = ctx;
  // Reads MAX_PROMOTED more, because that many may be promoted: excluding them in SQL would read more rows.
  const limit = LISTINGS_PER_PAGE + 1 + MAX_PROMOTED;
  const slice = { filters, now, cursor: null, isBackwards: false, limit };
  const matches = isByDistance(slice) ? await buildNearestQuery(reader, slice) : buildSliceQuery(slice);
  const cards = await loadListingCards(
    ctx,
    boundSql`select * from (${buildRotationQuery("results", now, filters)}) union all select * from (${matches})`,
  );
  const { promoted, others } = splitPromoted(cards);
  const ordered = cards.filter((card) => !isPromotedCard(card));
  const last = others.slice(0, LISTINGS_PER_PAGE).at(-1);
  // Promoted matches count where they are in the order. Without others, all matches are promoted.
  const to = last ? ordered.indexOf(last) + 1 : ordered.length;
  return { promoted, ...toPage(others, filters, { isFirst: true, span: { from: 0, to } }) };
}

async function findPageAfter(reader: Reader, filters: SearchFilters, cursor: Cursor): Promise<Page | null> {
  const cards = await findCards(reader, filters, cursor, false);
  if (cards.length === 0) return null;
  const { offset } = cursor;
  const count = Math.min(cards.length, LISTINGS_PER_PAGE);
  const span = offset === null ? null : { from: offset, to: offset + count };
  return { promoted: [], ...toPage(cards, filters, { isFirst: false, span }) };
}

/** Null if the listings before the cursor fit on the first page, with up to MAX_PROMOTED promoted ones. */
async function findPageBefore(reader: Reader, filters: SearchFilters, cursor: Cursor): Promise<Page | null> {
  const cards = await findCards(reader, filters, cursor, true);
  if (cards.length <= LISTINGS_PER_PAGE + MAX_PROMOTED) return null;
  const content = cards.slice(-LISTINGS_PER_PAGE);
  const { offset } = cursor;
  const span =
    offset === null || offset <= LISTINGS_PER_PAGE ? null : { from: offset - LISTINGS_PER_PAGE, to: offset };
  return {
    promoted: [],
    content,
    isFirst: false,
    span,
    ...toCursors(content, filters, { previous: true, next: true }, span),
  };
}

async function findCards(
  reader: Reader,
  filters: SearchFilters,
  cursor: Cursor,
  isBackwards: boolean,
): Promise<ListingCardRow[]> {
  const limit = LISTINGS_PER_PAGE + 1 + (isBackwards ? MAX_PROMOTED : 0);
  const { ctx } = reader;
  const slice = { filters, now: ctx.now, cursor, isBackwards, limit };
  return loadListingCards(
    ctx,
    isByDistance(slice) ? await buildNearestQuery(reader, slice) : buildSliceQuery(slice),
  );
}

const isByDistance = ({ filters }: ResultSlice): boolean => filters.sort === "distance";

/** In the order by distance, the listings are found before their cards. */
const buildNearestQuery = async ({ ctx, cellCounts }: Reader, slice: ResultSlice): Promise<BoundSql> =>
  toValuesQuery(await listNearest(ctx, cellCounts, slice));

/** Found listings as rows of a query. All values are whole numbers from the database, so they are safe as text. */
function toValuesQuery(listings: readonly NearbyListing[]): BoundSql {
  if (listings.length === 0) return NO_ROWS;
  const values = listings.map(
    ({ num, rank, position, meters }) => `(${num}, ${rank}, ${position}, ${meters})`,
  );
  return constantSql(`select num, column2 as rank, column3 as position, column4 as meters, card
    from (values ${values.join(", ")}) found cross join search_entries on num = column1`);
}

/** A page of cards. `cards` holds one more than a page if there is a next page. */
function toPage(
  cards: ListingCardRow[],
  filters: SearchFilters,
  { isFirst, span }: Pick<Page, "isFirst" | "span">,
): Omit<Page, "promoted"> {
  const content = cards.slice(0, LISTINGS_PER_PAGE);
  const has = { previous: !isFirst, next: cards.length > LISTINGS_PER_PAGE };
  return { content, isFirst, span, ...toCursors(content, filters, has, span) };
}

function toCursors(
  content: ListingCardRow[],
  { sort }: SearchFilters,
  has: { previous: boolean; next: boolean },
  span: Span,
) {
  const toKey = ({ position, publishedTs }: ListingCardRow) =>
    isKeyedSort(sort) ? Math.floor(Math.abs(position) / NUMS_PER_KEY) : (publishedTs ?? 0);
  const toCursor = (card: ListingCardRow | undefined, offset: number | undefined) =>
    card && serializeCursor({ sort, rank: card.rank, key: toKey(card), id: card.id, offset: offset ?? null });
  return {
    previous: (has.previous && toCursor(content[0], span?.from)) || null,
    next: (has.next && toCursor(content.at(-1), span?.to)) || null,
  };
}
