import { sql } from "drizzle-orm";
import { requireAdmin, requireUser } from "@/auth/access";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { listings, orders, promotions } from "@/db/schema";
import type { Day } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { commitTransition } from "../orders/commit-transition";
import { computeWithdrawal, toWithdrawalTime } from "../orders/compute-withdrawal";
import { withdrawalMailStatements } from "../orders/order-mails";
import {
  findOrderForTransition,
  type OrderForTransition,
  pendingRefundAmount,
  promotionStoppedTs,
} from "../orders/queries";
import { retryConflicts } from "../orders/retry-conflicts";
import { withStripeTimeout } from "../orders/with-stripe-timeout";
import { insertRefundStatement } from "../refunds/insert-refund-statement";
import type { RefundResult } from "../refunds/refund-order";
import { sendRefund } from "../refunds/send-refund";

/** The token of a mailed link: a signature of the order and its buyer's address, of which nothing is stored. */
export const createWithdrawalToken = (ctx: Ctx, { id, email }: { id: string; email: string }): string =>
  keyedHash(ctx, "withdrawal", JSON.stringify([id, email])).toString("base64url");

/**
 * An order for its buyer: the signed-in user, or a visitor with the link that was mailed to the buyer. Refuses `not_found`.
 * @throws Refused unauthenticated without both
 */
export async function getBoughtOrder(
  ctx: Ctx,
  orderId: string,
  token: string | undefined,
): Promise<Result<OrderForTransition>> {
  const userId = token === undefined ? requireUser(ctx).id : null;
  const order = await findOrderForTransition(ctx, orderId);
  const { buyer } = order ?? {};
  const isBuyer =
    token === undefined
      ? order?.buyerId === userId
      : Boolean(buyer) &&
        isSameToken(token, createWithdrawalToken(ctx, { id: orderId, email: buyer?.email ?? "" }));
  return order && isBuyer ? ok(order) : refuse("not_found");
}

/**
 * Withdraws the buyer from an order now. `token` is of a mailed link. Refusals: not_found, and those of
 * `commitWithdrawal`.
 */
export const withdrawOrder = (
  ctx: Ctx,
  orderId: string,
  token?: string | undefined,
): Promise<Result<RefundResult>> =>
  commitWithdrawal(ctx, orderId, {
    getOrder: () => getBoughtOrder(ctx, orderId, token),
    toTime: () => ctx.now,
    detail: token === undefined ? {} : { by: "link" },
  });

/**
 * Records a withdrawal that the buyer sent in another way, such as a message, on `day`; by an admin. `expected` is the
 * refund (bani) that the admin saw. Refusals: not_found, conflict (`datastale`: another amount is owed), and those of
 * `commitWithdrawal`.
 */
export const recordWithdrawal = (
  ctx: Ctx,
  { orderId, day, expected }: { orderId: string; day: Day; expected: number },
): Promise<Result<RefundResult>> => {
  requireAdmin(ctx);
  return commitWithdrawal(ctx, orderId, {
    getOrder: async () => {
      const order = await findOrderForTransition(ctx, orderId);
      return order ? ok(order) : refuse("not_found");
    },
    toTime: (order) => toWithdrawalTime(order, day),
    expected,
    detail: { by: "message" },
  });
};

type WithdrawalChange = {
  getOrder: () => Promise<Result<OrderForTransition>>;
  /** When the withdrawal counts (ms). */
  toTime: (order: OrderForTransition) => number;
  /** The only refund (bani) to commit, if given. */
  expected?: number;
  detail: Record<string, string>;
};

/**
 * Commits a withdrawal; `computeWithdrawal` computes the refund. One batch ends the promotion permanently, records the
 * refund and queues a confirmation mail. Then Stripe is asked for the refund, or later by the job. Refusal: conflict
 * (`no_withdrawal`: too late, withdrawn already, or nothing to refund).
 */
const commitWithdrawal = (
  ctx: Ctx,
  orderId: string,
  { getOrder, toTime, expected, detail }: WithdrawalChange,
): Promise<Result<RefundResult>> =>
  retryConflicts(orderId, async () => {
    const found = await getOrder();
    if (!found.ok) return found;
    const order = found.value;
    const withdrawnTs = toTime(order);
    const withdrawal = computeWithdrawal(order, withdrawnTs);
    const { promotion } = order;
    if (!withdrawal || !promotion) return refuse("conflict", { reason: "no_withdrawal" });
    const { amount } = withdrawal;
    if (expected !== undefined && expected !== amount) return refuse("conflict", { reason: "datastale" });
    const refund = { id: ctx.newId(), orderId, kind: "withdrawal", amount, reason: "" } as const;
    const withdrawn = await commitTransition(ctx, {
      order,
      transition: "withdrawn",
      // The amount was computed from these.
      guard: sql`${orders.withdrawnTs} is null and ${orders.refundedAmount} = ${order.refundedAmount}
        and ${pendingRefundAmount} = ${order.pendingAmount}
        and exists (
          select 1 from ${promotions} join ${listings} on ${listings.id} = ${promotions.listingId}
          where ${promotions.orderId} = ${orders.id} and ${promotions.startsTs} = ${promotion.startsTs}
            and ${promotions.endsTs} = ${promotion.endsTs} and ${promotionStoppedTs} is ${promotion.stoppedTs}
        )`,
      set: { withdrawnTs },
      detail: { amount, ...detail },
      statements: (guard) => [
        insertRefundStatement(ctx, refund, guard),
        ...withdrawalMailStatements(ctx, order, { ...withdrawal, withdrawnTs }, guard),
      ],
    });
    if (!withdrawn) return null;
    const state = await withStripeTimeout(ctx, sendRefund(ctx, refund.id), "pending");
    return ok({ refundId: refund.id, amount, state });
  });
