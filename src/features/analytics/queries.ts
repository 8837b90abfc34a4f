import { and, desc, eq, ne } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { listingState } from "@/features/listings";

/** As many as the list of one's own listings shows. */
const MOST = 100;

/** Somebody's listings but the deleted ones, last changed first. */
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
  return rows.map((row) => ({ ...row, state: listingState(row, ctx.now) }));
}

export type CountedListing = Awaited<ReturnType<typeof findCountedListings>>[number];
