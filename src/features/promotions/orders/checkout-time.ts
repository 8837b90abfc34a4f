import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "@/shared/dates";

/** How long a buyer may pay, from the order on. */
export const CHECKOUT_MS = HOUR_MS;

/**
 * When (ms) an unpaid order frees its slot: at the end of its checkout, or when the checkout would have ended. `row` is
 * the name of `orders` in the statement.
 */
export const checkoutEndSql = (row: "orders" | "o"): SQL<number> =>
  sql.raw(`coalesce(${row}.checkout_expires_ts, ${row}.created_ts + ${CHECKOUT_MS})`) as SQL<number>;
