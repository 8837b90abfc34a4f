import { type SQL, sql } from "drizzle-orm";
import { paymentEvents } from "./schema";

/**
 * Whether a row of `payment_events` needs a look: nothing good became of it, and no admin marked it as seen. Word for word
 * the condition of the index `payment_events_unseen`.
 */
export const unseenAlert: SQL = sql`seen_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`;

/** For `from`, with `unseenAlert`: by the index of outcomes, which the planner may prefer, all that was seen is read, too. */
export const unseenEvents: SQL = sql`${paymentEvents} indexed by payment_events_unseen`;
