import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { listings, orders, promotions, refunds, users } from "@/db/schema";
import { visibleListing } from "@/features/listings";
import { readTimeCursor, writeTimeCursor } from "@/shared/time-cursor";

const PAGE = 20;

/** Orders with their promotion and what visitors see of their listing. Times in ms, money in bani. */
const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: orders.id,
      buyerId: orders.buyerId,
      listingId: orders.listingId,
      package: orders.package,
      placement: orders.placement,
      days: orders.days,
      amount: orders.amount,
      vatAmount: orders.vatAmount,
      currency: orders.currency,
      state: orders.state,
      processingTs: orders.processingTs,
      checkoutSessionId: orders.checkoutSessionId,
      refundedAmount: orders.refundedAmount,
      createdTs: orders.createdTs,
      paidTs: orders.paidTs,
      promotion: {
        id: promotions.id,
        startsTs: promotions.startsTs,
        endsTs: promotions.endsTs,
        revokedTs: promotions.revokedTs,
      },
      /** Whether visitors see the listing now. */
      visible: sql`coalesce(${visibleListing(ctx.now)}, 0)`.mapWith(Boolean),
    })
    .from(orders)
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, listings.ownerId));

export type BoughtOrder = Awaited<ReturnType<typeof select>>[number];

/** Whose orders somebody sees: their own, and everybody's as an admin. */
const seenBy = ({ id, role }: Visitor): SQL | undefined =>
  role === "a" ? undefined : eq(orders.buyerId, id);

/** An order for those who may see it, its buyer and admins; null for everybody else. */
export async function findSeenOrder(ctx: Ctx, user: Visitor, id: string): Promise<BoughtOrder | null> {
  const [row] = await select(ctx)
    .where(and(eq(orders.id, id), seenBy(user)))
    .limit(1);
  return row ?? null;
}

/** A page of the orders that somebody sees, newest first; `next` is the cursor of the one after it. */
export async function findSeenOrders(
  ctx: Ctx,
  user: Visitor,
  after: string | undefined,
): Promise<{ rows: BoughtOrder[]; next: string | null }> {
  const from = readTimeCursor(after);
  const place = sql`(${orders.createdTs}, ${orders.id})`;
  const found = await select(ctx)
    .where(and(seenBy(user), from ? sql`${place} < (${from.ts}, ${from.id})` : undefined))
    .orderBy(desc(orders.createdTs), desc(orders.id))
    .limit(PAGE + 1);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  const next = found.length > PAGE && last ? writeTimeCursor({ ts: last.createdTs, id: last.id }) : null;
  return { rows, next };
}

/** The refunds of orders, by order, oldest first. */
export async function refundsOf(ctx: Ctx, orderIds: readonly string[]) {
  const rows = await ctx.db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      kind: refunds.kind,
      amount: refunds.amount,
      state: refunds.state,
      reason: refunds.reason,
      createdTs: refunds.createdTs,
    })
    .from(refunds)
    .where(sql`${refunds.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`)
    .orderBy(asc(refunds.createdTs), asc(refunds.id));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export type OrderRefund = NonNullable<ReturnType<Awaited<ReturnType<typeof refundsOf>>["get"]>>[number];
