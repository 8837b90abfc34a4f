import { and, eq, sql } from "drizzle-orm";
import { alertQueue, listingDecisions, listings, orders } from "@/db/schema";
import {
  type ListingUpdate,
  queueForRequestsStatement,
  type Revision,
  reindexListingsStatements,
  submitRevisionStatement,
  updateListingStatement,
} from "@/features/listings";
import type { UndoRules } from "../frame/undo-decision";
import { undoRestrictionStatements } from "../restrictions/undo-restriction-statements";

/** A listing before a decision. */
export type ListingBefore = {
  /** The columns that the decision changed. */
  listing: ListingUpdate;
  /** The pending revision that the decision was about. */
  revision: Pick<Revision, "title" | "description" | "submittedTs" | "holdRule"> | null;
};

/** Not after an order for the listing, because the order needs a published one. */
export const LISTING_UNDO: UndoRules<{ version: number; userId: string }, ListingBefore> = {
  subject: "listing",
  ownReason: "own_listing_decision",
  item: { id: listings.id, version: listings.version, userId: listings.ownerId },
  restoreStatement: (ctx, { id, item, decidedTs, stateBefore }, guard) =>
    updateListingStatement(
      ctx,
      id,
      // Before other decisions than the end of a removal, the listing was not deleted.
      { deletedTs: null, ...stateBefore.listing },
      eq(listings.version, item.version),
      guard,
      sql`not exists (select 1 from ${orders} where ${orders.listingId} = ${id}
        and ${orders.createdTs} >= ${decidedTs})`,
    ),
  furtherStatements: (ctx, { id, decidedTs, stateBefore: { revision } }, guard) => [
    ...undoRestrictionStatements(ctx, { listingIds: sql`(${id})`, decidedTs }, guard),
    ctx.db
      .update(listingDecisions)
      .set({ objectionOutcome: null, objectionDecidedTs: null, objectionAnswer: "" })
      .where(
        and(eq(listingDecisions.listingId, id), eq(listingDecisions.objectionDecidedTs, decidedTs), guard),
      ),
    ctx.db
      .delete(alertQueue)
      .where(
        and(
          sql`${alertQueue.listingNum} = (select num from listings where id = ${id} and state = 'pending')`,
          guard,
        ),
      ),
    ...(revision ? [submitRevisionStatement(ctx, id, revision, guard)] : []),
    queueForRequestsStatement(ctx, sql`listings.id = ${id} and ${guard}`),
    ...reindexListingsStatements(ctx, sql`listings.id = ${id} and ${guard}`),
  ],
};
