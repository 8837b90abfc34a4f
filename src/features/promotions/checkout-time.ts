import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "@/shared/dates";

/** How long a buyer may pay, from the order on. */
export const CHECKOUT_MS = HOUR_MS;

/**
 * When (ms) an order that nobody pays for gives its place free: with its checkout, or when that would have ended. For a
 * row of `orders` by the name it has in the statement.
 */
export const checkoutEndSql = (row: "orders" | "o"): SQL<number> =>
  sql.raw(`coalesce(${row}.checkout_expires_ts, ${row}.created_ts + ${CHECKOUT_MS})`) as SQL<number>;
