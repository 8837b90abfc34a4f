import { and, eq, sql } from "drizzle-orm";
import { listings, users } from "@/db/schema";
import {
  listingEventsStatement,
  queueForRequestsStatement,
  reindexListingsStatements,
} from "@/features/listings";
import type { UndoRules } from "../frame/undo-decision";
import { undoRestrictionStatements } from "../restrictions/undo-restriction-statements";

/**
 * The undo of the suspension of all listings of a user: those that were not changed since get their previous state, and
 * the reports that were upheld with it are open again.
 */
export const USER_SUSPENSION_UNDO: UndoRules = {
  subject: "user",
  action: "user.suspension_undone",
  ownReason: "own_account",
  item: { id: users.id, version: sql`0`, userId: users.id },
  restoreStatement: ({ db, now }, { id, decidedTs }, guard) =>
    db
      .update(listings)
      .set({
        state: sql`${listings.suspendedFrom}`,
        suspendedFrom: null,
        stateReasons: null,
        stateNote: "",
        updatedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(
        and(
          eq(listings.ownerId, id),
          eq(listings.state, "suspended"),
          eq(listings.updatedTs, decidedTs),
          guard,
        ),
      )
      .returning({ id: listings.id }),
  furtherStatements: (ctx, { id, decidedTs }, guard) => [
    listingEventsStatement(
      ctx,
      "listing.decision_undone",
      sql`${listings.ownerId} = ${id} and ${listings.updatedTs} = ${ctx.now} and ${guard}`,
    ),
    ...undoRestrictionStatements(
      ctx,
      { listingIds: sql`(select id from listings where owner_id = ${id})`, decidedTs },
      guard,
    ),
    queueForRequestsStatement(ctx, sql`listings.owner_id = ${id} and ${guard}`),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${id} and ${guard}`),
  ],
};
