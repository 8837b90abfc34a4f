import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { auditLog } from "@/db/schema";

type Deed = {
  action: string;
  /** See `auditSubject`. */
  subject: string;
  detail?: Record<string, unknown>;
  /** Who did it, where that is not whoever asks. */
  actorId?: string | null;
};

/** Of the statement before it in the batch. */
const changedSomething = sql`changes() > 0`;

/**
 * The audit log's row of a deed, for the deed's batch: written only if `when` holds as the batch runs, which without a
 * word is that the statement before it changed something.
 */
export const auditRow = (
  ctx: Ctx,
  { action, subject, detail = {}, actorId = ctx.user?.id ?? null }: Deed,
  when: SQL = changedSomething,
): Statement =>
  insertWhere(ctx.db, auditLog, { id: ctx.newId(), ts: ctx.now, actorId, action, subject, detail }, when);
