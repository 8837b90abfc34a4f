import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { decisionUndos, mailOutbox } from "@/db/schema";

/** How long (ms) the mail of a decision waits, so that the decision can be undone. */
export const UNDO_MS = 60_000;
/** Rows that a run of the sweep deletes; the next run deletes more. */
const BATCH_SIZE = 500;

/** The values of the mail of a decision that can be undone. */
export const createWaitingMail = ({ now, newId }: Pick<Ctx, "now" | "newId">) => ({
  id: newId(),
  notBeforeTs: now + UNDO_MS,
});

/** The last decision about an item, which can still be undone. `restores` is what its kind needs for that. */
export type DecisionUndo<Restores> = {
  mailId: string;
  /** When it was decided (ms). */
  decidedTs: number;
  restores: Restores;
};

/**
 * Stores what undoing a decision restores. `version` is that of the item after the decision: any later change prevents
 * the undo.
 */
export const storeUndoStatement = (
  { db, now }: Pick<Ctx, "db" | "now">,
  subject: string,
  undo: { mailId: string; version: number; restores: unknown },
  guard: SQL,
): Statement => {
  const row = { ...undo, expiresTs: now + UNDO_MS };
  return insertWhere(db, decisionUndos, { subject, ...row }, guard).onConflictDoUpdate({
    target: decisionUndos.subject,
    set: row,
  });
};

/** Condition on `mail_outbox`: the mail was not tried yet. A sender claims it by counting the attempt. */
const isUntriedSql = and(eq(mailOutbox.state, "waiting"), eq(mailOutbox.attempts, 0));

/** The last decision about an item with this version; null if it can't be undone any more. */
export async function findDecisionUndo<Restores>(
  { db, now }: Pick<Ctx, "db" | "now">,
  subject: string,
  version: number,
): Promise<DecisionUndo<Restores> | null> {
  const [row] = await db
    .select({
      mailId: decisionUndos.mailId,
      restores: decisionUndos.restores,
      expiresTs: decisionUndos.expiresTs,
    })
    .from(decisionUndos)
    .innerJoin(mailOutbox, and(eq(mailOutbox.id, decisionUndos.mailId), isUntriedSql))
    .where(
      and(
        eq(decisionUndos.subject, subject),
        eq(decisionUndos.version, version),
        gt(decisionUndos.expiresTs, now),
      ),
    );
  return row
    ? { mailId: row.mailId, decidedTs: row.expiresTs - UNDO_MS, restores: row.restores as Restores }
    : null;
}

/** Guard: the mail of a decision waits. In the batch of its undo, so that either the mail leaves or the undo wins. */
export const isMailWaitingSql = (mailId: string): SQL =>
  sql`exists (select 1 from ${mailOutbox} where ${and(eq(mailOutbox.id, mailId), isUntriedSql)})`;

/** Deletes the mail of an undone decision, and its row of `decision_undos`. */
export const finishUndoStatements = (
  { db }: Pick<Ctx, "db">,
  { mailId }: Pick<DecisionUndo<unknown>, "mailId">,
  guard: SQL,
): Statement[] => [
  db.delete(mailOutbox).where(and(eq(mailOutbox.id, mailId), guard)),
  db.delete(decisionUndos).where(and(eq(decisionUndos.mailId, mailId), guard)),
];

/** Deletes undos whose time is over; the next run deletes more. */
export async function sweepDecisionUndos({ db, now }: Ctx): Promise<void> {
  const ended = db
    .select({ subject: decisionUndos.subject })
    .from(decisionUndos)
    .where(lte(decisionUndos.expiresTs, now))
    .limit(BATCH_SIZE);
  await db.delete(decisionUndos).where(inArray(decisionUndos.subject, ended));
}
