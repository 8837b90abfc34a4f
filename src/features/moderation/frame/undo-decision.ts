import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { type AuditAction, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { insertWhere } from "@/db/insert-where";
import { decisionUndos, mailOutbox } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

/** How long (ms) the mail of a decision waits, so that the decision can be undone. */
export const UNDO_MS = 60_000;
/** Rows that a run of the sweep deletes; the next run deletes more. */
const BATCH_SIZE = 500;

/** What decisions can be undone about. Reports have the subject of what they are about. */
export const UNDO_SUBJECTS = ["enquiry", "listing", "request", "user", "verification"] as const;

/** The columns of an item that its undo reads, besides `id`. */
type UndoneItem = { version: number; userId: string };

/** The last decision about an item, while it can be undone. */
export type UndoableDecision<Item, Before> = {
  id: string;
  item: Item;
  mailId: string;
  /** When it was decided (ms). */
  decidedTs: number;
  /** See `storeUndoStatements`. */
  stateBefore: Before;
};

/** What differs between the undos of several kinds of decisions; `undoDecision` does the rest. */
export type UndoRules<Item extends UndoneItem = UndoneItem, Before = unknown> = {
  subject: (typeof UNDO_SUBJECTS)[number];
  /** The audit event; by default `{subject}.decision_undone`. */
  action?: AuditAction;
  /** The item's columns. Without them, the undo finds what was decided by its time only, and it belongs to no user. */
  item?: { id: SQLiteColumn } & Record<keyof Item, SQLiteColumn | SQL>;
  /** Why the user whose item it is may not undo. */
  ownReason?: string;
  /** The update that restores the item, with `returning`. The guard must include the item's version. */
  restoreStatement(ctx: Ctx, undo: UndoableDecision<Item, Before>, guard: SQL): Statement;
  furtherStatements?(ctx: Ctx, undo: UndoableDecision<Item, Before>, guard: SQL): Statement[];
};

/** The values of the mail of a decision that can be undone; null for other decisions. */
export const createWaitingMail = ({ now, newId }: Pick<Ctx, "now" | "newId">, canUndo: boolean) =>
  canUndo ? { id: newId(), notBeforeTs: now + UNDO_MS } : null;

/**
 * Stores what undoing a decision restores, if its mail waits. `version` is that of the item after the decision: any later
 * change prevents the undo.
 */
export function storeUndoStatements(
  { db, now }: Pick<Ctx, "db" | "now">,
  subject: string,
  {
    mail,
    version = 0,
    stateBefore = {},
  }: { mail: { id: string } | null | undefined; version?: number; stateBefore?: unknown },
  guard: SQL,
): Statement[] {
  if (!mail) return [];
  const row = { mailId: mail.id, version, stateBefore, expiresTs: now + UNDO_MS };
  return [
    insertWhere(db, decisionUndos, { subject, ...row }, guard).onConflictDoUpdate({
      target: decisionUndos.subject,
      set: row,
    }),
  ];
}

/** The values before a decision of the columns that it changes. */
export const pickChanged = <Row extends object>(row: Row, changes: object): Partial<Row> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column in changes)) as Partial<Row>;

/** Condition on `mail_outbox`: the mail was not tried yet. A sender claims it by counting the attempt. */
const isUntriedSql = and(eq(mailOutbox.state, "waiting"), eq(mailOutbox.attempts, 0));

/** Guard: the mail of a decision waits. In the batch of its undo, so that either the mail leaves or the undo wins. */
export const isMailWaitingSql = (mailId: string): SQL =>
  sql`exists (select 1 from ${mailOutbox} where ${and(eq(mailOutbox.id, mailId), isUntriedSql)})`;

const refuseOver = () => refuse("conflict", { reason: "undo_over" });

/** The last decision about an item, while it can be undone. Refuses like `undoDecision`. */
export async function findUndo<Item extends UndoneItem, Before>(
  ctx: Ctx,
  { subject, item: columns, ownReason = "" }: UndoRules<Item, Before>,
  id: string,
): Promise<Result<UndoableDecision<Item, Before>>> {
  requireAdmin(ctx);
  const [item] = (
    columns
      ? await ctx.db.select(columns).from(columns.id.table).where(eq(columns.id, id))
      : [{ version: 0, userId: "" }]
  ) as Item[];
  if (!item) return refuseOver();
  if (await isLeftToOthers(ctx, item.userId)) return refuse("forbidden", { reason: ownReason });
  const { mailId, stateBefore, expiresTs } = decisionUndos;
  const [row] = await ctx.db
    .select({ mailId, stateBefore, expiresTs })
    .from(decisionUndos)
    .innerJoin(mailOutbox, and(eq(mailOutbox.id, mailId), isUntriedSql))
    .where(
      and(
        eq(decisionUndos.subject, auditSubject(subject, id)),
        eq(decisionUndos.version, item.version),
        gt(expiresTs, ctx.now),
      ),
    );
  if (!row) return refuseOver();
  const decidedTs = row.expiresTs - UNDO_MS;
  return ok({ id, item, mailId: row.mailId, decidedTs, stateBefore: row.stateBefore as Before });
}

/**
 * Undoes the last decision about an item while its mail waits and nothing else changed: the item waits for a decision
 * again, and nobody gets the mail. Refuses `forbidden` (`ownReason`) to the user whose item it is, and `conflict`
 * (`undo_over`).
 */
export async function undoDecision<Item extends UndoneItem, Before>(
  ctx: Ctx,
  rules: UndoRules<Item, Before>,
  id: string,
): Promise<Result<{ id: string; done: string }>> {
  const found = await findUndo(ctx, rules, id);
  if (!found.ok) return found;
  const undo = found.value;
  const { subject, action = `${subject}.decision_undone` } = rules;
  const isUndone = await commitAudited(ctx, {
    action,
    subject: auditSubject(subject, id),
    statement: rules.restoreStatement(ctx, undo, isMailWaitingSql(undo.mailId)),
    furtherStatements: (guard) => [
      ctx.db.delete(mailOutbox).where(and(eq(mailOutbox.id, undo.mailId), guard)),
      ctx.db.delete(decisionUndos).where(and(eq(decisionUndos.mailId, undo.mailId), guard)),
      ...(rules.furtherStatements?.(ctx, undo, guard) ?? []),
    ],
  });
  return isUndone ? ok({ id, done: "undone" }) : refuseOver();
}

/** Deletes undos whose time is over; the next run deletes more. */
export async function sweepDecisionUndos({ db, now }: Ctx): Promise<void> {
  const ended = db
    .select({ subject: decisionUndos.subject })
    .from(decisionUndos)
    .where(lte(decisionUndos.expiresTs, now))
    .limit(BATCH_SIZE);
  await db.delete(decisionUndos).where(inArray(decisionUndos.subject, ended));
}
