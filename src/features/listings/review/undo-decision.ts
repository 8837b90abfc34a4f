import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { alertQueue, auditLog, listings, mailOutbox, orders } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { commitListingChange, type ListingUpdate, updateListingStatement } from "../lifecycle/change-listing";
import { type Revision, submitRevisionStatement } from "./revisions";

/** How long (ms) the mail of a decision waits, so that the decision can be undone. */
export const UNDO_MS = 60_000;

/** What undoing a decision restores; stored with the decision's mail until it is sent. */
export type DecisionUndo = {
  /** The listing's version after the decision: any later change prevents the undo. */
  version: number;
  /** Columns of the listing before the decision. */
  listing: ListingUpdate;
  /** The pending revision that the decision was about. */
  revision: Pick<Revision, "title" | "description" | "submittedTs"> | null;
};

/** Condition on `mail_outbox`: the mail of a decision that can still be undone. */
const isUndoableSql = ({ now }: Pick<Ctx, "now">): SQL =>
  sql`${mailOutbox.undo} is not null and ${mailOutbox.state} = 'waiting' and ${mailOutbox.attempts} = 0
    and ${mailOutbox.nextAttemptTs} > ${now}`;

/** The last decision about a listing and what undoing it restores; null if it can't be undone any more. */
export async function findDecisionUndo(
  ctx: Ctx,
  listingId: string,
): Promise<(DecisionUndo & { mailId: string }) | null> {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({ mailId: mailOutbox.id, undo: mailOutbox.undo, version: listings.version })
    .from(auditLog)
    .innerJoin(mailOutbox, sql`${mailOutbox.id} = ${auditLog.detail} ->> 'mail'`)
    .innerJoin(listings, eq(listings.id, listingId))
    .where(
      and(
        eq(auditLog.subject, auditSubject("listing", listingId)),
        sql`${auditLog.ts} > ${ctx.now - UNDO_MS}`,
        isUndoableSql(ctx),
      ),
    )
    .orderBy(sql`${auditLog.ts} desc`)
    .limit(1);
  const undo = row?.undo as DecisionUndo | undefined;
  return row && undo?.version === row.version ? { ...undo, mailId: row.mailId } : null;
}

/**
 * Undoes the last decision about a listing or its revision, within UNDO_MS and while nothing else changed: the listing
 * waits for review again at its old place, and the teacher gets no mail. Refuses `conflict` (`undo_over`) otherwise,
 * and after an order for the listing, because the order needs a published one.
 */
export async function undoDecision(ctx: Ctx, listingId: string): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const undo = await findDecisionUndo(ctx, listingId);
  const over = refuse("conflict", { reason: "undo_over" });
  if (!undo) return over;
  const { mailId, version, listing, revision } = undo;
  const isMailSql = and(eq(mailOutbox.id, mailId), isUndoableSql(ctx));
  const isUndone = await commitListingChange(ctx, {
    listingId,
    action: "listing.decision_undone",
    statement: updateListingStatement(
      ctx,
      listingId,
      listing,
      eq(listings.version, version),
      sql`exists (select 1 from ${mailOutbox} where ${isMailSql})`,
      sql`not exists (select 1 from ${orders} where ${orders.listingId} = ${listingId}
        and ${orders.createdTs} > ${ctx.now - UNDO_MS})`,
    ),
    furtherStatements: (guard) => [
      ctx.db.delete(mailOutbox).where(and(eq(mailOutbox.id, mailId), guard)),
      ctx.db.delete(alertQueue).where(
        and(
          sql`${alertQueue.listingNum} = (select num from listings where id = ${listingId}
            and state = 'pending')`,
          guard,
        ),
      ),
      ...(revision ? [submitRevisionStatement(ctx, listingId, revision, guard)] : []),
    ],
  });
  return isUndone ? ok({ id: listingId }) : over;
}
