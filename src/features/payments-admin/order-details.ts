import { and, asc, desc, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import {
  auditLog,
  disputes,
  followUpNotes,
  listings,
  mailOutbox,
  orders,
  paymentEvents,
  promotions,
  refunds,
  users,
} from "@/db/schema";
import { type InvoiceSummary, listOrderInvoices } from "@/features/invoices";
import { hasListingStateSql } from "@/features/listings";
import {
  computeWithdrawal,
  findWithdrawalObstacle,
  hasOpenDisputeSql,
  listPromotionPerformance,
  listPulledForwardTimes,
  listReturnedRefunds,
  promotionStoppedTs,
  refundFailureSql,
  toWithdrawalTime,
} from "@/features/promotions";
import { type Day, toDay } from "@/shared/dates";

/** Maximum rows of each kind on an order's page, the newest first. Real orders have far fewer. */
const MAX_ROWS = 100;

/** In a batch, which returns rows by column name. */
const actor = {
  id: sql<string>`${users.id}`.as("actor_user"),
  firstName: users.firstName,
  lastName: users.lastName,
};

/**
 * All data of an order, for an admin; null if it does not exist. `withdrawnOn` is the day for which a withdrawal is
 * computed; today without it. Money in bani, times in ms.
 */
export async function getOrderDetails(ctx: Ctx, id: string, withdrawnOn: Day | null = null) {
  requireAdmin(ctx);
  // Not in the batch: if columns share a name, a batch returns only the last one.
  const [found] = await ctx.db
    .select({
      order: orders,
      listing: {
        id: listings.id,
        num: listings.num,
        title: listings.title,
        subject: listings.subject,
        deletedTs: listings.deletedTs,
        isVisible: sql<number>`(${hasListingStateSql("published", ctx.now)} and not exists (
          select 1 from users owner where owner.id = ${listings.ownerId} and owner.disabled_ts is not null))`,
      },
      buyer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
      promotion: promotions,
      promotionStoppedTs,
      hasOpenDispute: hasOpenDisputeSql,
    })
    .from(orders)
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .where(eq(orders.id, id));
  if (!found) return null;
  const [invoicesByOrder, [refundRows, events, history, disputeRows, mails, outcomes], returned] =
    await Promise.all([
      listOrderInvoices(ctx, [id]),
      ctx.db.batch([
        ctx.db
          .select({ refund: refunds, actor })
          .from(refunds)
          .leftJoin(users, eq(users.id, refunds.actorId))
          .where(eq(refunds.orderId, id))
          .orderBy(desc(refunds.createdTs), desc(refunds.id))
          .limit(MAX_ROWS),
        ctx.db
          .select({
            id: paymentEvents.id,
            type: paymentEvents.type,
            outcome: paymentEvents.outcome,
            detail: paymentEvents.detail,
            failure: refundFailureSql,
            receivedTs: paymentEvents.receivedTs,
          })
          .from(paymentEvents)
          .where(eq(paymentEvents.orderId, id))
          .orderBy(desc(paymentEvents.receivedTs))
          .limit(MAX_ROWS),
        ctx.db
          .select({
            id: auditLog.id,
            ts: auditLog.ts,
            action: auditLog.action,
            detail: auditLog.detail,
            actor,
          })
          .from(auditLog)
          .leftJoin(users, eq(users.id, auditLog.actorId))
          .where(eq(auditLog.subject, auditSubject("order", id)))
          .orderBy(desc(auditLog.ts))
          .limit(MAX_ROWS),
        ctx.db
          .select()
          .from(disputes)
          .where(eq(disputes.orderId, id))
          .orderBy(desc(disputes.createdTs))
          .limit(MAX_ROWS),
        ctx.db
          .select({ id: mailOutbox.id, subject: mailOutbox.subject, sentTs: mailOutbox.sentTs })
          .from(mailOutbox)
          .where(
            and(
              eq(mailOutbox.about, auditSubject("order", id)),
              eq(mailOutbox.recipient, found.buyer?.email ?? ""),
            ),
          )
          .orderBy(asc(mailOutbox.createdTs))
          .limit(MAX_ROWS),
        // What admins did about its tasks.
        ctx.db
          .select({
            key: followUpNotes.key,
            ts: followUpNotes.updatedTs,
            outcome: sql<string>`${followUpNotes.outcome}`,
          })
          .from(followUpNotes)
          .where(
            sql`${followUpNotes.outcome} is not null and ${followUpNotes.key} in (select 'payments:' || ${id} union all
            select 'payments:' || payment_events.id from ${paymentEvents} where order_id = ${id})`,
          )
          .limit(MAX_ROWS),
      ]),
      listReturnedRefunds(ctx, { orderId: id }),
    ]);
  const { order } = found;
  const promotion = found.promotion && { ...found.promotion, stoppedTs: found.promotionStoppedTs };
  const invoices = invoicesByOrder.get(id) ?? [];
  const pending = sum(
    refundRows.flatMap(({ refund }) => (refund.state === "pending" ? [refund.amount] : [])),
  );
  const withdrawable = { ...order, pendingAmount: pending, promotion };
  const withdrawalTs = toWithdrawalTime(order, withdrawnOn ?? toDay(ctx.now));
  return {
    ...found,
    promotion,
    refunds: refundRows.map(({ refund, actor }) => ({ ...refund, actor })),
    invoices,
    events,
    history,
    disputes: disputeRows,
    mails,
    outcomes,
    /** Refunds that the buyer's bank returned, also if they were refunded in another way since. */
    allReturned: returned,
    /** Those that the buyer has not received. */
    returned: returned.filter(({ isOwed }) => isOwed === 1),
    /** What the promotion brought, as evidence in a dispute; null without one. */
    performance: disputeRows.length > 0 ? await getPerformance(ctx, { ...found, promotion }) : null,
    stripeUrl: ctx.payments.dashboardUrl,
    /** Promotions that start earlier if the order's promotion ends now. */
    pulledForward: await listPulledForwardTimes(ctx, id),
    /** The amount that can still be refunded, in bani; 0 for an unpaid order. */
    refundable: order.paidTs === null ? 0 : Math.max(0, order.amount - order.refundedAmount - pending),
    /** What the buyer would get for a withdrawal; null if the right had ended or nothing is left. */
    withdrawal: computeWithdrawal(withdrawable, withdrawalTs),
    /** Why there is none. */
    withdrawalObstacle: findWithdrawalObstacle(withdrawable, withdrawalTs) ?? "nothing_left",
    /** Recorded refunds that are not sent yet. */
    pending,
    inconsistencies: findInconsistencies(order, promotion, invoices),
  };
}

export type OrderDetails = NonNullable<Awaited<ReturnType<typeof getOrderDetails>>>;

async function getPerformance(
  ctx: Ctx,
  found: {
    order: typeof orders.$inferSelect;
    listing: { num: number } | null;
    promotion: typeof promotions.$inferSelect | null;
  },
) {
  const { order, listing, promotion } = found;
  if (!listing || !order.buyerId) return null;
  const promoted = { ...order, listingNum: listing.num, promotion };
  return (await listPromotionPerformance(ctx, order.buyerId, [promoted])).get(order.id) ?? null;
}

/** A payment without a promotion, a promotion without a payment, and a wrong invoice total. */
const INCONSISTENCIES = ["unpromoted", "unpaid", "invoices"] as const;

function findInconsistencies(
  order: typeof orders.$inferSelect,
  promotion: typeof promotions.$inferSelect | null,
  invoiceSummaries: readonly InvoiceSummary[],
): (typeof INCONSISTENCIES)[number][] {
  const isPaidState = order.state === "fulfilled" || order.state === "partially_refunded";
  const invoiced = sum(
    invoiceSummaries.map(({ kind, amount }) => (kind === "credit_note" ? -amount : amount)),
  );
  // The event of a refund may arrive before the event of its payment. Its invoices show that the order was paid.
  const paid = order.paidTs !== null || invoiceSummaries.length > 0;
  const netAmount = paid ? order.amount - order.refundedAmount : 0;
  const inconsistencies = {
    // The listing of an erased owner can't be promoted.
    unpromoted: isPaidState && order.listingId !== null && promotion === null,
    unpaid: order.paidTs === null && promotion !== null,
    invoices: invoiced !== netAmount,
  };
  return INCONSISTENCIES.filter((fault) => inconsistencies[fault]);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
