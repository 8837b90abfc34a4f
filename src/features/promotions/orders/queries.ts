import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { expiredWindowStartSql, type Limit, maxHitsSql } from "@/db/rate-limits";
import { listings, orders, paymentEvents, promotions, refunds, users } from "@/db/schema";
import type { Placement } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { promotionStartSql } from "../schedule/promotion-start";
import { canTransition } from "./order-transitions";

/** How long a buyer may pay, from the order on. */
export const CHECKOUT_MS = HOUR_MS;

/**
 * When (ms) an unpaid order frees its slot: at the end of its checkout, or when the checkout would have ended. `row` is
 * the name of `orders` in the statement.
 */
export const checkoutEndSql = (row: "orders" | "o"): SQL<number> =>
  sql.raw(`coalesce(${row}.checkout_expires_ts, ${row}.created_ts + ${CHECKOUT_MS})`) as SQL<number>;

/** Whether a row of `orders` is unpaid and open. The text must equal the condition of the index `orders_one_open`. */
const isUnpaidSql: SQL = sql`${orders.state} in ('created', 'open')`;

/**
 * Whether the listing of a row of `orders` can be promoted. An expired listing can, because the promotion extends its
 * expiry.
 */
const listingCanBePromotedSql = (): SQL<boolean> => sql`exists (
    select 1 from ${listings} join ${users} on ${users.id} = ${listings.ownerId}
    where ${listings.id} = ${orders.listingId} and ${listings.state} = 'published' and ${users.disabledTs} is null
  )`;

/** Total of the recorded refunds of a row of `orders` that are not sent yet, in bani. */
export const pendingRefundAmount: SQL<number> = sql`coalesce((
    select sum(r.amount) from ${refunds} r where r.order_id = orders.id and r.state = 'pending'
  ), 0)`;

/** Columns of an order and its listing that every reader needs. Money in bani, times in ms. */
export const ORDER_COLUMNS = {
  id: orders.id,
  listingId: orders.listingId,
  buyerId: orders.buyerId,
  package: orders.package,
  placement: orders.placement,
  days: orders.days,
  amount: orders.amount,
  vatAmount: orders.vatAmount,
  vatRate: orders.vatRate,
  currency: orders.currency,
  billing: orders.billing,
  state: orders.state,
  processingTs: orders.processingTs,
  checkoutSessionId: orders.checkoutSessionId,
  checkoutUrl: orders.checkoutUrl,
  checkoutExpiresTs: orders.checkoutExpiresTs,
  immediateStart: orders.immediateStart,
  consentText: orders.consentText,
  consentTs: orders.consentTs,
  refundedAmount: orders.refundedAmount,
  createdTs: orders.createdTs,
  paidTs: orders.paidTs,
  withdrawnTs: orders.withdrawnTs,
  revokedTs: orders.revokedTs,
  creditedDays: orders.creditedDays,
  mismatched: orders.mismatched,
  disputeLoss: orders.disputeLoss,
  transferredAmount: orders.transferredAmount,
  // An erased listing has no title.
  listingTitle: sql<string | null>`nullif(${listings.title}, '')`,
};

/**
 * When (ms) a promotion stopped before its end; null if it did not. It also stops when its listing is deleted, until an
 * admin reinstates the listing.
 */
export const promotionStoppedTs: SQL<number | null> = sql`case
    when ${listings.deletedTs} < min(${promotions.endsTs}, coalesce(${promotions.stoppedTs}, ${promotions.endsTs}))
    then ${listings.deletedTs} else ${promotions.stoppedTs} end`;

/** Columns of an order's promotion; null without one. Times in ms. */
export const PROMOTION_COLUMNS = {
  id: promotions.id,
  startsTs: promotions.startsTs,
  endsTs: promotions.endsTs,
  stoppedTs: promotionStoppedTs,
};

/**
 * Reads what a transition of an order needs, in one statement. Money in bani, times in ms. Listing and buyer are null
 * after their erasure: such an order is never promoted and sends no mail.
 */
export async function findOrderForTransition(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      ...ORDER_COLUMNS,
      paymentIntentId: orders.paymentIntentId,
      promotion: PROMOTION_COLUMNS,
      pendingAmount: pendingRefundAmount.mapWith(Number),
      buyer: {
        email: users.email,
        locale: users.locale,
        firstName: users.firstName,
        lastName: users.lastName,
      },
      startsTs: promotionStartSql(ctx.now).mapWith(Number),
      promotable: listingCanBePromotedSql().mapWith(Boolean),
    })
    .from(orders)
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .where(eq(orders.id, id))
    .limit(1);
  return row ? { ...row, endsTs: row.startsTs + row.days * DAY_MS } : null;
}

/** Condition of a payment's batch: its mails name the start, so the start and the listing must not have changed. */
export const isPromotionStartUnchangedSql = (ctx: Ctx, order: OrderForTransition): SQL =>
  sql`${promotionStartSql(ctx.now)} = ${order.startsTs} and ${listingCanBePromotedSql()}`;

/** Whether a bank took the money back for good. Such an order is shown as lost, not as refunded. */
export const isDisputeLost = ({ state, disputeLoss }: Pick<Order, "state" | "disputeLoss">): boolean =>
  state === "refunded" && disputeLoss > 0;

export type OrderForTransition = NonNullable<Awaited<ReturnType<typeof findOrderForTransition>>>;

/** Whether an admin may end or extend the order's promotion: it is paid, and nothing stopped the promotion. */
export const hasChangeablePromotion = (
  order: OrderForTransition,
): order is OrderForTransition & { promotion: NonNullable<OrderForTransition["promotion"]> } =>
  canTransition("credited", order.state) && order.promotion?.stoppedTs === null && order.withdrawnTs === null;

async function findOrder(ctx: Ctx, condition: SQL | undefined) {
  const [row] = await ctx.db
    .select({ ...ORDER_COLUMNS, promotion: PROMOTION_COLUMNS })
    .from(orders)
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .where(condition)
    .limit(1);
  return row ?? null;
}

export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

export const findOrderById = (ctx: Ctx, id: string) => findOrder(ctx, eq(orders.id, id));

/** The listing's unpaid open order; a listing has at most one. */
export const findOpenOrder = (ctx: Ctx, listingId: string) =>
  findOrder(ctx, and(eq(orders.listingId, listingId), isUnpaidSql));

/** The order of a checkout session for its buyer and admins; null for all other users. */
export async function findVisibleOrderBySession(ctx: Ctx, checkoutSessionId: string): Promise<Order | null> {
  const order = await findOrder(ctx, eq(orders.checkoutSessionId, checkoutSessionId));
  const visible = order && ctx.user && (order.buyerId === ctx.user.id || isAdmin(ctx.user));
  return visible ? order : null;
}

/** A paid promotion that has not ended. Times in ms. */
export type ListingPromotion = {
  listingId: string;
  placement: Placement;
  startsTs: number;
  endsTs: number;
  /** Whether it has started. */
  running: boolean;
};

/** The running and scheduled promotions of listings, by listing id, the earliest first. */
export async function listPromotionsByListing(
  ctx: Ctx,
  listingIds: readonly string[],
): Promise<Map<string, ListingPromotion[]>> {
  if (listingIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      listingId: promotions.listingId,
      placement: promotions.placement,
      startsTs: promotions.startsTs,
      endsTs: promotions.endsTs,
    })
    .from(promotions)
    .where(
      and(
        // The list is one JSON parameter: D1 binds at most 100 parameters.
        sql`${promotions.listingId} in (select value from json_each(${JSON.stringify(listingIds)}))`,
        gt(promotions.endsTs, ctx.now),
        isNull(promotions.stoppedTs),
      ),
    )
    .orderBy(asc(promotions.startsTs));
  const withState = rows.map((row) => ({ ...row, running: row.startsTs <= ctx.now }));
  return Map.groupBy(withState, ({ listingId }) => listingId);
}

/**
 * Unpaid orders whose checkout has ended, at most `limit`. The order is random, so that failing ones can't block
 * others. The index of unpaid orders stays small, because the job closes the overdue ones.
 */
export const listOverdueOrders = (ctx: Ctx, limit: number) =>
  ctx.db
    .select({ id: orders.id, listingId: orders.listingId, checkoutSessionId: orders.checkoutSessionId })
    .from(orders)
    .where(and(isUnpaidSql, sql`${checkoutEndSql("orders")} <= ${ctx.now}`))
    .orderBy(sql`random()`)
    .limit(limit);

/** How long the job looks for the fee of a payment. */
const FEE_SEARCH_MS = 30 * DAY_MS;

/** Paid orders whose fee is unknown, at most `limit`. The order is random, so that failing ones can't block others. */
export const listOrdersWithoutFee = (ctx: Ctx, limit: number) =>
  ctx.db
    .select({ id: orders.id, intentId: sql<string>`${orders.paymentIntentId}`, currency: orders.currency })
    .from(orders)
    .where(
      and(
        // The texts must equal the condition of the index `orders_without_fee`.
        sql`fee is null and paid_ts is not null`,
        gt(orders.paidTs, ctx.now - FEE_SEARCH_MS),
        isNotNull(orders.paymentIntentId),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);

/** The id of the order with a Stripe payment intent; null if no order has it yet. */
export async function findOrderIdByIntent(ctx: Ctx, intentId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentIntentId, intentId))
    .limit(1);
  return row?.id ?? null;
}

/** Those of the given event ids that are stored and were processed without a failure. */
export async function listKnownEventIds(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      sql`${paymentEvents.id} in (select value from json_each(${JSON.stringify(ids)}))
        and ${paymentEvents.outcome} <> 'failed'`,
    );
  return new Set(rows.map((row) => row.id));
}

/** Time in ms until the buyer may order again; null if they may now. The limit counts rows of `orders`. */
export async function getOrderWait(ctx: Ctx, buyerId: string, limit: Limit): Promise<number | null> {
  const windowStart = expiredWindowStartSql(limit, ctx.now);
  const [row] = await ctx.db.all<{ wait: number }>(sql`
    select o.created_ts - (${windowStart}) as wait from ${orders} o
    where o.buyer_id = ${buyerId} and o.created_ts > ${windowStart}
    order by o.created_ts desc limit 1 offset ${maxHitsSql(limit)} - 1`);
  return row?.wait ?? null;
}
