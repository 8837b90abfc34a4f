import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { shortlistEntries } from "@/db/schema";
import {
  findPublicTitle,
  isVisibleListing,
  type ListingDetails,
  listListings,
  serializeListing,
} from "@/features/listings";
import type { ShortlistEntryJson } from "@/shared/schemas/shortlist";

/** The note of an entry: "" without one. */
export type ShortlistNote = { note: string; version: number };

export type ShortlistEntry = {
  listingId: string;
  /** Null without an account. */
  note: ShortlistNote | null;
  /** Null if visitors may not see it. */
  listing: ListingDetails | null;
  /** By `findPublicTitle`; null if there is no such listing. */
  title: string | null;
};

/** The visitor's shortlist `ids`, in their order, with listings and notes. */
export async function loadShortlist(ctx: Ctx, ids: readonly string[]): Promise<ShortlistEntry[]> {
  if (ids.length === 0) return [];
  const [found, notes] = await Promise.all([listListings(ctx, ids), ctx.user && readNotes(ctx, ctx.user.id)]);
  const listingById = new Map(found.map((listing) => [listing.id, listing]));
  return ids.flatMap((listingId): ShortlistEntry[] => {
    const note = notes?.get(listingId) ?? null;
    // Removed after the session was read.
    if (notes && !note) return [];
    return [{ listingId, note, ...toDisplayedListing(listingById.get(listingId), ctx.now) }];
  });
}

function toDisplayedListing(
  listing: ListingDetails | undefined,
  now: number,
): Pick<ShortlistEntry, "listing" | "title"> {
  if (!listing) return { listing: null, title: null };
  return { listing: isVisibleListing(listing, now) ? listing : null, title: findPublicTitle(listing, now) };
}

async function readNotes({ db }: Ctx, userId: string): Promise<Map<string, ShortlistNote>> {
  const { listingId, note, version } = shortlistEntries;
  const rows = await db
    .select({ listingId, note, version })
    .from(shortlistEntries)
    .where(eq(shortlistEntries.userId, userId));
  return new Map(rows.map((row) => [row.listingId, { note: row.note, version: row.version }]));
}

/** The user's note about a listing; null if it is not on their shortlist. */
export async function findShortlistNote(
  { db }: Ctx,
  userId: string,
  listingId: string,
): Promise<ShortlistNote | null> {
  const { note, version } = shortlistEntries;
  const [row] = await db
    .select({ note, version })
    .from(shortlistEntries)
    .where(and(eq(shortlistEntries.userId, userId), eq(shortlistEntries.listingId, listingId)))
    .limit(1);
  return row ?? null;
}

export const serializeShortlistEntry = (
  { listingId, note, listing }: ShortlistEntry,
  now: number,
): ShortlistEntryJson => ({
  listing_id: listingId,
  note: note?.note ?? null,
  version: note?.version ?? null,
  listing: listing && serializeListing(listing, now),
});
