import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
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
import { CONFIRMED_WARNING } from "./decision-context";
import type { DecisionFields } from "./kind";

/** How long (ms) the mails of a decision wait, so that the decision can be undone. */
export const UNDO_MS = 60_000;
/** Rows that a run of the sweep deletes; the next run deletes more. */
const BATCH_SIZE = 500;

/** What decisions can be undone about. Reports have the subject of what they are about. */
export const UNDO_SUBJECTS = [
  "contact",
  "enquiry",
  "listing",
  "request",
  "review",
  "testimonial",
  "user",
  "verification",
] as const;

/** The columns of an item that its undo reads, besides `id`. */
type UndoneItem = { version: number; userId: string };

/** The last decision about an item, while it can be undone. */
export type UndoableDecision<Item, Before> = {
  id: string;
  item: Item;
  decisionId: string;
  /** When it was decided, and when the undo ends (ms). */
  decidedTs: number;
  expiresTs: number;
  /** See `storeUndoStatements`. */
  stateBefore: Before;
  form: SentForm;
};

/** The form of a decision; null for a call. */
type SentForm = (typeof decisionUndos.$inferSelect)["form"];

/** What differs between the undos of several kinds of decisions; `undoDecision` does the rest. */
export type UndoRules<Item extends UndoneItem = UndoneItem, Before = unknown> = {
  subject: (typeof UNDO_SUBJECTS)[number];
  /** The audit event; by default `{subject}.decision_undone`. */
  action?: AuditAction;
  /** The item's columns. Without columns, only the expiry is checked. */
  item?: { id: SQLiteColumn } & Record<keyof Item, SQLiteColumn | SQL>;
  /** Why the user whose item it is may not undo. */
  ownReason?: string;
  /** The update that restores the item, with `returning`. The guard must include the item's version. */
  restoreStatement(ctx: Ctx, undo: UndoableDecision<Item, Before>, guard: SQL): Statement;
  furtherStatements?(ctx: Ctx, undo: UndoableDecision<Item, Before>, guard: SQL): Statement[];
};

/** The context of a decision that can be undone, with the form that was sent. */
export const withUndo = (
  ctx: Ctx,
  { sent, decisionId = ctx.newId() }: Partial<Pick<DecisionFields, "sent" | "decisionId">> = {},
): Ctx => ({
  ...ctx,
  decision: { id: decisionId, undoEndsTs: ctx.now + UNDO_MS, form: sent ?? null },
});

/**
 * Stores what undoing a decision restores, if it can be undone. `version` is that of the item after the decision: any
 * later change prevents the undo.
 */
export function storeUndoStatements(
  { db, decision }: Ctx,
  subject: string,
  { version = 0, stateBefore = {} }: { version?: number; stateBefore?: unknown },
  guard: SQL,
): Statement[] {
  if (!decision) return [];
  const { id: decisionId, undoEndsTs: expiresTs, form } = decision;
  const row = { decisionId, version, stateBefore, form, expiresTs };
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

/** Condition: no mail of the decision was tried. A sender claims a mail by counting the attempt. */
const isUntriedSql = (decisionId: string | SQLiteColumn): SQL => sql`not exists (select 1 from ${mailOutbox}
  where ${mailOutbox.decisionId} = ${decisionId} and (${mailOutbox.state} <> 'waiting' or ${mailOutbox.attempts} > 0))`;

/** Guard of the batch of an undo: the decision was not undone, and either its mails leave or the undo wins. */
const isUndoableSql = (subject: string, decisionId: string): SQL =>
  sql`exists (select 1 from ${decisionUndos} where ${eq(decisionUndos.subject, subject)}
    and ${eq(decisionUndos.decisionId, decisionId)}) and ${isUntriedSql(decisionId)}`;

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
  const { decisionId, stateBefore, form, expiresTs } = decisionUndos;
  const [row] = await ctx.db
    .select({ decisionId, stateBefore, form, expiresTs })
    .from(decisionUndos)
    .where(
      and(
        eq(decisionUndos.subject, auditSubject(subject, id)),
        eq(decisionUndos.version, item.version),
        gt(expiresTs, ctx.now),
        isUntriedSql(decisionId),
      ),
    );
  if (!row?.decisionId) return refuseOver();
  const decidedTs = row.expiresTs - UNDO_MS;
  return ok({
    ...row,
    id,
    item,
    decisionId: row.decisionId,
    decidedTs,
    stateBefore: row.stateBefore as Before,
  });
}

/**
 * Undoes the last decision about an item while its mails wait and nothing else changed: the item waits for a decision
 * again, and nobody gets a mail. With `decisionId` only that decision. Refuses `forbidden` (`ownReason`) to the user whose
 * item it is, and `conflict`: `undo_over`, or `undo_other` if another decision is the last.
 */
export async function undoDecision<Item extends UndoneItem, Before>(
  ctx: Ctx,
  rules: UndoRules<Item, Before>,
  id: string,
  decisionId?: string,
): Promise<Result<{ id: string; done: string }>> {
  const found = await findUndo(ctx, rules, id);
  if (!found.ok) return found;
  const undo = found.value;
  if (decisionId !== undefined && decisionId !== undo.decisionId)
    return refuse("conflict", { reason: "undo_other" });
  const { action = `${rules.subject}.decision_undone` } = rules;
  const subject = auditSubject(rules.subject, id);
  const isUndone = await commitAudited(ctx, {
    action,
    subject,
    statement: rules.restoreStatement(ctx, undo, isUndoableSql(subject, undo.decisionId)),
    furtherStatements: (guard) => [
      ctx.db.delete(mailOutbox).where(and(eq(mailOutbox.decisionId, undo.decisionId), guard)),
      ctx.db
        .update(decisionUndos)
        .set({ decisionId: null, stateBefore: {} })
        .where(and(eq(decisionUndos.subject, subject), guard)),
      ...(rules.furtherStatements?.(ctx, undo, guard) ?? []),
    ],
  });
  return isUndone ? ok({ id, done: "undone" }) : refuseOver();
}

/**
 * The form of the last decision about an item, if it was undone, with its texts. The choice is made again, and the next
 * approval is asked about again.
 */
export async function findUndoneForm({ db }: Ctx, { subject }: Pick<UndoRules, "subject">, id: string) {
  const [row] = await db
    .select({ form: decisionUndos.form })
    .from(decisionUndos)
    .where(and(eq(decisionUndos.subject, auditSubject(subject, id)), isNull(decisionUndos.decisionId)));
  if (!row?.form) return null;
  const { [CONFIRMED_WARNING]: _, decision: __, ...values } = row.form.values;
  return { ...row.form, values };
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
