import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { paymentEvents } from "@/db/schema";

/**
 * Whether a row of `payment_events` needs an admin: its outcome is a problem, and no admin has closed it. The text must
 * equal the condition of the index `payment_events_open`.
 */
export const isOpenAlertSql: SQL = sql`payment_events.closed_ts is null and payment_events.outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`;

type Alert = { id: string; receivedTs: number };

/** Guard: the event has not become another open alert after `receivedTs` (ms). */
export const isLatestAlertSql = ({ id, receivedTs }: Alert): SQL =>
  sql`not exists (select 1 from ${paymentEvents} where ${paymentEvents.id} = ${id}
    and ${paymentEvents.receivedTs} <> ${receivedTs} and ${isOpenAlertSql})`;

/**
 * Closes an alert at `closedTs` (ms), or opens it again (null), if `guard` holds. An event that became another alert
 * after `receivedTs` (ms) stays unchanged.
 */
export const setAlertClosedStatement = (
  { db }: Pick<Ctx, "db">,
  { id, receivedTs }: Alert,
  closedTs: number | null,
  guard: SQL,
): Statement =>
  db
    .update(paymentEvents)
    .set({ closedTs })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.receivedTs, receivedTs), guard));
