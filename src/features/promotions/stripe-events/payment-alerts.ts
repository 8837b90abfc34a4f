import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { paymentEvents } from "@/db/schema";

/**
 * Whether a row of `payment_events` needs an admin: its outcome is a problem, and no admin has closed it. The text must
 * equal the condition of the index `payment_events_open`.
 */
export const isOpenAlertSql: SQL = sql`closed_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`;

/** Closes an alert at `closedTs` (ms), or opens it again (null), if `guard` holds. */
export const setAlertClosedStatement = (
  { db }: Pick<Ctx, "db">,
  eventId: string,
  closedTs: number | null,
  guard: SQL,
): Statement =>
  db
    .update(paymentEvents)
    .set({ closedTs })
    .where(sql`${eq(paymentEvents.id, eventId)} and ${guard}`);
