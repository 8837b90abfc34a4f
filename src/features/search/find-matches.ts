import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCard, listingCards } from "@/features/listings";
import type { Sort } from "@/shared/codes";
import type { SearchFilters, SearchQuery } from "@/shared/schemas/search";
import { COUNTED_TO, countMatches } from "./count-matches";
import { type Cursor, readCursor, writeCursor } from "./cursor";
import { drawn, PROMOTED_PLACES } from "./draw";
import { slice } from "./entries";
import { scopesOf } from "./scopes";

export const PAGE_SIZE = 20;

/** One page of a search. */
export type Matches = {
  /** This hour's promoted matches; on the first page only, where `content` leaves them out. */
  promoted: ListingCard[];
  content: ListingCard[];
  /** All matches, promoted ones too; null when there are more than are counted (`COUNTED_TO`). */
  total: number | null;
  /** Cursors for `before` and `after`; null where the results end. */
  previous: string | null;
  next: string | null;
  first: boolean;
};

type Page = Omit<Matches, "total">;

/** Reads a page and the total side by side: two statements (three where `before` leads back to the first page). */
export async function findMatches(ctx: Ctx, query: SearchQuery): Promise<Matches> {
  const [page, count] = await Promise.all([findPage(ctx, query), countMatches(ctx, query.filters)]);
  return { ...page, total: count > COUNTED_TO ? null : count };
}

/** A cursor that can't be read or leads past the end shows the first page. */
async function findPage(ctx: Ctx, { filters, after, before }: SearchQuery): Promise<Page> {
  const afterCursor = readCursor(after, filters.sort);
  const beforeCursor = readCursor(before, filters.sort);
  const page = afterCursor
    ? await pageAfter(ctx, filters, afterCursor)
    : beforeCursor && (await pageBefore(ctx, filters, beforeCursor));
  return page ?? firstPage(ctx, filters);
}

/** One statement for promoted and other matches; the promoted ones have a place below 0. */
async function firstPage(ctx: Ctx, filters: SearchFilters): Promise<Page> {
  const { now } = ctx;
  const promotions = drawn(scopesOf(filters), PROMOTED_PLACES, now, filters);
  // As many more as may turn out to be promoted; leaving them out in SQL would cost more reads than reading them.
  const limit = PAGE_SIZE + 1 + PROMOTED_PLACES;
  const matches = slice({ filters, now, from: null, backwards: false, limit });
  const cards = await listingCards(ctx, {
    source: sql`select * from (${promotions}) union all select num, 0 as place from (${matches})`,
  });
  const promoted = onlyOnce(cards.filter((card) => card.place < 0));
  const shown = new Set(promoted.map((card) => card.num));
  const content = inOrder(
    cards.filter((card) => card.place === 0 && !shown.has(card.num)),
    filters.sort,
  );
  return { promoted, ...cut(content, filters, { first: true }) };
}

const onlyOnce = (cards: ListingCard[]): ListingCard[] => [
  ...new Map(cards.map((card) => [card.num, card])).values(),
];

/** The value that an order goes by. */
const keyOf = (card: ListingCard, sort: Sort): number =>
  (sort === "newest" ? card.publishedTs : card.pricePerHour) ?? 0;

function inOrder(cards: ListingCard[], sort: Sort): ListingCard[] {
  const rising = sort === "price" ? 1 : -1;
  return cards.sort((a, b) => rising * (keyOf(a, sort) - keyOf(b, sort) || a.num - b.num));
}

async function pageAfter(ctx: Ctx, filters: SearchFilters, from: Cursor): Promise<Page | null> {
  const cards = await cardsOf(ctx, filters, from, false);
  return cards.length > 0 ? { promoted: [], ...cut(cards, filters, { first: false }) } : null;
}

/** Null when no more listings stand before the cursor than the first page shows (three of them perhaps promoted). */
async function pageBefore(ctx: Ctx, filters: SearchFilters, from: Cursor): Promise<Page | null> {
  const nearest = await cardsOf(ctx, filters, from, true);
  if (nearest.length <= PAGE_SIZE + PROMOTED_PLACES) return null;
  const content = nearest.slice(-PAGE_SIZE);
  return {
    promoted: [],
    content,
    first: false,
    ...cursors(content, filters, { previous: true, next: true }),
  };
}

async function cardsOf(
  ctx: Ctx,
  filters: SearchFilters,
  from: Cursor,
  backwards: boolean,
): Promise<ListingCard[]> {
  const limit = PAGE_SIZE + 1 + (backwards ? PROMOTED_PLACES : 0);
  const found = slice({ filters, now: ctx.now, from, backwards, limit });
  const cards = await listingCards(ctx, { source: sql`select num, 0 as place from (${found})` });
  return inOrder(cards, filters.sort);
}

/** One page out of cards of which one too many was read, to know whether there is another page. */
function cut(
  cards: ListingCard[],
  filters: SearchFilters,
  { first }: { first: boolean },
): Omit<Page, "promoted"> {
  const content = cards.slice(0, PAGE_SIZE);
  return {
    content,
    first,
    ...cursors(content, filters, { previous: !first, next: cards.length > PAGE_SIZE }),
  };
}

function cursors(
  content: ListingCard[],
  { sort }: SearchFilters,
  there: { previous: boolean; next: boolean },
) {
  const at = (card: ListingCard | undefined) =>
    card && writeCursor({ sort, key: keyOf(card, sort), id: card.id });
  return {
    previous: (there.previous && at(content[0])) || null,
    next: (there.next && at(content.at(-1))) || null,
  };
}
