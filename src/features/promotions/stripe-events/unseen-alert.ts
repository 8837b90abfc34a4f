import { type SQL, sql } from "drizzle-orm";
import { paymentEvents } from "@/db/schema";

/**
 * Whether a row of `payment_events` needs an admin: its outcome is a problem, and it is not marked as seen. The text
 * must equal the condition of the index `payment_events_unseen`.
 */
export const isUnseenAlertSql: SQL = sql`seen_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`;

/**
 * For `from`, with `isUnseenAlertSql`. Forces the index: the planner may prefer the index of outcomes, which also reads
 * all seen events.
 */
export const unseenEventsIndex: SQL = sql`${paymentEvents} indexed by payment_events_unseen`;
