import { and, asc, type Column, desc, eq, gte, isNotNull, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import { type PageCursors, type PageResult, paginateByTime } from "@/db/paginate-by-time";
import { auditLog, enquiries, listings, orders, promotions, refunds, users } from "@/db/schema";
import { isVisibleListingSql } from "@/features/listings";
import { ORDER_COLUMNS, PROMOTION_COLUMNS, promotionStoppedTs } from "../orders/queries";

const PAGE_SIZE = 20;
/** Above the number of running, future and unpaid orders of any buyer. */
const MAX_CURRENT = 60;

/** Orders with their promotion and listing. Times in ms, money in bani. */
const selectOrders = (ctx: Ctx) =>
  ctx.db
    .select({
      ...ORDER_COLUMNS,
      promotion: PROMOTION_COLUMNS,
      listingNum: listings.num,
      listingState: listings.state,
      /** Whether visitors see the listing now. */
      visible: sql`coalesce(${isVisibleListingSql(ctx.now)}, 0)`.mapWith(Boolean),
    })
    .from(orders)
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, listings.ownerId));

export type BoughtOrder = Awaited<ReturnType<typeof selectOrders>>[number];

const isBoughtBySql = ({ id }: SignedInUser): SQL => eq(orders.buyerId, id);

/** Orders visible to a user through the API: their own, or all for an admin. */
const isVisibleToSql = (user: SignedInUser): SQL | undefined =>
  isAdmin(user) ? undefined : isBoughtBySql(user);

async function findOne(ctx: Ctx, id: string, condition: SQL | undefined): Promise<BoughtOrder | null> {
  const [row] = await selectOrders(ctx)
    .where(and(eq(orders.id, id), condition))
    .limit(1);
  return row ?? null;
}

/** An order, for its buyer and admins; null for other users. */
export const findVisibleOrder = (ctx: Ctx, user: SignedInUser, id: string) =>
  findOne(ctx, id, isVisibleToSql(user));

/** An order, for its buyer; null for other users. */
export const findOwnOrder = (ctx: Ctx, user: SignedInUser, id: string) =>
  findOne(ctx, id, isBoughtBySql(user));

async function listPage(
  ctx: Ctx,
  condition: SQL | undefined,
  requested: PageCursors,
  size = PAGE_SIZE,
): Promise<PageResult<BoughtOrder>> {
  const page = paginateByTime({ ts: orders.createdTs, id: orders.id, size }, requested);
  const found = await selectOrders(ctx)
    .where(and(condition, page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(found, ({ createdTs: ts, id }) => ({ ts, id }));
}

/** A page of the orders visible through the API, newest first. */
export const listVisibleOrders = (ctx: Ctx, user: SignedInUser, requested: PageCursors, size?: number) =>
  listPage(ctx, isVisibleToSql(user), requested, size);

/** The user's orders that were paid since a time (ms), newest first. */
export const listOrdersPaidSince = (ctx: Ctx, user: SignedInUser, sinceTs: number): Promise<BoughtOrder[]> =>
  selectOrders(ctx)
    .where(and(isBoughtBySql(user), gte(orders.paidTs, sinceTs)))
    .orderBy(desc(orders.createdTs), desc(orders.id))
    .limit(MAX_CURRENT);

/** Whether a row of `orders` with its promotion is current: unpaid, disputed, running or scheduled. */
const isCurrentSql = (now: number): SQL => sql`(
    ${orders.state} in ('created', 'open', 'disputed')
    or coalesce(${promotions.endsTs} > ${now} and ${promotionStoppedTs} is null, 0)
  )`;

/**
 * Ids that include all current orders of the user. Each part uses an index in which other users have few rows.
 */
const currentOrderCandidatesSql = ({ id }: SignedInUser, now: number): SQL => {
  const ownListings = sql`select id from listings where owner_id = ${id}`;
  return sql`
    select o.id from orders o indexed by orders_one_open
    where o.state in ('created', 'open') and o.listing_id in (${ownListings})
    union all
    select o.id from orders o indexed by orders_state where o.state = 'disputed' and o.buyer_id = ${id}
    union all
    select p.order_id from promotions p where p.listing_id in (${ownListings}) and p.ends_ts > ${now}`;
};

/** The user's current orders, newest first; reads no past ones. */
export const listCurrentOrders = (ctx: Ctx, user: SignedInUser): Promise<BoughtOrder[]> =>
  selectOrders(ctx)
    // The plus excludes the index by buyer, which would read all their past orders.
    .where(
      and(
        sql`${orders.id} in (${currentOrderCandidatesSql(user, ctx.now)})`,
        sql`+${orders.buyerId} = ${user.id}`,
        isCurrentSql(ctx.now),
      ),
    )
    .orderBy(desc(orders.createdTs), desc(orders.id))
    .limit(MAX_CURRENT);

/** A page of the user's past orders, newest first. */
export const listPastOrders = (ctx: Ctx, user: SignedInUser, requested: PageCursors) =>
  listPage(ctx, and(isBoughtBySql(user), sql`not ${isCurrentSql(ctx.now)}`), requested);

// The list is one JSON parameter: D1 binds at most 100 parameters.
const isInListSql = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

/** The refunds of orders, by order, oldest first. */
export async function listRefundsByOrder(
  ctx: Ctx,
  orderIds: readonly string[],
): Promise<Map<string, OrderRefund[]>> {
  const rows = await refundRows(ctx, orderIds);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

const refundRows = (ctx: Ctx, orderIds: readonly string[]) =>
  ctx.db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      kind: refunds.kind,
      amount: refunds.amount,
      state: refunds.state,
      reason: refunds.reason,
      createdTs: refunds.createdTs,
      transferredTs: refunds.transferredTs,
    })
    .from(refunds)
    .where(isInListSql(refunds.orderId, orderIds))
    .orderBy(asc(refunds.createdTs), asc(refunds.id));

export type OrderRefund = Awaited<ReturnType<typeof refundRows>>[number];

/** All periods (ms) in which listings were or will be promoted, with their orders. */
export const listPromotedPeriods = (ctx: Ctx, listingIds: readonly string[]) =>
  ctx.db
    .select({
      orderId: promotions.orderId,
      listingId: promotions.listingId,
      startsTs: promotions.startsTs,
      endsTs: sql<number>`min(${promotions.endsTs}, coalesce(${promotions.stoppedTs}, ${promotions.endsTs}))`,
    })
    .from(promotions)
    .where(isInListSql(promotions.listingId, listingIds));

export type PromotedPeriod = Awaited<ReturnType<typeof listPromotedPeriods>>[number];

/** When enquiries of listings reached their teacher (ms), from a time on. */
export const listEnquiryTimes = (ctx: Ctx, listingIds: readonly string[], from: number) =>
  ctx.db
    .select({ listingId: enquiries.listingId, createdTs: enquiries.createdTs })
    .from(enquiries)
    .where(
      and(
        isInListSql(enquiries.listingId, listingIds),
        isNotNull(enquiries.teacherId),
        gte(enquiries.createdTs, from),
      ),
    );

export type EnquiryTime = Awaited<ReturnType<typeof listEnquiryTimes>>[number];

/** The audit events of an order, oldest first. */
export const listOrderEvents = (ctx: Ctx, orderId: string) =>
  ctx.db
    .select({ id: auditLog.id, ts: auditLog.ts, action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.subject, auditSubject("order", orderId)))
    .orderBy(asc(auditLog.ts), asc(auditLog.id));

export type OrderEvent = Awaited<ReturnType<typeof listOrderEvents>>[number];
