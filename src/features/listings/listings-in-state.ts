import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listingEdits, listings } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";
import { WORDS_COLUMNS } from "./proposed-words";
import { findListings } from "./queries";

const PAGE = 20;

/**
 * Listings in one state, each with new words that stand beside it: what changed last comes first, of expired ones what
 * ended last. `after` is the `next` of an answer; a bad one means the first page. For admins alone.
 */
export async function listingsInState(ctx: Ctx, state: ListingState, after: string | undefined) {
  requireAdmin(ctx);
  const { condition, since } = placeOf(state, ctx.now);
  const rows = await ctx.db
    .select({ id: listings.id, since: sql<number>`${since}` })
    .from(listings)
    .where(and(condition, behind(since, after)))
    .orderBy(desc(since), desc(listings.num))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    listings: await withWords(
      ctx,
      page.map(({ id }) => id),
    ),
    next: rows.length > PAGE && last ? `${last.since}-${last.id}` : null,
  };
}

/** These listings in the order asked, each with new words that stand beside it. */
export async function withWords(ctx: Ctx, ids: readonly string[]) {
  const [found, words] = await Promise.all([
    findListings(ctx, ids),
    ctx.db
      .select({ listingId: listingEdits.listingId, ...WORDS_COLUMNS })
      .from(listingEdits)
      .where(inArray(listingEdits.listingId, sql`(select value from json_each(${JSON.stringify(ids)}))`)),
  ]);
  const beside = new Map(words.map(({ listingId, ...one }) => [listingId, one]));
  return found.map((listing) => ({ listing, words: beside.get(listing.id) ?? null }));
}

/** Spelt out where an index holds but one state: `listings_expired`. The others are in `listings_changed`. */
function placeOf(state: ListingState, now: number) {
  const isPublished = sql`${listings.state} = 'published'`;
  if (state === "expired") {
    return { condition: sql`${isPublished} and ${listings.expiresTs} <= ${now}`, since: listings.expiresTs };
  }
  const stillOn = state === "published" ? sql`${listings.expiresTs} > ${now}` : undefined;
  return { condition: and(eq(listings.state, state), stillOn), since: listings.updatedTs };
}

function behind(since: ReturnType<typeof placeOf>["since"], after: string | undefined): SQL | undefined {
  const [, ts, id] = after?.match(/^(\d{1,15})-([0-9a-z]+)$/) ?? [];
  if (!ts || !id || !ID_PATTERN.test(id)) return undefined;
  return sql`(${since}, ${listings.num}) < (${Number(ts)}, (select num from listings last where last.id = ${id}))`;
}
