import { and, eq, sql } from "drizzle-orm";
import { listingDecisions, listings, orders, users } from "@/db/schema";
import { listingEventsStatement, reindexListingsStatements } from "@/features/listings";
import type { UndoRules } from "../frame/undo-decision";

/** The version of an undo of this kind, which other undos about a user do not have. */
export const REINSTATEMENT_VERSION = 3;

/** The suspension that was ended. */
export type BeforeReinstatement = {
  /** When it was decided (ms). */
  suspendedTs: number;
  reasons: (typeof listings.$inferSelect)["stateReasons"];
  text: string;
};

/**
 * The undo of reinstating listings together: those that were not changed or promoted since are suspended as before, and
 * objections that were accepted with it are open again.
 */
export const USER_REINSTATEMENT_UNDO: UndoRules<{ version: number; userId: string }, BeforeReinstatement> = {
  subject: "user",
  action: "user.reinstatement_undone",
  ownReason: "own_account",
  item: { id: users.id, version: sql`${REINSTATEMENT_VERSION}`, userId: users.id },
  restoreStatement: ({ db, now }, { id, decidedTs, stateBefore: { suspendedTs, reasons, text } }, guard) =>
    db
      .update(listings)
      .set({
        state: "suspended",
        suspendedFrom: sql`${listings.state}`,
        stateReasons: reasons,
        stateNote: text,
        updatedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(
        and(
          eq(listings.ownerId, id),
          eq(listings.updatedTs, decidedTs),
          sql`${listings.id} in (select listing_id from ${listingDecisions}
            where restriction = 'suspended' and decided_ts = ${suspendedTs})`,
          sql`not exists (select 1 from ${orders} where ${orders.listingId} = ${listings.id}
            and ${orders.createdTs} >= ${decidedTs})`,
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
    ctx.db
      .update(listingDecisions)
      .set({ objectionOutcome: null, objectionDecidedTs: null, objectionAnswer: "" })
      .where(
        and(
          sql`${listingDecisions.listingId} in (select id from listings where owner_id = ${id})`,
          eq(listingDecisions.objectionDecidedTs, decidedTs),
          guard,
        ),
      ),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${id} and ${guard}`),
  ],
};
