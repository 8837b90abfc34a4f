import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { auditSubject } from "@/db/audit";
import { auditLog, invoices, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { commitTransition } from "@/features/promotions/orders/commit-transition";
import { type OrderTransition, TRANSITIONS } from "@/features/promotions/orders/order-transitions";
import { ORDER_STATES, type OrderState } from "@/shared/codes";
import { db } from "../../helpers/app";
import {
  createPaidOrder,
  DAY_MS,
  jobContext,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

/** The order of each case, in its initial state. A partial refund is 500 of its 1900 bani. */
let own: Awaited<ReturnType<typeof createPaidOrder>>;
beforeAll(async () => {
  own = await createPaidOrder();
});

type PromotionStatus = "none" | "runs" | "stopped";
const PROMOTION_STATUS: Record<OrderState, PromotionStatus> = {
  created: "none",
  open: "none",
  expired: "none",
  failed: "none",
  fulfilled: "runs",
  partially_refunded: "runs",
  refunded: "stopped",
  disputed: "stopped",
};
const REFUNDED: Partial<Record<OrderState, number>> = { partially_refunded: 500, refunded: 1900 };

/** Sets the order to a state as the simplest history would. A `created` order has no session id. */
async function setState(state: OrderState) {
  const { app, stripe, session, orderId, id } = own;
  const unpaid = PROMOTION_STATUS[state] === "none";
  const refunded = REFUNDED[state] ?? 0;
  // A promotion with the audit event of a revocation does not resume.
  await db.delete(auditLog).where(eq(auditLog.subject, auditSubject("order", orderId)));
  await db.delete(invoices).where(eq(invoices.orderId, orderId));
  await db.delete(refunds).where(eq(refunds.orderId, orderId));
  await db.delete(paymentEvents).where(eq(paymentEvents.orderId, orderId));
  await db.run(`delete from promotion_placements where promotion_id in
    (select id from promotions where order_id = '${orderId}')`);
  await db.delete(promotions).where(eq(promotions.orderId, orderId));
  stripe.refunds.length = 0;
  stripe.disputes.clear();
  if (state === "disputed") {
    const intent = { payment_intent: String(session.payment_intent) };
    stripe.disputes.set("dp", { id: "dp", status: "needs_response", ...intent });
  }
  if (refunded > 0) stripe.charge(session, refunded);
  await db
    .update(orders)
    .set({
      state,
      refundedAmount: refunded,
      processingTs: null,
      paidTs: unpaid ? null : app.clock.now,
      closedTs: null,
      withdrawnTs: null,
      checkoutSessionId: state === "created" ? null : session.id,
      paymentIntentId: unpaid ? null : String(session.payment_intent),
    })
    .where(eq(orders.id, orderId));
  if (unpaid) return;
  await db.insert(promotions).values({
    id: `p-${orderId}`,
    orderId,
    listingId: id,
    placement: "results",
    startsTs: app.clock.now,
    endsTs: app.clock.now + 7 * DAY_MS,
    rotationKey: 1,
    stoppedTs: PROMOTION_STATUS[state] === "stopped" ? app.clock.now : null,
    createdTs: app.clock.now,
  });
}

async function promotionStatus(): Promise<PromotionStatus> {
  const [promotion, ...more] = await listPromotions(own.id);
  expect(more).toEqual([]);
  if (!promotion) return "none";
  return promotion.stoppedTs === null ? "runs" : "stopped";
}

const PAID = ["fulfilled", "partially_refunded"] as const;
const UNPAID = ["created", "open", "expired", "failed"] as const;
const to = (target: OrderState, from: readonly OrderState[]) =>
  Object.fromEntries(from.map((state) => [state, target]));
const same = (states: readonly OrderState[]) => Object.fromEntries(states.map((state) => [state, state]));

/** The transition table, written independently: target states of each transition, and the promotion after it. */
const TABLE: Record<
  OrderTransition,
  { targets: Partial<Record<OrderState, OrderState>>; promotion: PromotionStatus | "as it was" }
> = {
  paid: { targets: to("fulfilled", UNPAID), promotion: "runs" },
  paid_unpromotable: { targets: to("refunded", UNPAID), promotion: "none" },
  processing: { targets: { created: "open", open: "open" }, promotion: "none" },
  mismatched: { targets: to("failed", ["created", "open"]), promotion: "none" },
  payment_failed: { targets: { created: "failed", open: "failed" }, promotion: "none" },
  checkout_expired: { targets: { created: "expired", open: "expired" }, promotion: "none" },
  refunded: { targets: to("refunded", ORDER_STATES), promotion: "stopped" },
  partially_refunded: {
    targets: { ...same(ORDER_STATES), fulfilled: "partially_refunded" },
    promotion: "as it was",
  },
  refund_failed: { targets: to("fulfilled", ["refunded", "partially_refunded"]), promotion: "runs" },
  refunded_amount_reduced: { targets: same([...UNPAID, "disputed", "refunded"]), promotion: "as it was" },
  payment_restored: { targets: to("fulfilled", ["refunded", "disputed"]), promotion: "as it was" },
  disputed: { targets: to("disputed", PAID), promotion: "stopped" },
  still_disputed: { targets: { refunded: "disputed" }, promotion: "stopped" },
  dispute_won: { targets: to("fulfilled", ["disputed", "refunded"]), promotion: "runs" },
  dispute_lost: { targets: to("refunded", [...PAID, "disputed", "refunded"]), promotion: "stopped" },
  withdrawn: { targets: to("fulfilled", PAID), promotion: "stopped" },
  revoked: { targets: to("fulfilled", PAID), promotion: "stopped" },
  credited: { targets: to("fulfilled", PAID), promotion: "runs" },
};

test.each(Object.keys(TRANSITIONS) as OrderTransition[])(
  "transition %s applies to the states of its row only",
  async (transition) => {
    for (const state of ORDER_STATES) {
      await setState(state);
      const [before] = await listOrders(own.id);
      const expected = TABLE[transition].targets[state];
      const order = { id: own.orderId, listingId: own.id };
      const committed = await commitTransition(jobContext(own), { order, transition, days: 3 });
      expect(committed, `${transition} from ${state}`).toBe(expected !== undefined);
      const [after] = await listOrders(own.id);
      if (!committed) {
        expect(after).toEqual(before);
        expect(await promotionStatus()).toBe(PROMOTION_STATUS[state]);
        continue;
      }
      // The two kinds of paid orders differ only by the partial refund.
      const partlyRefunded = (before?.refundedAmount ?? 0) > 0;
      const target = expected === "fulfilled" && partlyRefunded ? "partially_refunded" : expected;
      expect(after?.state, `${transition} from ${state}`).toBe(target);
      const { promotion } = TABLE[transition];
      const none = PROMOTION_STATUS[state] === "none" && promotion === "stopped";
      const expectedStatus = promotion === "as it was" || none ? PROMOTION_STATUS[state] : promotion;
      expect(await promotionStatus(), `${transition} from ${state}`).toBe(expectedStatus);
    }
  },
);

type Ends = { outcome: string; state: OrderState; refunded?: number; promotion?: PromotionStatus };
type EventCase = {
  name: string;
  send: (refunded: number) => Promise<Response>;
  /** The result of an event by state of the order. States without an entry: `ignored`. */
  ends: Partial<Record<OrderState, Partial<Ends>>>;
  otherwise?: string;
};

const each = (states: readonly OrderState[], ends: Partial<Ends>) =>
  Object.fromEntries(states.map((state) => [state, ends]));
const about =
  (type: string, change: object = {}) =>
  () =>
    own.stripe.send(own.stripe.event(type, { ...own.session, ...change }));
const dispute =
  (type: string, status: string, id = "dp") =>
  () =>
    own.stripe.send(
      own.stripe.event(type, {
        id,
        object: "dispute",
        status,
        payment_intent: own.session.payment_intent,
      }),
    );
const refund = (amount: (refunded: number) => number) => (refunded: number) =>
  own.stripe.send(own.stripe.event("charge.refunded", own.stripe.charge(own.session, amount(refunded))));

const fulfilled = { outcome: "applied", state: "fulfilled", promotion: "runs" } as const;
const unpaid = { payment_status: "unpaid" };
const EVENT_CASES: EventCase[] = [
  { name: "completed, paid", send: about("checkout.session.completed"), ends: each(UNPAID, fulfilled) },
  {
    name: "completed, unpaid",
    send: about("checkout.session.completed", unpaid),
    ends: each(["created", "open"], { outcome: "applied", state: "open" }),
  },
  {
    name: "late payment succeeded",
    send: about("checkout.session.async_payment_succeeded"),
    ends: each(UNPAID, fulfilled),
  },
  {
    name: "late payment failed",
    send: about("checkout.session.async_payment_failed", unpaid),
    ends: each(["created", "open"], { outcome: "applied", state: "failed" }),
  },
  {
    name: "expired",
    send: about("checkout.session.expired", { status: "expired", ...unpaid }),
    ends: each(["created", "open"], { outcome: "applied", state: "expired" }),
  },
  {
    name: "refunded in part",
    send: refund((refunded) => (refunded === 1900 ? 1900 : refunded + 400)),
    ends: {
      ...Object.fromEntries(UNPAID.map((state) => [state, { outcome: "applied", state, refunded: 400 }])),
      fulfilled: { outcome: "applied", state: "partially_refunded", refunded: 400 },
      partially_refunded: { outcome: "applied", refunded: 900 },
      disputed: { outcome: "applied", refunded: 400 },
    },
  },
  {
    name: "refunded in full",
    send: refund(() => 1900),
    ends: {
      ...each(UNPAID, { outcome: "applied", state: "refunded", refunded: 1900 }),
      ...each([...PAID, "disputed"], {
        outcome: "applied",
        state: "refunded",
        refunded: 1900,
        promotion: "stopped",
      }),
    },
  },
  {
    name: "refund failed",
    send: async (refunded) => {
      if (refunded === 0) own.stripe.charge(own.session, 300);
      return own.stripe.send(own.stripe.event("refund.failed", own.stripe.failRefund(own.session)));
    },
    ends: each(["partially_refunded", "refunded"], { state: "fulfilled", refunded: 0, promotion: "runs" }),
    otherwise: "alert",
  },
  {
    name: "disputed",
    send: dispute("charge.dispute.created", "needs_response"),
    ends: each([...UNPAID, ...PAID], { outcome: "applied", state: "disputed", promotion: "stopped" }),
  },
  {
    name: "inquired into",
    send: dispute("charge.dispute.created", "warning_needs_response", "dp_inquiry"),
    // An inquiry of the bank also proves the payment.
    ends: each(UNPAID, { outcome: "ignored", state: "fulfilled", promotion: "runs" }),
  },
  {
    name: "dispute won",
    send: dispute("charge.dispute.closed", "won"),
    ends: {
      // The event also proves the payment, which is then retrieved.
      ...each(UNPAID, { outcome: "ignored", state: "fulfilled", promotion: "runs" }),
      disputed: fulfilled,
    },
  },
  {
    name: "dispute lost",
    send: dispute("charge.dispute.closed", "lost"),
    ends: each([...UNPAID, ...PAID, "disputed"], {
      outcome: "applied",
      state: "refunded",
      refunded: 1900,
      promotion: "stopped",
    }),
  },
];

test.each(EVENT_CASES)(
  "event “$name”, sent twice in each order state, has the expected effect",
  async (event) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const state of ORDER_STATES) {
      await setState(state);
      const before = REFUNDED[state] ?? 0;
      const answer = await event.send(before);
      expect(answer.status).toBe(200);
      const expected: Ends = {
        outcome: event.otherwise ?? "ignored",
        state,
        refunded: before,
        promotion: PROMOTION_STATUS[state],
        ...event.ends[state],
      };
      const [row] = await listOrders(own.id);
      const [promotion, refunded] = [await promotionStatus(), row?.refundedAmount];
      const { outcome } = (await answer.json()) as { outcome: string };
      expect({ outcome, state: row?.state, refunded, promotion }, `${event.name} in ${state}`).toEqual(
        expected,
      );
      const lastEvent = own.stripe.events.at(-1);
      if (lastEvent) await own.stripe.send(lastEvent);
      expect((await listOrders(own.id))[0], `${event.name} again in ${state}`).toEqual(row);
      expect(await promotionStatus()).toBe(promotion);
    }
  },
);
