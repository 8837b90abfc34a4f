import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listings, papers, paymentEvents, promotionPlacements, promotions } from "@/db/schema";
import { reconcileRefunds } from "@/features/promotions";
import { db } from "../../helpers/app";
import { mailsTo, signedIn } from "../../helpers/factories";
import { bought, DAY_MS, jobContext, ordersOf, promotionsOf, refundsOf, scene } from "./scene";

const eventRow = async (id: string) =>
  (await db.select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0];

test("POST /webhooks/stripe suspends a disputed promotion; won, it goes on; lost, it ends", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.pay();
  const dispute = (status: string) => ({
    id: "dp_1",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  const created = stripe.event("charge.dispute.created", dispute("needs_response"));
  // It overtakes the news of the payment, which is then asked for.
  await stripe.send(created);
  expect(await ordersOf(id)).toMatchObject([{ state: "disputed" }]);
  expect((await promotionsOf(id))[0]?.revokedTs).not.toBeNull();
  await stripe.send(stripe.event("charge.dispute.closed", dispute("won")));
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await promotionsOf(id))[0]?.revokedTs).toBeNull();
  await stripe.send({ ...created, id: "evt_late_dispute" });
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("lost")));
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  expect((await promotionsOf(id))[0]?.revokedTs).not.toBeNull();
});

test("POST /webhooks/stripe takes an inquiry that became a dispute for one, and waits while an appeal is open", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const dispute = (status: string) => ({
    id: "dp_6",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  await stripe.send(stripe.event("charge.dispute.created", dispute("warning_needs_response")));
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
  await stripe.send(stripe.event("charge.dispute.funds_withdrawn", dispute("needs_response")));
  expect(await ordersOf(id)).toMatchObject([{ state: "disputed" }]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("appeal_under_review")));
  expect(await ordersOf(id)).toMatchObject([{ state: "disputed" }]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("prevented")));
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await promotionsOf(id))[0]?.revokedTs).toBeNull();
});

test("POST /webhooks/stripe gives a promotion the days back that a dispute took, behind what was bought meanwhile", async () => {
  const { app, stripe, teacher, order, id } = await scene();
  const { now } = app.clock;
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const dispute = (status: string) => ({
    id: "dp_2",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  app.clock.now = now + 3 * DAY_MS;
  await stripe.send(stripe.event("charge.dispute.created", dispute("needs_response")));
  app.clock.now = now + 4 * DAY_MS;
  const as = await signedIn(app, teacher);
  await app.post(`/tutoring/${id}/promote`, { as, form: { package: "top14", immediate_start: "1" } });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  expect((await promotionsOf(id))[1]).toMatchObject({
    startsTs: now + 4 * DAY_MS,
    endsTs: now + 18 * DAY_MS,
  });
  app.clock.now = now + 10 * DAY_MS;
  await db
    .update(listings)
    .set({ expiresTs: now + 19 * DAY_MS })
    .where(eq(listings.id, id));
  await stripe.send(stripe.event("charge.dispute.closed", dispute("won")));
  // Three of its seven days were had.
  expect(await promotionsOf(id)).toMatchObject([
    { startsTs: now + 4 * DAY_MS, endsTs: now + 18 * DAY_MS },
    { startsTs: now + 18 * DAY_MS, endsTs: now + 22 * DAY_MS, revokedTs: null },
  ]);
  const [listing] = await db.select().from(listings).where(eq(listings.id, id));
  expect(listing?.expiresTs).toBe(now + 22 * DAY_MS);
});

test("POST /webhooks/stripe goes on with a disputed promotion from the day the dispute is won", async () => {
  const { app, stripe, order, id } = await scene();
  const { now } = app.clock;
  await order({ package: "top7" });
  await order({ package: "home7", immediate_start: "1" });
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const dispute = (status: string) => ({
    id: "dp_3",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  const at = async (days: number, type: string, status: string) => {
    app.clock.now = now + days * DAY_MS;
    await stripe.send(stripe.event(type, dispute(status)));
    return promotionsOf(id);
  };
  await at(2, "charge.dispute.created", "needs_response");
  expect(await at(9, "charge.dispute.closed", "won")).toMatchObject([
    { startsTs: now + 9 * DAY_MS, endsTs: now + 14 * DAY_MS, revokedTs: null },
  ]);
  // A dispute that comes after the last day takes nothing, and gives nothing.
  await at(20, "charge.dispute.created", "needs_response");
  expect(await at(30, "charge.dispute.closed", "won")).toMatchObject([
    { startsTs: now + 9 * DAY_MS, endsTs: now + 14 * DAY_MS, revokedTs: null },
  ]);
});

/** A listing with A on days 0 to 7 and B queued on days 7 to 21; news of A's dispute, and of what is won or lost. */
async function queueOfTwo() {
  const own = await scene();
  const { app, stripe, order, id } = own;
  const { now } = app.clock;
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  await order({ package: "top14", immediate_start: "1" });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const days = (from: number, to: number) => ({ startsTs: now + from * DAY_MS, endsTs: now + to * DAY_MS });
  expect(await promotionsOf(id)).toMatchObject([days(0, 7), days(7, 21)]);
  const dispute = async (day: number, kind: "created" | "closed", status: string) => {
    app.clock.now = now + day * DAY_MS;
    const object = { id: "dp_4", object: "dispute", status, payment_intent: session.payment_intent };
    await stripe.send(stripe.event(`charge.dispute.${kind}`, object));
    return promotionsOf(id);
  };
  return { ...own, days, dispute };
}

test("POST /webhooks/stripe with a dispute won at once puts the promotion back before what is queued", async () => {
  const { days, dispute } = await queueOfTwo();
  await dispute(2, "created", "needs_response");
  expect(await dispute(2, "closed", "won")).toMatchObject([
    { ...days(2, 7), revokedTs: null },
    { ...days(7, 21), revokedTs: null },
  ]);
});

test("POST /webhooks/stripe with a dispute won later gives all the days left, and moves on what is queued", async () => {
  const { id, days, dispute } = await queueOfTwo();
  await dispute(2, "created", "needs_response");
  expect(await dispute(4, "closed", "won")).toMatchObject([
    { ...days(4, 9), revokedTs: null },
    { ...days(9, 23), revokedTs: null },
  ]);
  await db
    .update(listings)
    .set({ expiresTs: days(0, 0).startsTs })
    .where(eq(listings.id, id));
  // The second time, too, the listing lives until the last of them ends.
  await dispute(5, "created", "needs_response");
  expect(await dispute(6, "closed", "won")).toMatchObject([days(6, 10), days(10, 24)]);
  const [listing] = await db.select().from(listings).where(eq(listings.id, id));
  expect(listing?.expiresTs).toBe(days(0, 24).endsTs);
  const placed = await db
    .selectDistinct({ startsTs: promotionPlacements.startsTs, endsTs: promotionPlacements.endsTs })
    .from(promotionPlacements)
    .where(eq(promotionPlacements.listingNum, listing?.num ?? 0))
    .orderBy(promotionPlacements.startsTs);
  expect(placed).toEqual([days(6, 10), days(10, 24)]);
});

test("POST /webhooks/stripe moves what is queued into a gap no further than it overlaps", async () => {
  const { stripe, order, id, days, dispute } = await queueOfTwo();
  await order({ package: "top7", immediate_start: "1" });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const [, , third] = await promotionsOf(id);
  await db
    .update(promotions)
    .set(days(22, 29))
    .where(eq(promotions.id, third?.id ?? ""));
  await dispute(2, "created", "needs_response");
  expect(await dispute(5, "closed", "won")).toMatchObject([days(5, 10), days(10, 24), days(24, 31)]);
});

test("POST /webhooks/stripe with a dispute won while what was queued runs puts the promotion behind it", async () => {
  const { days, dispute } = await queueOfTwo();
  await dispute(2, "created", "needs_response");
  expect(await dispute(8, "closed", "won")).toMatchObject([
    days(7, 21),
    { ...days(21, 26), revokedTs: null },
  ]);
});

test.each(["before", "after"])(
  "POST /webhooks/stripe restores nothing when a refund made %s a lost dispute fails",
  async (when) => {
    const { stripe, order, id } = await scene();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await order();
    const session = stripe.pay();
    await stripe.send(stripe.event("checkout.session.completed", session));
    const intent = { payment_intent: session.payment_intent };
    const charge = stripe.charge(session, 1900);
    if (when === "before") await stripe.send(stripe.event("charge.refunded", charge));
    const lost = { id: "dp_5", object: "dispute", status: "lost", ...intent };
    await stripe.send(stripe.event("charge.dispute.closed", lost));
    const failed = stripe.event("refund.failed", stripe.failRefund(session));
    await stripe.send(failed);
    const [row] = await ordersOf(id);
    expect(row).toMatchObject({ state: "refunded", refundedAmount: 1900 });
    expect((await promotionsOf(id))[0]?.revokedTs).not.toBeNull();
    expect(await eventRow(failed.id)).toMatchObject({ outcome: "alert", orderId: row?.id });
  },
);

test("POST /webhooks/stripe books a dispute that is lost before what was paid in vain went back, once", async () => {
  const own = await scene();
  const { app, stripe, teacher, order, id } = own;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await order();
  const session = stripe.pay();
  await db.update(listings).set({ state: "paused" }).where(eq(listings.id, id));
  stripe.state.refuseRefunds = "charge_disputed";
  await stripe.send(stripe.event("checkout.session.completed", session));
  const [paid] = await ordersOf(id);
  expect(paid).toMatchObject({ state: "refunded", refundedAmount: 0 });
  const lost = { id: "dp_7", object: "dispute", status: "lost", payment_intent: session.payment_intent };
  const closed = stripe.event("charge.dispute.closed", lost);
  await stripe.send(closed);
  expect(await eventRow(closed.id)).toMatchObject({ outcome: "applied" });
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  const books = await db
    .select()
    .from(papers)
    .where(eq(papers.orderId, paid?.id ?? ""));
  expect(books.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["receipt", 1900],
    ["credit_note", 1900],
  ]);
  app.clock.now += 5 * 60_000;
  await reconcileRefunds(jobContext(own));
  expect(await refundsOf(paid?.id)).toMatchObject([{ kind: "impossible", state: "failed" }]);
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual(["dispute_lost", "promotion_impossible"]);
  const note = books.find(({ kind }) => kind === "credit_note")?.number;
  expect(mails.find(({ template }) => template === "dispute_lost")?.text).toContain(`/papers/${note}`);
});

test("POST /webhooks/stripe with a dispute about a part that is lost books that part, however often it is told", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 300)));
  const lost = (disputeId: string, amount: number) => ({
    id: disputeId,
    object: "dispute",
    status: "lost",
    amount,
    currency: "ron",
    payment_intent: session.payment_intent,
  });
  for (let copy = 0; copy < 3; copy++) {
    await stripe.send(stripe.event("charge.dispute.closed", lost("dp_8", 500)));
    expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  }
  // Of one payment there may be several, yet never for more than was paid.
  await stripe.send(stripe.event("charge.dispute.closed", lost("dp_9", 1900)));
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});

test("POST /webhooks/stripe adds what is given back after a dispute about a part was lost", async () => {
  const { stripe, teacher, session, orderId, id } = await bought();
  const intent = { payment_intent: session.payment_intent, amount: 500, currency: "ron" };
  const lost = { id: "dp_10", object: "dispute", status: "lost", ...intent };
  await stripe.send(stripe.event("charge.dispute.closed", lost));
  const refunded = stripe.event("charge.refunded", stripe.charge(session, 300));
  await stripe.send(refunded);
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  await stripe.send(refunded);
  await stripe.send(stripe.event("charge.dispute.closed", lost));
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  const books = await db.select().from(papers).where(eq(papers.orderId, orderId));
  expect(books.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["receipt", 1900],
    ["credit_note", 500],
    ["credit_note", 300],
  ]);
  const templates = (await mailsTo(teacher.email)).map(({ template }) => template);
  expect(templates.filter((one) => one === "dispute_lost")).toHaveLength(1);
  expect(templates).toContain("payment_partly_refunded");
});

test.each(["won", "lost"])(
  "POST /webhooks/stripe leaves an order to its open dispute when its whole refund fails, until that is %s",
  async (end) => {
    const { app, stripe, session, id } = await bought();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { now } = app.clock;
    const dispute = (status: string) => ({
      id: `dp_while_${end}`,
      object: "dispute",
      status,
      payment_intent: session.payment_intent,
    });
    app.clock.now = now + DAY_MS;
    await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
    await stripe.send(stripe.event("charge.dispute.created", dispute("needs_response")));
    expect(await ordersOf(id)).toMatchObject([{ state: "refunded" }]);
    const failed = stripe.event("refund.failed", stripe.failRefund(session));
    await stripe.send(failed);
    expect(await ordersOf(id)).toMatchObject([{ state: "disputed", refundedAmount: 0 }]);
    expect((await promotionsOf(id))[0]?.revokedTs).toBe(now + DAY_MS);
    expect(await eventRow(failed.id)).toMatchObject({ outcome: "alert" });
    app.clock.now = now + 3 * DAY_MS;
    await stripe.send(stripe.event("charge.dispute.closed", dispute(end)));
    const [order] = await ordersOf(id);
    const [promotion] = await promotionsOf(id);
    if (end === "lost") {
      expect(order).toMatchObject({ state: "refunded", refundedAmount: 1900 });
      expect(promotion?.revokedTs).not.toBeNull();
    } else {
      expect(order).toMatchObject({ state: "fulfilled", refundedAmount: 0 });
      expect(promotion).toMatchObject({
        startsTs: now + 3 * DAY_MS,
        endsTs: now + 9 * DAY_MS,
        revokedTs: null,
      });
    }
  },
);

test("POST /webhooks/stripe promotes an order never promoted once its refund failed and its dispute is won", async () => {
  const { stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await order();
  const session = stripe.pay();
  const dispute = (status: string) => ({
    id: "dp_11",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
  await stripe.send(stripe.event("charge.dispute.created", dispute("needs_response")));
  await stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
  expect(await ordersOf(id)).toMatchObject([{ state: "disputed" }]);
  expect(await promotionsOf(id)).toEqual([]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("won")));
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect(await promotionsOf(id)).toMatchObject([{ revokedTs: null }]);
});

test.each([false, true])(
  "POST /webhooks/stripe takes a dispute for what it came to, whatever second its news are of (disputes hidden: %s)",
  async (hidden) => {
    const { stripe, session, id } = await bought();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    stripe.state.hidesDisputes = hidden;
    const dispute = (status: string) => ({
      id: `dp_hidden_${hidden}`,
      object: "dispute",
      status,
      payment_intent: session.payment_intent,
    });
    const created = stripe.event("charge.dispute.created", dispute("needs_response"));
    const taken = stripe.event("charge.dispute.funds_withdrawn", dispute("under_review"));
    // Stripe tells time in seconds: what came last may look the oldest.
    const won = stripe.event("charge.dispute.closed", dispute("won"), { created: created.created - 1 });
    await stripe.send(won);
    await stripe.send(created);
    await stripe.send(taken);
    expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
    expect((await promotionsOf(id))[0]?.revokedTs).toBeNull();
  },
);
