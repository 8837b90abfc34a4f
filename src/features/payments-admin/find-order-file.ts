import { desc, eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, listings, orders, paymentEvents, promotions, refunds, users } from "@/db/schema";
import { type InvoiceSummary, listOrderInvoices } from "@/features/invoices";
import { previewPullForward } from "@/features/promotions";

/** Rows shown of each kind in an order, the newest first. Real orders stay far below it. */
const MOST = 100;

const actor = { firstName: users.firstName, lastName: users.lastName };

/** All that is known of an order, for an admin; null where there is none. Money in bani, times in ms. */
export async function findOrderDetails(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  // Outside a batch: of columns that share a name, a batch returns the last one only.
  const [found] = await ctx.db
    .select({
      order: orders,
      listing: { id: listings.id, title: listings.title, subject: listings.subject },
      buyer: { email: users.email, firstName: users.firstName, lastName: users.lastName },
      promotion: promotions,
    })
    .from(orders)
    .leftJoin(listings, eq(listings.id, orders.listingId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .where(eq(orders.id, id));
  if (!found) return null;
  const [invoicesByOrder, [given, events, history]] = await Promise.all([
    listOrderInvoices(ctx, [id]),
    ctx.db.batch([
      ctx.db
        .select({ refund: refunds, actor })
        .from(refunds)
        .leftJoin(users, eq(users.id, refunds.actorId))
        .where(eq(refunds.orderId, id))
        .orderBy(desc(refunds.createdTs), desc(refunds.id))
        .limit(MOST),
      ctx.db
        .select({
          id: paymentEvents.id,
          type: paymentEvents.type,
          outcome: paymentEvents.outcome,
          detail: paymentEvents.detail,
          orderId: paymentEvents.orderId,
          receivedTs: paymentEvents.receivedTs,
          seenTs: paymentEvents.seenTs,
        })
        .from(paymentEvents)
        .where(eq(paymentEvents.orderId, id))
        .orderBy(desc(paymentEvents.receivedTs))
        .limit(MOST),
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
        .limit(MOST),
    ]),
  ]);
  const { order } = found;
  const invoices = invoicesByOrder.get(id) ?? [];
  const pending = sum(given.flatMap(({ refund }) => (refund.state === "pending" ? [refund.amount] : [])));
  return {
    ...found,
    refunds: given.map(({ refund, actor }) => ({ ...refund, actor })),
    invoices,
    events,
    history,
    /** What begins earlier once the order's promotion is ended. */
    pulledForward: await previewPullForward(ctx, id),
    /** What can still be given back; nothing of what was never paid. */
    left: order.paidTs === null ? 0 : Math.max(0, order.amount - order.refundedAmount - pending),
    inconsistencies: findInconsistencies(order, found.promotion, invoices),
  };
}

export type OrderDetails = NonNullable<Awaited<ReturnType<typeof findOrderDetails>>>;

/** Inconsistencies: a payment without a promotion, a promotion without a payment, invoices of another sum. */
const INCONSISTENCIES = ["unpromoted", "unpaid", "invoices"] as const;

function findInconsistencies(
  order: typeof orders.$inferSelect,
  promotion: typeof promotions.$inferSelect | null,
  written: readonly InvoiceSummary[],
): (typeof INCONSISTENCIES)[number][] {
  const kept = order.state === "fulfilled" || order.state === "partially_refunded";
  const booked = sum(written.map(({ kind, amount }) => (kind === "credit_note" ? -amount : amount)));
  // A refund may arrive before its payment, and proves that there was one.
  const paid = order.paidTs !== null || written.length > 0;
  const owed = paid ? order.amount - order.refundedAmount : 0;
  const inconsistencies = {
    // Of an erased owner's listing nothing is left that could be promoted.
    unpromoted: kept && order.listingId !== null && promotion === null,
    unpaid: order.paidTs === null && promotion !== null,
    invoices: booked !== owed,
  };
  return INCONSISTENCIES.filter((fault) => inconsistencies[fault]);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
