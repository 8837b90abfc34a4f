import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import { NUMS_PER_KEY } from "@/db/search-positions";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import type { SearchFilters, SearchQuery } from "@/shared/schemas/search";
import { countMatches, MAX_COUNTED } from "./count-matches";
import { type Cursor, isKeyedSort, parseCursor, serializeCursor } from "./cursor";
import { listNearest } from "./list-nearest";
import { buildRotationQuery, isPromotedCard, MAX_PROMOTED, splitPromoted } from "./promotion-rotation";
import { buildSliceQuery } from "./result-slices";

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
 * Reads a page and the total in one batch. More batches in the order by distance, and if a cursor leads back to the
 * first page.
 */
export async function listMatches(ctx: Ctx, query: SearchQuery): Promise<Matches> {
  const [{ span, ...page }, count] = await Promise.all([
    findPage(ctx, query),
    countMatches(ctx, query.filters),
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

/** A cursor that is invalid or leads past the end shows the first page. */
async function findPage(ctx: Ctx, { filters, after, before }: SearchQuery): Promise<Page> {
  const afterCursor = parseCursor(after, filters.sort);
  const beforeCursor = parseCursor(before, filters.sort);
  const page = afterCursor
    ? await findPageAfter(ctx, filters, afterCursor)
    : beforeCursor && (await findPageBefore(ctx, filters, beforeCursor));
  return page ?? findFirstPage(ctx, filters);
}

async function findFirstPage(ctx: Ctx, filters: SearchFilters): Promise<Page> {
  const { now } = ctx;
  // Reads MAX_PROMOTED more, because that many may be promoted: excluding them in SQL would read more rows.
  const limit = LISTINGS_PER_PAGE + 1 + MAX_PROMOTED;
  const slice = { filters, now, cursor: null, isBackwards: false, limit };
  const rotation = buildRotationQuery("results", now, filters);
  // Otherwise one statement for promoted and other matches.
  const cards = isByDistance(filters)
    ? (await Promise.all([loadListingCards(ctx, rotation), listNearest(ctx, slice)])).flat()
    : await loadListingCards(
        ctx,
        boundSql`select * from (${rotation}) union all select * from (${buildSliceQuery(slice)})`,
      );
  const { promoted, others } = splitPromoted(cards);
  const ordered = cards.filter((card) => !isPromotedCard(card));
  const last = others.slice(0, LISTINGS_PER_PAGE).at(-1);
  // Promoted matches count where they are in the order. Without others, all matches are promoted.
  const to = last ? ordered.indexOf(last) + 1 : ordered.length;
  return { promoted, ...toPage(others, filters, { isFirst: true, span: { from: 0, to } }) };
}

async function findPageAfter(ctx: Ctx, filters: SearchFilters, cursor: Cursor): Promise<Page | null> {
  const cards = await findCards(ctx, filters, cursor, false);
  if (cards.length === 0) return null;
  const { offset } = cursor;
  const count = Math.min(cards.length, LISTINGS_PER_PAGE);
  const span = offset === null ? null : { from: offset, to: offset + count };
  return { promoted: [], ...toPage(cards, filters, { isFirst: false, span }) };
}

/** Null if the listings before the cursor fit on the first page, with up to MAX_PROMOTED promoted ones. */
async function findPageBefore(ctx: Ctx, filters: SearchFilters, cursor: Cursor): Promise<Page | null> {
  const cards = await findCards(ctx, filters, cursor, true);
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
  ctx: Ctx,
  filters: SearchFilters,
  cursor: Cursor,
  isBackwards: boolean,
): Promise<ListingCardRow[]> {
  const limit = LISTINGS_PER_PAGE + 1 + (isBackwards ? MAX_PROMOTED : 0);
  const slice = { filters, now: ctx.now, cursor, isBackwards, limit };
  return isByDistance(filters) ? listNearest(ctx, slice) : loadListingCards(ctx, buildSliceQuery(slice));
}

const isByDistance = ({ sort }: SearchFilters): boolean => sort === "distance";

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
