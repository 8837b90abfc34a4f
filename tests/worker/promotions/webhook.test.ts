import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listings, paymentEvents, promotionPlacements, promotions } from "@/db/schema";
import { db } from "../../helpers/app";
import { countRows, mailsTo, makeAdmin, makeListing, signedIn } from "../../helpers/factories";
import { DAY_MS, ordersOf, promotionsOf, scene } from "./scene";

const eventRow = async (id: string) =>
  (await db.select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0];

const mailTemplates = async (email: string) => (await mailsTo(email)).map((mail) => mail.template).sort();

test("POST /webhooks/stripe with a paid session starts the promotion, writes the mails and indexes it", async () => {
  const { app, stripe, teacher, order, id } = await scene();
  await order();
  const event = stripe.event("checkout.session.completed", stripe.pay());
  const answer = await stripe.send(event);
  expect(answer.status).toBe(200);
  const { now } = app.clock;
  expect(await ordersOf(id)).toMatchObject([
    { state: "fulfilled", paidTs: now, closedTs: now, paymentIntentId: stripe.last().payment_intent },
  ]);
  const [promotion, ...more] = await promotionsOf(id);
  expect(more).toEqual([]);
  expect(promotion).toMatchObject({ placement: "results", startsTs: now, endsTs: now + 7 * DAY_MS });
  expect(await eventRow(event.id)).toMatchObject({
    type: "checkout.session.completed",
    outcome: "applied",
    checkoutSessionId: stripe.last().id,
    orderId: (await ordersOf(id))[0]?.id,
  });
  const placements = await db
    .select({ scope: promotionPlacements.scope })
    .from(promotionPlacements)
    .where(eq(promotionPlacements.promotionId, promotion?.id ?? ""));
  expect(placements.length).toBeGreaterThan(0);

  const mails = await mailsTo(teacher.email);
  expect(mails.map((mail) => mail.template).sort()).toEqual(["payment_confirmed", "promotion_started"]);
  const receipt = mails.find((mail) => mail.template === "payment_confirmed");
  expect(receipt?.text).toContain("Paid: 19 lei, of which VAT (21%): 3.30 lei");
  const started = mails.find((mail) => mail.template === "promotion_started");
  expect(started?.text).toContain("from 20 Nov 2026, 11:00 until 27 Nov 2026, 11:00");
});

test("POST /webhooks/stripe takes the same event twenty times at once and makes one promotion", async () => {
  const { stripe, teacher, order, id } = await scene();
  await order();
  const event = stripe.event("checkout.session.completed", stripe.pay());
  const answers = await Promise.all(Array.from({ length: 20 }, () => stripe.send(event)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(await promotionsOf(id)).toHaveLength(1);
  expect(await eventRow(event.id)).toMatchObject({ outcome: "applied" });
  expect(await mailTemplates(teacher.email)).toEqual(["payment_confirmed", "promotion_started"]);
});

test("POST /webhooks/stripe takes two events of one session at once and makes one promotion", async () => {
  const { stripe, order, id, teacher } = await scene();
  await order();
  const session = stripe.pay();
  await Promise.all([
    stripe.send(stripe.event("checkout.session.completed", session)),
    stripe.send(stripe.event("checkout.session.async_payment_succeeded", session)),
  ]);
  expect(await promotionsOf(id)).toHaveLength(1);
  expect(await mailsTo(teacher.email)).toHaveLength(2);
});

test("POST /webhooks/stripe adds up the days of orders that are paid at the same moment", async () => {
  const { app, stripe, order, id } = await scene();
  const sessions = [];
  // Each order is let go before it is paid; then all of them are paid after all.
  for (const chosen of ["top7", "top14", "top30", "top7"]) {
    await order({ package: chosen, immediate_start: "1" });
    sessions.push(stripe.last());
    await stripe.send(stripe.event("checkout.session.expired", stripe.expire()));
  }
  expect(new Set((await ordersOf(id)).map((row) => row.state))).toEqual(new Set(["expired"]));
  const events = sessions.map((session) => stripe.event("checkout.session.completed", stripe.pay(session)));
  await Promise.all(events.map((event) => stripe.send(event)));

  const made = await promotionsOf(id);
  expect(made).toHaveLength(4);
  expect(made[0]?.startsTs).toBe(app.clock.now);
  for (const [n, promotion] of made.entries()) {
    if (n > 0) expect(promotion.startsTs).toBe(made[n - 1]?.endsTs);
  }
  expect(made.at(-1)?.endsTs).toBe(app.clock.now + 58 * DAY_MS);
});

test("POST /webhooks/stripe begins after the 14 days when no immediate start was asked for", async () => {
  const { app, stripe, teacher, order, id } = await scene();
  await order({ package: "top7" });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  expect((await promotionsOf(id))[0]?.startsTs).toBe(app.clock.now + 14 * DAY_MS);
  expect(await mailTemplates(teacher.email)).toEqual(["payment_confirmed", "promotion_scheduled"]);
});

test("POST /webhooks/stripe lets the listing live as long as its promotion", async () => {
  const { app, stripe, order, id } = await scene();
  const { now } = app.clock;
  await db
    .update(listings)
    .set({ expiresTs: now + 3 * DAY_MS })
    .where(eq(listings.id, id));
  await order({ package: "top30", immediate_start: "1" });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const [listing] = await db.select().from(listings).where(eq(listings.id, id));
  expect(listing?.expiresTs).toBe(now + 30 * DAY_MS);
  // Another placement runs beside it and shortens nothing.
  await order({ package: "home7", immediate_start: "1" });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  expect((await promotionsOf(id)).map((one) => one.startsTs)).toEqual([now, now]);
  const [after] = await db.select().from(listings).where(eq(listings.id, id));
  expect(after?.expiresTs).toBe(now + 30 * DAY_MS);
});

test("POST /webhooks/stripe keeps an order open while its payment is on its way, then fulfils it", async () => {
  const { app, stripe, teacher, order, id } = await scene();
  await order();
  const session = stripe.payLater();
  await stripe.send(stripe.event("checkout.session.completed", session));
  expect(await ordersOf(id)).toMatchObject([{ state: "open", processingTs: app.clock.now }]);
  expect(await promotionsOf(id)).toEqual([]);
  expect(await mailsTo(teacher.email)).toEqual([]);
  app.clock.now += 2 * DAY_MS;
  Object.assign(session, { payment_status: "paid" });
  await stripe.send(stripe.event("checkout.session.async_payment_succeeded", session));
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await promotionsOf(id))[0]?.startsTs).toBe(app.clock.now);
});

test("POST /webhooks/stripe with a failed late payment fails the order, tells the buyer and frees the listing", async () => {
  const { stripe, teacher, order, id } = await scene();
  await order();
  const session = stripe.payLater();
  await stripe.send(stripe.event("checkout.session.completed", session));
  await stripe.send(stripe.event("checkout.session.async_payment_failed", stripe.fail(session)));
  expect(await ordersOf(id)).toMatchObject([{ state: "failed" }]);
  expect(await mailTemplates(teacher.email)).toEqual(["payment_failed"]);
  expect((await order()).headers.get("location")).toBe(stripe.last().url);
  expect(stripe.last().id).not.toBe(session.id);
});

test("POST /webhooks/stripe with an expired session ends the order; a payment that came after all counts", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.last();
  await stripe.send(stripe.event("checkout.session.expired", stripe.expire(session)));
  expect(await ordersOf(id)).toMatchObject([{ state: "expired" }]);
  const paid = stripe.event("checkout.session.completed", stripe.pay(session));
  await stripe.send(paid);
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
  expect(await promotionsOf(id)).toHaveLength(1);
});

test.each([
  ["amount", { amount_total: 1 }],
  ["currency", { currency: "eur" }],
  ["mode", { livemode: true }],
  ["session", { id: "cs_test_another" }],
])(
  "POST /webhooks/stripe with another %s than was ordered keeps the event and promotes nothing",
  async (_, change) => {
    const { stripe, teacher, order, id } = await scene();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await order();
    const event = stripe.event("checkout.session.completed", { ...stripe.pay(), ...change });
    expect((await stripe.send(event)).status).toBe(200);
    expect(await eventRow(event.id)).toMatchObject({
      outcome: "mismatch",
      orderId: (await ordersOf(id))[0]?.id,
    });
    expect((await eventRow(event.id))?.detail).not.toBe("");
    expect(await ordersOf(id)).toMatchObject([{ state: "open" }]);
    expect(await promotionsOf(id)).toEqual([]);
    expect(await mailsTo(teacher.email)).toEqual([]);
  },
);

test("POST /webhooks/stripe refuses an event of the live mode and one for an unknown order", async () => {
  const { stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await order();
  const live = stripe.event("checkout.session.completed", stripe.pay(), { livemode: true });
  const foreign = stripe.event("checkout.session.completed", {
    ...stripe.last(),
    client_reference_id: "nobody",
    metadata: {},
  });
  expect((await stripe.send(live)).status).toBe(200);
  expect((await stripe.send(foreign)).status).toBe(200);
  expect(await eventRow(live.id)).toMatchObject({
    outcome: "mismatch",
    orderId: (await ordersOf(id))[0]?.id,
  });
  expect(await eventRow(foreign.id)).toMatchObject({ outcome: "unknown_order" });
  expect(await promotionsOf(id)).toEqual([]);
});

test("POST /webhooks/stripe answers 200 to a type it has no use for, and keeps it", async () => {
  const { stripe } = await scene();
  const event = stripe.event("payment_intent.created", { id: "pi_1", object: "payment_intent" });
  expect((await stripe.send(event)).status).toBe(200);
  expect(await eventRow(event.id)).toMatchObject({ outcome: "ignored" });
});

test("POST /webhooks/stripe answers 400 to anything that Stripe did not sign just now, and writes no row", async () => {
  const { app, stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await order();
  const body = JSON.stringify(stripe.event("checkout.session.completed", stripe.pay()));
  const now = Math.floor(app.clock.now / 1000);
  const good = await stripe.sign(body);
  const v1 = good.split("v1=")[1] ?? "";
  const before = await countRows("payment_events");
  const bad: [string | null, string][] = [
    [null, body],
    ["", body],
    ["nonsense", body],
    ["t=,v1=", body],
    [`t=${now}`, body],
    [`v1=${v1}`, body],
    [`t=${now},v0=${v1}`, body],
    [`t=${now},v1=${"0".repeat(64)}`, body],
    [`t=${now},v1=${v1.slice(1)}`, body],
    [`t=${now + 1},v1=${v1}`, body],
    [`t=abc,v1=${v1}`, body],
    [good, `${body} `],
    [good, body.replace("1900", "1")],
    [good, ""],
    [await stripe.sign(body, now, "whsec_another"), body],
    [await stripe.sign(body, now - 301), body],
    [await stripe.sign("no json"), "no json"],
    [await stripe.sign("null"), "null"],
    [await stripe.sign("{}"), "{}"],
    [await stripe.sign(""), ""],
  ];
  for (const [signature, sent] of bad) {
    const headers: HeadersInit = signature === null ? {} : { "stripe-signature": signature };
    const answer = await app.post("/webhooks/stripe", { body: sent, headers });
    expect(answer.status, `${signature} ${sent.slice(0, 20)}`).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  }
  expect(await countRows("payment_events")).toBe(before);
  expect(await promotionsOf(id)).toEqual([]);
  const two = `t=${now},v1=${"0".repeat(64)},v1=${v1}`;
  expect((await app.post("/webhooks/stripe", { body, headers: { "stripe-signature": two } })).status).toBe(
    200,
  );
});

test.each(["paused", "suspended", "deleted", "draft"] as const)(
  "POST /webhooks/stripe refunds what was paid for a listing that is %s by now, and tells the buyer",
  async (state) => {
    const { stripe, teacher, order, id } = await scene();
    await order();
    await db.update(listings).set({ state }).where(eq(listings.id, id));
    const event = stripe.event("checkout.session.completed", stripe.pay());
    await Promise.all([stripe.send(event), stripe.send(event), stripe.send(event)]);
    const [row] = await ordersOf(id);
    expect(row).toMatchObject({ state: "refunded", refundedAmount: 1900 });
    expect(await promotionsOf(id)).toEqual([]);
    expect(stripe.refunds.map((refund) => refund.payment_intent)).toEqual([stripe.last().payment_intent]);
    expect(stripe.callsTo("/v1/refunds")[0]?.key).toBe(`refund-${row?.id}`);
    expect(await mailTemplates(teacher.email)).toEqual(["promotion_impossible"]);
    // Stripe tells of our own refund, too.
    await stripe.send(stripe.event("charge.refunded", stripe.charge(stripe.last(), 1900)));
    expect(await mailTemplates(teacher.email)).toEqual(["promotion_impossible"]);
  },
);

test("POST /webhooks/stripe answers 500 when the refund can't be made, writes nothing, and succeeds when sent again", async () => {
  const { stripe, order, id } = await scene();
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  await order();
  await db.update(listings).set({ state: "paused" }).where(eq(listings.id, id));
  const event = stripe.event("checkout.session.completed", stripe.pay());
  stripe.state.down = true;
  expect((await stripe.send(event)).status).toBe(500);
  expect(await eventRow(event.id)).toBeUndefined();
  expect(await ordersOf(id)).toMatchObject([{ state: "open" }]);
  complaints.mockClear();
  stripe.state.down = false;
  expect((await stripe.send(event)).status).toBe(200);
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded" }]);
});

test("POST /webhooks/stripe follows refunds: a part keeps the promotion, the whole ends it", async () => {
  const { app, stripe, teacher, order, id } = await scene();
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const part = stripe.event("charge.refunded", stripe.charge(session, 900));
  await stripe.send(part);
  await stripe.send(part);
  expect(await ordersOf(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 900 }]);
  expect(await promotionsOf(id)).toMatchObject([{ revokedTs: null }]);
  const whole = stripe.event("charge.refunded", stripe.charge(session, 1900));
  await Promise.all([stripe.send(whole), stripe.send(whole)]);
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  expect(await promotionsOf(id)).toMatchObject([{ revokedTs: app.clock.now }]);
  expect(await mailTemplates(teacher.email)).toEqual([
    "payment_confirmed",
    "payment_partly_refunded",
    "payment_refunded",
    "promotion_started",
  ]);
});

test("POST /webhooks/stripe with a refund before the payment ends refunded and promotes nothing", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
  await stripe.send(stripe.event("checkout.session.completed", session));
  expect(await ordersOf(id)).toMatchObject([{ state: "refunded" }]);
  expect(await promotionsOf(id)).toEqual([]);
});

test("POST /webhooks/stripe restores what a failed refund had taken, once", async () => {
  const { stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const refunded = stripe.event("charge.refunded", stripe.charge(session, 1900));
  await stripe.send(refunded);
  const refund = { id: "re_1", object: "refund", amount: 1900, payment_intent: session.payment_intent };
  const failed = stripe.event("refund.failed", { ...refund, failure_reason: "expired_or_canceled_card" });
  await Promise.all([stripe.send(failed), stripe.send(failed)]);
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect(await promotionsOf(id)).toMatchObject([{ revokedTs: null }]);
  const alert = await eventRow(failed.id);
  expect(alert).toMatchObject({ outcome: "alert", orderId: (await ordersOf(id))[0]?.id });
  expect(alert?.detail).toContain("expired_or_canceled_card");
  await stripe.send({ ...refunded, id: "evt_late_copy" });
  expect(await ordersOf(id)).toMatchObject([{ state: "fulfilled" }]);
});

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

test("POST /webhooks/stripe makes a failed refund an alert wherever its order stands, and the admin's page counts it", async () => {
  const { app, stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const admin = await signedIn(app, await makeAdmin(app));
  const alerts = async () => {
    const page = await (await app.get("/admin", { as: admin })).text();
    return Number(/Payment events to look into<\/dt><dd[^>]*>(\d+)/.exec(page)?.[1]);
  };
  await order();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const before = await alerts();
  // Nothing was given back as far as is known here, so there is nothing to restore.
  const refund = { id: "re_2", object: "refund", amount: 1900, payment_intent: session.payment_intent };
  const failed = stripe.event("refund.failed", { ...refund, failure_reason: "lost_or_stolen_card" });
  expect((await stripe.send(failed)).status).toBe(200);
  expect((await stripe.send(failed)).status).toBe(200);
  const [row] = await ordersOf(id);
  expect(row).toMatchObject({ state: "fulfilled" });
  expect(await eventRow(failed.id)).toMatchObject({ outcome: "alert", orderId: row?.id });
  expect((await eventRow(failed.id))?.detail).toContain("lost_or_stolen_card");
  expect(await alerts()).toBe(before + 1);
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
    if (when === "before") await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
    const lost = { id: "dp_5", object: "dispute", status: "lost", ...intent };
    await stripe.send(stripe.event("charge.dispute.closed", lost));
    const refund = { id: "re_3", object: "refund", amount: 1900, failure_reason: "unknown", ...intent };
    const failed = stripe.event("refund.failed", refund);
    await stripe.send(failed);
    const [row] = await ordersOf(id);
    expect(row).toMatchObject({ state: "refunded", refundedAmount: 1900 });
    expect((await promotionsOf(id))[0]?.revokedTs).not.toBeNull();
    expect(await eventRow(failed.id)).toMatchObject({ outcome: "alert", orderId: row?.id });
  },
);

test("POST /webhooks/stripe answers 200 to an expired session whose payment is on its way, and moves nothing", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.payLater();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const expired = stripe.event("checkout.session.expired", { ...session, status: "expired" });
  expect((await stripe.send(expired)).status).toBe(200);
  expect(await ordersOf(id)).toMatchObject([{ state: "open" }]);
  expect(await eventRow(expired.id)).toMatchObject({ outcome: "ignored" });
  expect((await eventRow(expired.id))?.detail).not.toBe("");
});

test("POST /webhooks/stripe needs no cookie and ignores one", async () => {
  const { app, stripe, teacher, order } = await scene();
  await order();
  const body = JSON.stringify(stripe.event("checkout.session.completed", stripe.pay()));
  const headers = { "stripe-signature": await stripe.sign(body), origin: "https://elsewhere.test" };
  const as = await signedIn(app, teacher);
  expect((await app.post("/webhooks/stripe", { as, body, headers })).status).toBe(200);
});

test("POST /webhooks/stripe touches only its own listing", async () => {
  const { app, stripe, teacher, order } = await scene();
  const other = await makeListing(app, teacher, { subject: "g" });
  await order();
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  expect(await promotionsOf(other.id)).toEqual([]);
});
