import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { orders, promotions } from "@/db/schema";
import { commitTransition } from "@/features/promotions/orders/commit-transition";
import { type OrderTransition, TRANSITIONS } from "@/features/promotions/orders/order-transitions";
import { ORDER_STATES, type OrderState } from "@/shared/codes";
import { app, bindings, db, expectStatus } from "../../helpers/app";
import { createJobContext, createPaidOrder, DAY_MS } from "../../helpers/promotion-fixture";

/** The order of each case, in its initial state. A partial refund is 500 of its 1900 bani. */
let fixture: Awaited<ReturnType<typeof createPaidOrder>>;
beforeAll(async () => {
  fixture = await createPaidOrder();
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

/** Sets the order to a state as the simplest history would, in one batch. A `created` order has no session id. */
async function setState(state: OrderState) {
  const { stripe, session, orderId, id } = fixture;
  const { now } = app.clock;
  const unpaid = PROMOTION_STATUS[state] === "none";
  const refunded = REFUNDED[state] ?? 0;
  const byOrder = ` where order_id = '${orderId}'`;
  stripe.refunds.clear();
  stripe.disputes.clear();
  stripe.charges.put({ ...stripe.charge(session), amount_refunded: 0, refunded: false });
  if (state === "disputed") {
    const { payment_intent } = session;
    stripe.event("charge.dispute.created", { id: "dp", status: "needs_response", payment_intent });
  }
  if (refunded > 0) stripe.charge(session, refunded);
  // Without it, every payment would restore the invoices of all earlier cases.
  const register = await bindings.MEDIA.list({ prefix: `invoices/${orderId}/` });
  await bindings.MEDIA.delete(register.objects.map(({ key }) => key));
  const promotion = {
    id: `p-${orderId}`,
    orderId,
    listingId: id,
    placement: "results" as const,
    startsTs: now,
    endsTs: now + 7 * DAY_MS,
    rotationKey: 1,
    stoppedTs: PROMOTION_STATUS[state] === "stopped" ? now : null,
    createdTs: now,
  };
  await db.batch([
    ...(["invoices", "refunds", "payment_events"].map((table) =>
      db.run(`delete from ${table}${byOrder}`),
    ) as [ReturnType<typeof db.run>]),
    db.run(`delete from promotion_placements where promotion_id in (select id from promotions${byOrder})`),
    db.run(`delete from promotions${byOrder}`),
    db
      .update(orders)
      .set({
        ...UNTOUCHED,
        state,
        refundedAmount: refunded,
        paidTs: unpaid ? null : now,
        checkoutSessionId: state === "created" ? null : session.id,
        paymentIntentId: unpaid ? null : String(session.payment_intent),
      })
      .where(eq(orders.id, orderId)),
    ...(unpaid ? [] : [db.insert(promotions).values(promotion)]),
  ]);
}

/** Columns that earlier cases changed. */
const UNTOUCHED = {
  processingTs: null,
  closedTs: null,
  withdrawnTs: null,
  revokedTs: null,
  creditedDays: 0,
  mismatched: false,
  disputeLoss: 0,
};

/** The order and its only promotion. */
async function readOrder() {
  const [found, ...more] = await db
    .select({ order: orders, promotion: promotions })
    .from(orders)
    .leftJoin(promotions, eq(promotions.orderId, orders.id))
    .where(eq(orders.listingId, fixture.id));
  expect(more).toEqual([]);
  if (!found) throw new Error("the order is gone");
  const { order, promotion } = found;
  const status: PromotionStatus = !promotion ? "none" : promotion.stoppedTs === null ? "runs" : "stopped";
  return { order, promotion, status };
}

const PAID = ["fulfilled", "partially_refunded"] as const;
const UNPAID = ["created", "open", "expired", "failed"] as const;
const mapStates = (target: OrderState, from: readonly OrderState[]) =>
  Object.fromEntries(from.map((state) => [state, target]));
const unchanged = (states: readonly OrderState[]) =>
  Object.fromEntries(states.map((state) => [state, state]));

/** The transition table, written independently: target states of each transition, and the promotion after it. */
const TABLE: Record<
  OrderTransition,
  { targets: Partial<Record<OrderState, OrderState>>; promotion: PromotionStatus | "as it was" }
> = {
  paid: { targets: mapStates("fulfilled", UNPAID), promotion: "runs" },
  paid_unpromotable: { targets: mapStates("refunded", UNPAID), promotion: "none" },
  processing: { targets: { created: "open", open: "open" }, promotion: "none" },
  mismatched: { targets: mapStates("failed", ["created", "open"]), promotion: "none" },
  payment_failed: { targets: { created: "failed", open: "failed" }, promotion: "none" },
  checkout_expired: { targets: { created: "expired", open: "expired" }, promotion: "none" },
  refunded: { targets: mapStates("refunded", ORDER_STATES), promotion: "stopped" },
  partially_refunded: {
    targets: { ...unchanged(ORDER_STATES), fulfilled: "partially_refunded" },
    promotion: "as it was",
  },
  refund_failed: { targets: mapStates("fulfilled", ["refunded", "partially_refunded"]), promotion: "runs" },
  refunded_amount_reduced: {
    targets: unchanged([...UNPAID, "disputed", "refunded"]),
    promotion: "as it was",
  },
  payment_restored: { targets: mapStates("fulfilled", ["refunded", "disputed"]), promotion: "as it was" },
  disputed: { targets: mapStates("disputed", PAID), promotion: "stopped" },
  still_disputed: { targets: { refunded: "disputed" }, promotion: "stopped" },
  dispute_won: { targets: mapStates("fulfilled", ["disputed", "refunded"]), promotion: "runs" },
  dispute_lost: { targets: mapStates("refunded", [...PAID, "disputed", "refunded"]), promotion: "stopped" },
  withdrawn: { targets: mapStates("fulfilled", PAID), promotion: "stopped" },
  revoked: { targets: mapStates("fulfilled", PAID), promotion: "stopped" },
  credited: { targets: mapStates("fulfilled", PAID), promotion: "runs" },
};

test.each(Object.keys(TRANSITIONS) as OrderTransition[])(
  "transition %s applies to the states of its row only",
  async (transition) => {
    for (const state of ORDER_STATES) {
      await setState(state);
      const before = await readOrder();
      const expected = TABLE[transition].targets[state];
      const order = { id: fixture.orderId, listingId: fixture.id };
      const committed = await commitTransition(createJobContext(), { order, transition, days: 3 });
      expect(committed, `${transition} from ${state}`).toBe(expected !== undefined);
      const after = await readOrder();
      if (!committed) {
        expect(after).toEqual(before);
        continue;
      }
      // The two kinds of paid orders differ only by the partial refund.
      const partlyRefunded = before.order.refundedAmount > 0;
      const target = expected === "fulfilled" && partlyRefunded ? "partially_refunded" : expected;
      const { promotion } = TABLE[transition];
      const none = before.status === "none" && promotion === "stopped";
      const status = promotion === "as it was" || none ? before.status : promotion;
      expect([after.order.state, after.status], `${transition} from ${state}`).toEqual([target, status]);
    }
  },
);

type ExpectedEffect = { outcome: string; state: OrderState; refunded?: number; promotion?: PromotionStatus };
type EventCase = {
  name: string;
  send: (refunded: number) => Promise<Response>;
  /** The result of an event by state of the order. States without an entry: `defaultOutcome`, no change. */
  effects: Partial<Record<OrderState, Partial<ExpectedEffect>>>;
  /** `ignored` by default. */
  defaultOutcome?: string;
};

const toEffects = (states: readonly OrderState[], effect: Partial<ExpectedEffect>) =>
  Object.fromEntries(states.map((state) => [state, effect]));
const sendEvent = (type: string, object: object) => fixture.stripe.send(fixture.stripe.event(type, object));
const sendSession =
  (type: string, change: object = {}) =>
  () =>
    sendEvent(type, { ...fixture.session, ...change });
const sendDispute =
  (type: string, status: string, id = "dp") =>
  () =>
    sendEvent(type, { id, object: "dispute", status, payment_intent: fixture.session.payment_intent });
const sendRefund = (amount: (refunded: number) => number) => (refunded: number) =>
  sendEvent("charge.refunded", fixture.stripe.charge(fixture.session, amount(refunded)));

const fulfilled = { outcome: "applied", state: "fulfilled", promotion: "runs" } as const;
const fullRefund = { outcome: "applied", state: "refunded", refunded: 1900 } as const;
const unpaid = { payment_status: "unpaid" };
const EVENT_CASES: EventCase[] = [
  {
    name: "completed, paid",
    send: sendSession("checkout.session.completed"),
    effects: toEffects(UNPAID, fulfilled),
  },
  {
    name: "completed, unpaid",
    send: sendSession("checkout.session.completed", unpaid),
    effects: toEffects(["created", "open"], { outcome: "applied", state: "open" }),
  },
  {
    name: "late payment succeeded",
    send: sendSession("checkout.session.async_payment_succeeded"),
    effects: toEffects(UNPAID, fulfilled),
  },
  {
    name: "late payment failed",
    send: sendSession("checkout.session.async_payment_failed", unpaid),
    effects: toEffects(["created", "open"], { outcome: "applied", state: "failed" }),
  },
  {
    name: "expired",
    send: sendSession("checkout.session.expired", { status: "expired", ...unpaid }),
    effects: toEffects(["created", "open"], { outcome: "applied", state: "expired" }),
  },
  {
    name: "refunded in part",
    send: sendRefund((refunded) => (refunded === 1900 ? 1900 : refunded + 400)),
    effects: {
      ...Object.fromEntries(UNPAID.map((state) => [state, { outcome: "applied", state, refunded: 400 }])),
      fulfilled: { outcome: "applied", state: "partially_refunded", refunded: 400 },
      partially_refunded: { outcome: "applied", refunded: 900 },
      disputed: { outcome: "applied", refunded: 400 },
    },
  },
  {
    name: "refunded in full",
    send: sendRefund(() => 1900),
    effects: {
      ...toEffects(UNPAID, fullRefund),
      ...toEffects([...PAID, "disputed"], { ...fullRefund, promotion: "stopped" }),
    },
  },
  {
    name: "refund failed",
    send: async (refunded) => {
      if (refunded === 0) fixture.stripe.charge(fixture.session, 300);
      return sendEvent("refund.failed", fixture.stripe.failRefund(fixture.session));
    },
    effects: toEffects(["partially_refunded", "refunded"], {
      state: "fulfilled",
      refunded: 0,
      promotion: "runs",
    }),
    defaultOutcome: "alert",
  },
  {
    name: "disputed",
    send: sendDispute("charge.dispute.created", "needs_response"),
    effects: toEffects([...UNPAID, ...PAID], { outcome: "applied", state: "disputed", promotion: "stopped" }),
  },
  {
    name: "inquired into",
    send: sendDispute("charge.dispute.created", "warning_needs_response", "dp_inquiry"),
    // An inquiry of the bank also proves the payment.
    effects: toEffects(UNPAID, { outcome: "ignored", state: "fulfilled", promotion: "runs" }),
  },
  {
    name: "dispute won",
    send: sendDispute("charge.dispute.closed", "won"),
    effects: {
      // The event also proves the payment, which is then retrieved.
      ...toEffects(UNPAID, { outcome: "ignored", state: "fulfilled", promotion: "runs" }),
      disputed: fulfilled,
    },
  },
  {
    name: "dispute lost",
    send: sendDispute("charge.dispute.closed", "lost"),
    effects: toEffects([...UNPAID, ...PAID, "disputed"], { ...fullRefund, promotion: "stopped" }),
  },
];

test.each(EVENT_CASES)(
  "event “$name”, sent twice in each order state, has the expected effect",
  async (event) => {
    for (const state of ORDER_STATES) {
      await setState(state);
      const before = REFUNDED[state] ?? 0;
      const answer = await expectStatus(event.send(before), 200);
      const expected: ExpectedEffect = {
        outcome: event.defaultOutcome ?? "ignored",
        state,
        refunded: before,
        promotion: PROMOTION_STATUS[state],
        ...event.effects[state],
      };
      const after = await readOrder();
      const { outcome } = (await answer.json()) as { outcome: string };
      const actual = { outcome, state: after.order.state, refunded: after.order.refundedAmount };
      expect({ ...actual, promotion: after.status }, `${event.name} in ${state}`).toEqual(expected);
      // A copy of an event without effect is the same call again.
      const lastEvent = fixture.stripe.listEvents().at(-1);
      if (!lastEvent || !event.effects[state]) continue;
      await fixture.stripe.send(lastEvent);
      expect(await readOrder(), `${event.name} again in ${state}`).toEqual(after);
    }
  },
);
