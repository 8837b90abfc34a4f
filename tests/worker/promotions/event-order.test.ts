import * as fc from "fast-check";
import { expect, test } from "vitest";
import { invoices, orders } from "@/db/schema";
import type { Stripe } from "@/platform/stripe";
import { app } from "../../helpers/app";
import { listRows, updateRow } from "../../helpers/factories";
import {
  createOpenOrder,
  createPromotionFixture,
  DAY_MS,
  expectPromotions,
  listMailTemplates,
  listOrders,
  listPromotions,
  type PromotionFixture,
} from "../../helpers/promotion-fixture";

/** Events and calls that report one checkout that ends up paid. */
const REPORTS = [
  "completed",
  "completed-copy",
  "succeeded",
  "return-page",
  "expired-late",
  "order-again",
] as const;

/** Runs of the first test in sequence, and in parallel: with up to 8 of 6 reports, each pair of reports is common. */
const RUNS = 3;

test.each([false, true])(
  "payment events in any order and number create one promotion (parallel: %s)",
  (isParallel) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...REPORTS), { minLength: 1, maxLength: 8 }),
        async (reports) => {
          const fixture = await createPromotionFixture();
          const { stripe, teacher, jar, placeOrder, id } = fixture;
          await createOpenOrder(fixture);
          const session = stripe.pay();
          const completed = stripe.event("checkout.session.completed", session);
          const send = {
            completed: () => stripe.send(completed),
            "completed-copy": () => stripe.send(completed),
            succeeded: () => stripe.report("checkout.session.async_payment_succeeded", session),
            "return-page": () => app.get(`/payment-complete/${session.id}`, { as: jar }),
            // Stripe never expires a paid session. If it did, the payment would still count.
            "expired-late": () =>
              stripe.report("checkout.session.expired", { ...session, status: "expired" }),
            "order-again": () => placeOrder(),
          };
          // A new order after the payment is known is outside this test.
          const isPaid = async () => (await listOrders(id))[0]?.state === "fulfilled";
          if (isParallel) {
            await Promise.all(reports.map((report) => (report === "order-again" ? null : send[report]())));
          }
          for (const report of isParallel ? [] : reports) {
            if (report !== "order-again" || !(await isPaid())) await send[report]();
          }
          await send.completed();
          await expectPromotions(id, {
            startsTs: app.clock.now,
            endsTs: app.clock.now + 7 * DAY_MS,
            stoppedTs: null,
          });
          expect((await listOrders(id)).filter((row) => row.state === "fulfilled")).toHaveLength(1);
          expect(await listMailTemplates(teacher.email)).toEqual(["payment_confirmed"]);
        },
      ),
      { numRuns: RUNS },
    ),
);

/** A step at Stripe, and the event it sends. */
type TimelineEntry = (fixture: PromotionFixture) => Stripe.Event;

const session = ({ stripe }: PromotionFixture) => stripe.last();
const createEntry =
  (type: string, runStep: (fixture: PromotionFixture) => object): TimelineEntry =>
  (fixture) =>
    fixture.stripe.event(type, runStep(fixture));
const paid = createEntry("checkout.session.completed", ({ stripe }) => stripe.pay());
const paidLater = createEntry("checkout.session.completed", ({ stripe }) => stripe.payLater());
const arrived = createEntry("checkout.session.async_payment_succeeded", ({ stripe }) => stripe.succeed());
const bounced = createEntry("checkout.session.async_payment_failed", ({ stripe }) => stripe.fail());
const refunded = (total: number) =>
  createEntry("charge.refunded", (fixture) => fixture.stripe.charge(session(fixture), total));
const refundFails = createEntry("refund.failed", (fixture) => fixture.stripe.failRefund(session(fixture)));
const dispute = (type: string, status: string, part: object = {}) =>
  createEntry(type, (fixture) => ({
    id: "dp",
    object: "dispute",
    status,
    ...part,
    payment_intent: session(fixture).payment_intent,
  }));
const disputed = dispute("charge.dispute.created", "needs_response");
const won = dispute("charge.dispute.closed", "won");
const lost = dispute("charge.dispute.closed", "lost");
const lostInPart = dispute("charge.dispute.closed", "lost", { amount: 500, currency: "ron" });

/** Payment histories, and the final order: its state, refunded amount and promotion. */
const HISTORIES: [string, TimelineEntry[], [string, number, boolean]][] = [
  ["a late payment that bounced", [paidLater, bounced], ["failed", 0, false]],
  [
    "a second refund that fails",
    [paid, refunded(500), refunded(1900), refundFails],
    ["partially_refunded", 500, true],
  ],
  [
    "refunded in part, disputed, won",
    [paid, refunded(500), disputed, won],
    ["partially_refunded", 500, true],
  ],
  [
    "a refund that fails while disputed, won",
    [paid, refunded(1900), disputed, refundFails, won],
    ["fulfilled", 0, true],
  ],
  [
    "a refund that fails while disputed, lost",
    [paid, refunded(1900), disputed, refundFails, lost],
    ["refunded", 1900, false],
  ],
  ["refunded, lost, refund fails", [paid, refunded(1900), lost, refundFails], ["refunded", 1900, false]],
  [
    "disputed, lost in part, refunded in part",
    [paid, disputed, lostInPart, refunded(300)],
    ["refunded", 800, false],
  ],
  [
    "lost in part, refunded fully, refund fails",
    [paid, disputed, lostInPart, refunded(1400), refundFails],
    ["refunded", 500, false],
  ],
  ["a dispute that is lost, then won", [paid, disputed, lost, won], ["fulfilled", 0, true]],
  [
    "paid late, disputed, won, refunded",
    [paidLater, arrived, disputed, won, refunded(1900)],
    ["refunded", 1900, false],
  ],
];

/** For each event, the number of later steps before its delivery, and its position among the deliveries. */
const DELIVERIES = fc.array(fc.record({ late: fc.nat(5), position: fc.nat(99), twice: fc.boolean() }), {
  minLength: 5,
  maxLength: 5,
});

// One plan for each history: they share their steps, so each pair of events is mixed several times in a run, and every run
// has new plans.
test.each(HISTORIES)(
  "the events of %s may arrive in any order, late, twice and in parallel: the order gets the right state",
  (_, steps, [state, refundedAmount, isPromoted]) =>
    fc.assert(
      fc.asyncProperty(DELIVERIES, fc.boolean(), fc.boolean(), async (plan, isParallel, isSessionUnknown) => {
        const fixture = await createPromotionFixture();
        const { stripe, id } = fixture;
        const orderId = await createOpenOrder(fixture);
        if (isSessionUnknown) {
          // As after a crash between Stripe's response and the write to the database.
          await updateRow(orders, orderId, { state: "created", checkoutSessionId: null, checkoutUrl: null });
        }
        const due: { at: number; position: number; event: Stripe.Event }[] = [];
        for (const [step, runStep] of steps.entries()) {
          app.clock.now += 1000;
          const event = runStep(fixture);
          const { late = 0, position = 0, twice = false } = plan[step] ?? {};
          due.push({ at: step + late, position, event });
          if (twice) due.push({ at: step, position, event });
          const now = due.filter(({ at }) => at === step || step === steps.length - 1);
          now.sort((a, b) => a.position - b.position);
          due.splice(0, due.length, ...due.filter((delivery) => !now.includes(delivery)));
          if (isParallel) await Promise.all(now.map((delivery) => stripe.send(delivery.event)));
          else for (const delivery of now) await stripe.send(delivery.event);
        }
        const [row] = await listOrders(id);
        expect([row?.state, row?.refundedAmount]).toEqual([state, refundedAmount]);
        const promotions = await listPromotions(id);
        expect(promotions.length).toBeLessThanOrEqual(1);
        expect(promotions.some(({ stoppedTs }) => stoppedTs === null)).toBe(isPromoted);
        const rows = await listRows(invoices, { orderId });
        const net = rows.reduce(
          (sum, { kind, amount }) => sum + (kind === "credit_note" ? -amount : amount),
          0,
        );
        expect(net).toBe(row?.paidTs === null && refundedAmount === 0 ? 0 : 1900 - refundedAmount);
      }),
      { numRuns: 1 },
    ),
);
