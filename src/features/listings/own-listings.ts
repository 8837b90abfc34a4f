import { and, desc, eq, ne, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listingEdits, listings } from "@/db/schema";
import { WORDS_COLUMNS } from "./proposed-words";
import { listingState } from "./visibility";

/** More than a teacher's limits allow but for returned and expired ones, of which the newest count. */
const MOST = 100;

async function read(ctx: Ctx) {
  const user = requireUser(ctx);
  return ctx.db
    .select({
      id: listings.id,
      title: listings.title,
      subject: listings.subject,
      county: listings.county,
      neighbourhood: listings.neighbourhood,
      online: listings.online,
      locations: listings.locations,
      pricePerHour: listings.pricePerHour,
      state: listings.state,
      stateReason: listings.stateReason,
      stateNote: listings.stateNote,
      updatedTs: listings.updatedTs,
      submittedTs: listings.submittedTs,
      expiresTs: listings.expiresTs,
      words: WORDS_COLUMNS,
      promotedUntilTs: sql<number | null>`(select max(ends_ts) from promotions
        where promotions.listing_id = ${listings.id} and revoked_ts is null and ends_ts > ${ctx.now})`,
    })
    .from(listings)
    .leftJoin(listingEdits, eq(listingEdits.listingId, listings.id))
    .where(and(eq(listings.ownerId, user.id), ne(listings.state, "deleted")))
    .orderBy(desc(listings.updatedTs))
    .limit(MOST);
}

/** The visitor's own listings but the deleted ones, last changed first. Times in ms, money in bani. */
export async function findOwnListings(ctx: Ctx) {
  const rows = await read(ctx);
  return rows.map((row) => ({ ...row, state: listingState(row, ctx.now) }));
}

export type OwnListing = Awaited<ReturnType<typeof findOwnListings>>[number];
