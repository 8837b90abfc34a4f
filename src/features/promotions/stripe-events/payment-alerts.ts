import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { paymentEvents } from "@/db/schema";

/**
 * Whether a row of `payment_events` needs an admin: its outcome is a problem, and no admin has closed it. The text must
 * equal the condition of the index `payment_events_open`.
 */
export const isOpenAlertSql: SQL = sql`closed_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`;

/**
 * Closes an alert at `closedTs` (ms), or opens it again (null), if `guard` holds. An event that became another alert
 * after `receivedTs` (ms) stays unchanged.
 */
export const setAlertClosedStatement = (
  { db }: Pick<Ctx, "db">,
  { id, receivedTs }: { id: string; receivedTs: number },
  closedTs: number | null,
  guard: SQL,
): Statement =>
  db
    .update(paymentEvents)
    .set({ closedTs })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.receivedTs, receivedTs), guard));
