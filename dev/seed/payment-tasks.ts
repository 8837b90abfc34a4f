import Stripe from "stripe";
import type { contactMessages, disputes, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { formatFullName } from "@/shared/format";
import { DISPUTE_FEE } from "../stubs/stripe/disputes";
import type { Random } from "./random";
import type { SeedTeacher } from "./teachers";
import { fill } from "./texts/fill";
import { WITHDRAWAL_MESSAGE } from "./texts/tasks";

type OrderRow = typeof orders.$inferInsert;
type PromotionRow = typeof promotions.$inferInsert;
type DisputeRow = typeof disputes.$inferInsert;
type RefundRow = typeof refunds.$inferInsert;
type EventRow = typeof paymentEvents.$inferInsert;
type ContactRow = typeof contactMessages.$inferInsert;

/** When the bank opened the dispute, and until when Stripe takes an answer. */
const DISPUTED_DAYS_AGO = 4;
const DAYS_TO_ANSWER = 5;

/**
 * Payments that wait for an admin: an open dispute, which suspends its promotion, a refund that failed, and a message
 * of a buyer who withdraws from the contract. Changes the disputed order and its promotion.
 */
export function createPaymentTasks(
  random: Random,
  input: {
    orders: readonly OrderRow[];
    promotions: readonly PromotionRow[];
    teachers: readonly SeedTeacher[];
  },
  now: number,
) {
  const paid = input.promotions.map((promotion) => {
    const order = input.orders.find(({ id }) => id === promotion.orderId) as OrderRow;
    return { promotion, order, days: (now - promotion.startsTs) / DAY_MS };
  });
  const isRunning = ({ endsTs }: PromotionRow) => endsTs > now + 2 * DAY_MS;
  const disputed = paid.find(({ promotion, days }) => isRunning(promotion) && days > DISPUTED_DAYS_AGO + 2);
  const refunded = paid.find(({ promotion }) => promotion.endsTs < now);
  const withdrawn = paid.find(
    ({ promotion, days }) =>
      promotion !== disputed?.promotion && isRunning(promotion) && days > 2 && days < 10,
  );
  const sender = input.teachers.find(({ user }) => user.id === withdrawn?.order.buyerId)?.user;
  if (!disputed || !refunded || !withdrawn || !sender) throw new Error("no promotions for the payment tasks");

  const disputedTs = now - DISPUTED_DAYS_AGO * DAY_MS;
  const dispute: DisputeRow = {
    id: `du_1${random.id()}`,
    orderId: disputed.order.id,
    status: "needs_response",
    reason: "product_not_received",
    amount: disputed.order.amount,
    fee: DISPUTE_FEE,
    dueTs: now + DAYS_TO_ANSWER * DAY_MS,
    createdTs: disputedTs,
  };
  disputed.order.state = "disputed";
  disputed.promotion.stoppedTs = disputedTs;

  const refundTs = now - 40 * HOUR_MS;
  const refund: RefundRow = {
    id: random.id(),
    orderId: refunded.order.id,
    kind: "refund",
    amount: refunded.order.amount,
    reasonCode: "requested_by_customer",
    state: "failed",
    stripeRefundId: `re_3${random.id()}`,
    createdTs: refundTs,
    sentTs: refundTs,
  };

  const { hoursAgo, subject, message } = WITHDRAWAL_MESSAGE;
  const contactMessage: ContactRow = {
    id: random.id(),
    userId: sender.id,
    name: formatFullName({ firstName: sender.firstName ?? "", lastName: sender.lastName ?? "" }),
    email: sender.email,
    subject,
    message: fill(message, { gender: "f", order: withdrawn.order.id }),
    locale: "ro",
    createdTs: now - hoursAgo * HOUR_MS,
  };

  const createEvent = (
    type: string,
    createdTs: number,
    orderId: string,
    object: object,
    result: Pick<EventRow, "outcome" | "detail">,
  ): EventRow => {
    const id = `evt_1${random.id()}`;
    const payload = {
      id,
      object: "event",
      api_version: Stripe.API_VERSION,
      created: Math.floor(createdTs / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type,
    };
    return {
      id,
      type,
      orderId,
      createdTs,
      receivedTs: createdTs,
      payload: JSON.stringify(payload),
      ...result,
    };
  };
  return {
    disputes: [dispute],
    refunds: [refund],
    contactMessages: [contactMessage],
    paymentEvents: [
      createEvent(
        "charge.dispute.created",
        disputedTs,
        disputed.order.id,
        { id: dispute.id, object: "dispute", status: dispute.status },
        { outcome: "applied" },
      ),
      createEvent(
        "refund.failed",
        refundTs + 8 * HOUR_MS,
        refunded.order.id,
        {
          id: refund.stripeRefundId,
          object: "refund",
          status: "failed",
          failure_reason: "expired_or_canceled_card",
        },
        { outcome: "alert", detail: `refund ${refund.stripeRefundId} failed: expired_or_canceled_card` },
      ),
    ],
  };
}
