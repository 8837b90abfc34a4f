import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { paymentEvents } from "@/db/schema";
import type { Locale } from "@/shared/i18n/locales";

/**
 * Whether a row of `payment_events` needs an admin: its outcome is a problem, and no admin has closed it. The text must
 * equal the condition of the index `payment_events_open`.
 */
export const isOpenAlertSql: SQL = sql`payment_events.closed_ts is null and payment_events.outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`;

/** Condition on `refunds`: the event is about this refund, which the buyer's bank returned; not once it is transferred. */
export const isReturnedRefundSql: SQL = sql`payment_events.outcome = 'alert' and refunds.state = 'failed'
  and refunds.stripe_refund_id = payment_events.payload ->> '$.data.object.id'`;

/** Why a refund failed, a code of Stripe; null in an event about something else. */
export const refundFailureSql = sql<string | null>`payment_events.payload ->> '$.data.object.failure_reason'`;

/** `closedTs` (ms): when an admin closed the alert; `isOwed` (0 or 1): whether the amount (bani) is still to be paid. */
export type ReturnedRefund = {
  refundId: string;
  eventId: string;
  orderId: string;
  /** Null once the buyer is erased, like the address and the name. */
  buyerId: string | null;
  buyerEmail: string | null;
  buyerName: string | null;
  buyerLocale: Locale | null;
  amount: number;
  detail: string;
  /** See `refundFailureSql`. */
  failure: string | null;
  closedTs: number | null;
  isOwed: number;
};

/** When an event happened (ms), and its id: the order of returns. */
const returnSql = (event: string): SQL => sql.raw(`(${event}.created_ts, ${event}.id)`);

/**
 * Condition: a returned refund is still to be paid, by a recorded transfer or by later refunds, which pay what was returned
 * first. No closed task ends that. A later refund that was returned as well is owed instead; one that Stripe refused
 * changes nothing. Since the first or a later return, less was refunded than was returned up to this refund.
 */
const isOwedSql: SQL = sql`(refunds.state = 'failed' and refunds.amount + orders.refunded_amount <= orders.amount
  and exists (select 1 from payment_events first
    cross join payment_events next on next.order_id = first.order_id and next.outcome = 'alert'
      and ${returnSql("next")} >= ${returnSql("first")} and ${returnSql("next")} <= ${returnSql("payment_events")}
    cross join refunds unpaid on unpaid.state = 'failed'
      and unpaid.stripe_refund_id = next.payload ->> '$.data.object.id'
    where first.order_id = refunds.order_id and first.outcome = 'alert'
    group by first.id having sum(unpaid.amount) > (select coalesce(sum(later.amount), 0) from refunds later
      where later.order_id = first.order_id and later.stripe_refund_id is not first.payload ->> '$.data.object.id'
        and later.created_ts >= first.created_ts
        and (later.state <> 'failed' or later.stripe_refund_id is not null))))`;

/** Refunds that banks returned: that of an event with an open alert, all of an order, or else all that are owed. */
export const listReturnedRefunds = (
  { db }: Ctx,
  { eventId, orderId }: { eventId?: string; orderId?: string } = {},
): Promise<ReturnedRefund[]> =>
  db.all(sql`select refunds.id as "refundId", payment_events.id as "eventId", refunds.order_id as "orderId",
      users.id as "buyerId", users.email as "buyerEmail",
      trim(users.first_name || ' ' || users.last_name) as "buyerName", users.locale as "buyerLocale",
      refunds.amount, payment_events.detail,
      ${refundFailureSql} as failure,
      payment_events.closed_ts as "closedTs", ${isOwedSql} as "isOwed"
    from ${
      eventId || orderId
        ? sql`payment_events cross join refunds`
        : sql`refunds indexed by refunds_failed cross join payment_events on payment_events.order_id = refunds.order_id`
    } cross join orders on orders.id = refunds.order_id left join users on users.id = orders.buyer_id
    where ${isReturnedRefundSql} and ${
      eventId
        ? sql`payment_events.id = ${eventId} and ${isOpenAlertSql}`
        : orderId
          ? sql`payment_events.order_id = ${orderId}`
          : isOwedSql
    }`);

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
  { db }: Ctx,
  { id, receivedTs }: Alert,
  closedTs: number | null,
  guard: SQL,
): Statement =>
  db
    .update(paymentEvents)
    .set({ closedTs })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.receivedTs, receivedTs), guard));
