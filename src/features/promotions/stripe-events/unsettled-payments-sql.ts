import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "@/shared/dates";
import { isOpenAlertSql } from "../orders/payment-alerts";
import { checkoutEndSql } from "../orders/queries";

/** How long (ms) the reconciling jobs may take: twelve of their runs. */
const SETTLED_AFTER_MS = HOUR_MS;
/** Counting stops here. */
const MAX_COUNTED = 100;

/**
 * How many payments the jobs could not bring to an end by themselves, as a subquery: events that an admin has not
 * closed, refunds that Stripe has not taken, and orders whose checkout ended without an answer.
 */
export const unsettledPaymentsSql = (now: number): SQL => sql`(
  select count(*) from (
    select * from (select 1 from payment_events where ${isOpenAlertSql} limit ${MAX_COUNTED})
    union all
    select * from (select 1 from refunds where state = 'pending' and created_ts < ${now - SETTLED_AFTER_MS}
      limit ${MAX_COUNTED})
    union all
    select * from (select 1 from orders where state in ('created', 'open') and processing_ts is null
      and ${checkoutEndSql("orders")} < ${now - SETTLED_AFTER_MS} limit ${MAX_COUNTED})
  )
)`;
