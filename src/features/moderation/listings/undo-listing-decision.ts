import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { alertQueue, listings, orders } from "@/db/schema";
import { commitListingChange, submitRevisionStatement, updateListingStatement } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { findDecisionUndo, finishUndoStatements, isMailWaitingSql } from "../frame/undo-decision";
import { undoRestrictionStatements } from "../restrictions/undo-restriction-statements";
import { type RestoredListing, refuseOwnListing } from "./decide-listing";

/**
 * Undoes the last decision about a listing or its revision while its mail waits and nothing else changed: the listing
 * waits for a decision again at its old place, and the teacher gets no mail. Refuses `forbidden`
 * (`own_listing_decision`) to the teacher, `conflict` (`undo_over`) otherwise, and after an order for the listing, because
 * the order needs a published one.
 */
export async function undoListingDecision(
  ctx: Ctx,
  id: string,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const over = refuse("conflict", { reason: "undo_over" });
  const [row] = await ctx.db
    .select({ version: listings.version, ownerId: listings.ownerId })
    .from(listings)
    .where(eq(listings.id, id));
  if (await isLeftToOthers(ctx, row?.ownerId)) return refuseOwnListing();
  const undo =
    row && (await findDecisionUndo<RestoredListing>(ctx, auditSubject("listing", id), row.version));
  if (!undo) return over;
  const { listing, revision } = undo.restores;
  const isUndone = await commitListingChange(ctx, {
    listingId: id,
    action: "listing.decision_undone",
    statement: updateListingStatement(
      ctx,
      id,
      listing,
      eq(listings.version, row.version),
      isMailWaitingSql(undo.mailId),
      sql`not exists (select 1 from ${orders} where ${orders.listingId} = ${id}
        and ${orders.createdTs} >= ${undo.decidedTs})`,
    ),
    furtherStatements: (guard) => [
      ...finishUndoStatements(ctx, undo, guard),
      ...undoRestrictionStatements(ctx, { listingIds: sql`(${id})`, decidedTs: undo.decidedTs }, guard),
      ctx.db
        .delete(alertQueue)
        .where(
          and(
            sql`${alertQueue.listingNum} = (select num from listings where id = ${id} and state = 'pending')`,
            guard,
          ),
        ),
      ...(revision ? [submitRevisionStatement(ctx, id, revision, guard)] : []),
    ],
  });
  return isUndone ? ok({ id, done: "undone" }) : over;
}
