import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { listings } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { findDecisionUndo, finishUndoStatements, isMailWaitingSql } from "../frame/undo-decision";
import { undoRestrictionStatements } from "../restrictions/undo-restriction-statements";
import { NO_VERSION } from "./suspend-user-listings";

/** The suspension of all listings of a user, while it can be undone. */
export const findUserSuspension = (ctx: Pick<Ctx, "db" | "now">, userId: string) =>
  findDecisionUndo(ctx, auditSubject("user", userId), NO_VERSION);

/**
 * Undoes the suspension of all listings of a user while its mail waits: the listings that were not changed since get their
 * previous state, and the reports that were upheld with it are open again. Refuses `conflict` (`undo_over`) otherwise,
 * and `forbidden` (`own_account`).
 */
export async function undoUserSuspension(ctx: Ctx, userId: string): Promise<Result<null>> {
  if (userId === requireAdmin(ctx).id) return refuse("forbidden", { reason: "own_account" });
  const { db, now } = ctx;
  const over = refuse("conflict", { reason: "undo_over" });
  const undo = await findUserSuspension(ctx, userId);
  if (!undo) return over;
  const isUndone = await commitAudited(ctx, {
    action: "user.suspension_undone",
    subject: auditSubject("user", userId),
    statement: db
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
          eq(listings.ownerId, userId),
          eq(listings.state, "suspended"),
          eq(listings.updatedTs, undo.decidedTs),
          isMailWaitingSql(undo.mailId),
        ),
      )
      .returning({ id: listings.id }),
    furtherStatements: (guard) => [
      auditEventStatement(
        ctx,
        {
          id: sql`${ctx.newId()} || ${listings.num}`,
          action: "listing.decision_undone",
          subject: auditSubject("listing", listings.id),
        },
        sql`${listings.ownerId} = ${userId} and ${listings.updatedTs} = ${now} and ${guard}`,
        listings,
      ),
      ...finishUndoStatements(ctx, undo, guard),
      ...undoRestrictionStatements(
        ctx,
        {
          listingIds: sql`(select id from listings where owner_id = ${userId})`,
          decidedTs: undo.decidedTs,
        },
        guard,
      ),
      ...reindexListingsStatements(ctx, sql`listings.owner_id = ${userId} and ${guard}`),
    ],
  });
  return isUndone ? ok(null) : over;
}
