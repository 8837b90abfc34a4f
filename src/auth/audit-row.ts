import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { auditLog } from "@/db/schema";

type AuditedAction = {
  action: string;
  /** See `auditSubject`. */
  subject: string;
  detail?: Record<string, unknown>;
  /** Who did it; by default the current user. */
  actorId?: string | null;
};

/** Of the statement before it in the batch. */
const changedSomething = sql`changes() > 0`;

/**
 * The statement that writes an audit event, for the batch of the action itself. It writes only if `when` holds when the
 * batch runs. By default `when` is: the previous statement of the batch changed a row.
 */
export const auditRow = (
  ctx: Ctx,
  { action, subject, detail = {}, actorId = ctx.user?.id ?? null }: AuditedAction,
  when: SQL = changedSomething,
): Statement =>
  insertWhere(ctx.db, auditLog, { id: ctx.newId(), ts: ctx.now, actorId, action, subject, detail }, when);
