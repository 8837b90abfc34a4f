import { and, desc, eq, ne } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { getListingState } from "@/features/listings";

/** Equals the length of the user's list of own listings. */
const MOST = 100;

/** A user's listings except the deleted ones, last changed first. */
export async function findCountedListings(ctx: Ctx, ownerId: string) {
  const rows = await ctx.db
    .select({
      id: listings.id,
      num: listings.num,
      title: listings.title,
      subject: listings.subject,
      county: listings.county,
      state: listings.state,
      expiresTs: listings.expiresTs,
      createdTs: listings.createdTs,
    })
    .from(listings)
    .where(and(eq(listings.ownerId, ownerId), ne(listings.state, "deleted")))
    .orderBy(desc(listings.updatedTs), desc(listings.num))
    .limit(MOST);
  return rows.map((row) => ({ ...row, state: getListingState(row, ctx.now) }));
}

export type CountedListing = Awaited<ReturnType<typeof findCountedListings>>[number];
