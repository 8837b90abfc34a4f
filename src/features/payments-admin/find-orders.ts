import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { listings, orders, users } from "@/db/schema";
import type { OrderState } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";
import { PAGE } from "./page-size";

export type OrderFilter = {
  state: OrderState | null;
  /** An e-mail address, invoice number or Stripe id of an order: see `namedBy`. Empty for all. */
  q: string;
};

/** Orders, the newest first; each page is read from an index, however many there are. */
export async function findOrders(ctx: Ctx, { state, q }: OrderFilter, after: string | undefined) {
  requireAdmin(ctx);
  const page = paginateByTime({ ts: orders.createdTs, id: orders.id, size: PAGE }, { after });
  const found = await ctx.db
    .select({
      id: orders.id,
      state: orders.state,
      placement: orders.placement,
      days: orders.days,
      amount: orders.amount,
      refundedAmount: orders.refundedAmount,
      createdTs: orders.createdTs,
      withdrawnTs: orders.withdrawnTs,
      // What a purged listing was called is nowhere any more.
      listingTitle: sql<string | null>`nullif(${listings.title}, '')`,
      buyer: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(orders)
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .where(and(inState(state, q !== ""), namedBy(q), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.cut(found, ({ id, createdTs: ts }) => ({ ts, id }));
  return { orders: rows, next };
}

export type FoundOrders = Awaited<ReturnType<typeof findOrders>>;

/** A plus keeps the index of states from being taken where a search has one that names a few orders alone. */
function inState(state: OrderState | null, searched: boolean): SQL | undefined {
  if (!state) return undefined;
  return searched ? sql`+${orders.state} = ${state}` : sql`${orders.state} = ${state}`;
}

/**
 * Orders by the buyer's full email, an invoice number with or without its series, Stripe's id of the checkout, payment,
 * refund or event, or our id of the order, listing or refund. Each kind has an index of its own.
 */
function namedBy(typed: string): SQL | undefined {
  const q = typed.trim();
  if (q === "") return undefined;
  if (q.includes("@")) {
    return sql`${orders.buyerId} = (select id from users where email = ${q.toLowerCase()})`;
  }
  const invoice = q.match(/^(?:[A-Za-z0-9-]{1,10}-)?(\d{1,15})$/)?.[1];
  if (invoice) return sql`${orders.id} = (select order_id from invoices where number = ${Number(invoice)})`;
  if (q.startsWith("cs_")) return sql`${orders.checkoutSessionId} = ${q}`;
  if (q.startsWith("pi_")) return sql`${orders.paymentIntentId} = ${q}`;
  if (/^(re|pyr)_/.test(q)) {
    return sql`${orders.id} = (select order_id from refunds where stripe_refund_id = ${q})`;
  }
  if (q.startsWith("evt_")) {
    return sql`${orders.id} = (select order_id from payment_events where id = ${q})`;
  }
  const id = q.toLowerCase();
  if (!ID_PATTERN.test(id)) return sql`false`;
  return sql`${orders.id} in (
    select ${id} union all select id from orders where listing_id = ${id}
    union all select order_id from refunds where id = ${id})`;
}
