import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { listings, orders, refunds, users } from "@/db/schema";
import type { DisplayedOrderState, OrderState } from "@/shared/codes";
import type { Period } from "@/shared/dates";
import { ID_PATTERN } from "@/shared/ids";
import { type MoneyFigure, ordersOfFigureSql } from "./get-money-summary";

const PAGE_SIZE = 20;

export type OrderFilter = {
  state: DisplayedOrderState | null;
  /** An email address, invoice number or id; see `matchesQuerySql`. Empty for all orders. */
  q: string;
  /** The figure of the summary that the orders are part of; null for all orders. `package` is a code, or null. */
  money?: { figure: MoneyFigure; period: Period; package: string | null } | null;
};

/** A page of orders, the newest first, read from an index. */
export async function listOrders(ctx: Ctx, { state, q, money }: OrderFilter, after: string | undefined) {
  requireAdmin(ctx);
  const page = paginateByTime({ ts: orders.createdTs, id: orders.id, size: PAGE_SIZE }, { after });
  const query = ctx.db
    .select({
      id: orders.id,
      state: orders.state,
      placement: orders.placement,
      days: orders.days,
      amount: orders.amount,
      refundedAmount: orders.refundedAmount,
      disputeLoss: orders.disputeLoss,
      createdTs: orders.createdTs,
      withdrawnTs: orders.withdrawnTs,
      /** The time that a list shows: of a figure, when the money moved. */
      shownTs: money ? sql<number>`part.ts` : sql<number>`${orders.createdTs}`,
      /** The part of the figure (bani); null without one. */
      part: money ? sql<number>`part.amount` : sql<null>`null`,
      /** The last refund that was sent or transferred, or that a recorded withdrawal will send, as JSON. */
      lastRefund: sql<string | null>`(select json_object('ts', created_ts, 'kind', kind, 'amount', amount)
        from ${refunds} where order_id = ${orders.id} and (${refunds.state} in ('sent', 'transferred') or ${refunds.kind} = 'withdrawal' and ${refunds.state} <> 'failed')
        order by created_ts desc, refunds.id desc limit 1)`,
      // An erased listing has no title.
      listingTitle: sql<string | null>`nullif(${listings.title}, '')`,
      buyer: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(orders)
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .$dynamic();
  if (money)
    query.innerJoin(
      sql`${ordersOfFigureSql(money.figure, money.period)} part`,
      sql`part.order_id = ${orders.id}`,
    );
  const found = await query
    .where(
      and(
        hasStateSql(state, q !== ""),
        matchesQuerySql(q),
        money?.package ? eq(orders.package, money.package) : undefined,
        page.within,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.toPage(found, ({ id, createdTs: ts }) => ({ ts, id }));
  return { orders: rows, next };
}

export type OrdersPageResult = Awaited<ReturnType<typeof listOrders>>;

/** For a search, the plus excludes the index by state, because the index of the search finds fewer rows. */
function hasStateSql(displayed: DisplayedOrderState | null, searched: boolean): SQL | undefined {
  if (!displayed) return undefined;
  const state: OrderState = displayed === "dispute_lost" ? "refunded" : displayed;
  const hasLossSql = sql`(${orders.disputeLoss} > 0) = ${displayed === "dispute_lost" ? 1 : 0}`;
  return and(
    searched ? sql`+${orders.state} = ${state}` : sql`${orders.state} = ${state}`,
    state === "refunded" ? hasLossSql : undefined,
  );
}

/**
 * Orders by the buyer's full email, an invoice number with or without its series, Stripe's id of the checkout, payment,
 * refund or event, or the id of the order, listing or refund. Each kind has an index.
 */
function matchesQuerySql(typed: string): SQL | undefined {
  const q = typed.trim();
  if (q === "") return undefined;
  if (q.includes("@")) {
    return sql`${orders.buyerId} = (select id from users where email = ${q.toLowerCase()})`;
  }
  const [, series, number] = q.match(/^(?:([A-Za-z0-9-]{1,10})-)?(\d{1,15})$/) ?? [];
  if (number)
    return sql`${orders.id} in (select order_id from invoices
      where number = ${Number(number)} and series = coalesce(${series?.toUpperCase() ?? null}, series))`;
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
