import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listings, settings } from "@/db/schema";
import { orderPromotion } from "@/features/promotions";
import { db } from "../../helpers/app";
import { countRows, makeListing, makeTeacher, signedIn } from "../../helpers/factories";
import { contextOf, DAY_MS, ordersOf, scene } from "./scene";

test("POST /tutoring/{id}/promote leads to the checkout of a new order with the server's price", async () => {
  const { app, stripe, order, id, teacher } = await scene();
  const answer = await order({ package: "top14", immediate_start: "1", amount: "1", price: "1" });
  const [row] = await ordersOf(id);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(stripe.last().url);
  expect(row).toMatchObject({
    state: "open",
    package: "top14",
    amount: 2900,
    vatAmount: 503,
    vatRate: 2100,
    days: 14,
    immediateStart: true,
    checkoutSessionId: stripe.last().id,
  });
  expect(row?.consentText).toContain("en: I ask for the promotion to begin right away");
  expect(row?.consentTs).toBe(app.clock.now);

  const [call] = stripe.callsTo("/v1/checkout/sessions");
  expect(call?.key).toContain(row?.id);
  expect(Object.fromEntries(call?.params ?? [])).toMatchObject({
    client_reference_id: row?.id,
    "metadata[order_id]": row?.id,
    "payment_intent_data[metadata][order_id]": row?.id,
    "line_items[0][price_data][unit_amount]": "2900",
    "line_items[0][price_data][product_data][name]": "Promoted in the results, 14 days",
    expires_at: String(app.clock.now / 1000 + 3600),
    locale: "en",
    customer_email: teacher.email,
    success_url: "https://catedra.test/payment-complete/{CHECKOUT_SESSION_ID}",
    cancel_url: `https://catedra.test/tutoring/${id}/promote`,
  });
});

test("POST /ro/tutoring/{id}/promote speaks Romanian at Stripe and comes back to Romanian pages", async () => {
  const { app, stripe, jar, id } = await scene();
  await app.post(`/ro/tutoring/${id}/promote`, { as: jar, form: { package: "top30" } });
  const params = stripe.callsTo("/v1/checkout/sessions")[0]?.params;
  expect(params?.get("locale")).toBe("ro");
  expect(params?.get("line_items[0][price_data][product_data][name]")).toBe(
    "Promovare în rezultate, 30 de zile",
  );
  expect(params?.get("success_url")).toBe("https://catedra.test/ro/payment-complete/{CHECKOUT_SESSION_ID}");
  expect((await ordersOf(id))[0]?.immediateStart).toBe(false);
});

test("POST again with the same package leads to the same checkout; with another one it replaces the order", async () => {
  const { stripe, order, id } = await scene();
  const first = await order();
  const again = await order({ package: "top7" });
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  expect(await ordersOf(id)).toMatchObject([{ immediateStart: false }]);
  const old = stripe.last();
  const other = await order({ package: "home7" });
  expect(old.status).toBe("expired");
  expect(other.headers.get("location")).toBe(stripe.last().url);
  expect((await ordersOf(id)).map((row) => [row.package, row.state])).toEqual(
    expect.arrayContaining([
      ["top7", "expired"],
      ["home7", "open"],
    ]),
  );
});

test("twenty POSTs at once make one order and lead all to one checkout", async () => {
  const { stripe, order, id } = await scene();
  stripe.state.delayMs = 5;
  const answers = await Promise.all(Array.from({ length: 20 }, () => order()));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(303));
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  expect(await ordersOf(id)).toHaveLength(1);
  expect(stripe.sessions.size).toBe(1);
});

test("POST for another package at the same moment leaves one open order", async () => {
  const { order, id, stripe } = await scene();
  const answers = await Promise.all(["top7", "top14", "top30"].map((chosen) => order({ package: chosen })));
  expect(answers.map((answer) => answer.status)).toContain(303);
  const open = (await ordersOf(id)).filter((row) => row.state === "created" || row.state === "open");
  expect(open).toHaveLength(1);
  const payable = [...stripe.sessions.values()].filter((session) => session.status === "open");
  expect(payable.map((session) => session.id)).toEqual(
    open.flatMap((row) => (row.checkoutSessionId ? [row.checkoutSessionId] : [])),
  );
});

test("POST for somebody else's listing answers 404, a signed-out one 401, and neither makes an order", async () => {
  const { app, id, stripe } = await scene();
  const stranger = await signedIn(app, await makeTeacher(app));
  const form = { package: "top7" };
  const before = await countRows("orders");
  expect((await app.post(`/tutoring/${id}/promote`, { as: stranger, form })).status).toBe(404);
  expect((await app.get(`/tutoring/${id}/promote`, { as: stranger })).status).toBe(404);
  expect((await app.post(`/tutoring/${id}/promote`, { form })).status).toBe(401);
  expect((await app.get(`/tutoring/${id}/promote`)).headers.get("location")).toBe(
    `/sign-in?next=${encodeURIComponent(`/tutoring/${id}/promote`)}`,
  );
  expect((await app.get("/tutoring/nonsense/promote", { as: stranger })).status).toBe(404);
  expect(await countRows("orders")).toBe(before);
  expect(stripe.calls).toEqual([]);
});

test("POST with an unknown, missing or switched-off package answers 422 and keeps the choice", async () => {
  const { order, id } = await scene();
  for (const form of [{ package: "gold" }, { package: "bump" }, {}] as Record<string, string>[]) {
    const answer = await order({ ...form, immediate_start: "1" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('id="error-summary"');
    expect(html).toMatch(/name="immediate_start"[^>]*checked/);
  }
  expect(await ordersOf(id)).toEqual([]);
});

test.each(["draft", "pending", "rejected", "paused", "suspended"] as const)(
  "POST for a listing that is %s answers 409, and the page says why",
  async (state) => {
    const { app, jar, order, id } = await scene({ state });
    expect((await order()).status).toBe(409);
    const html = await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text();
    expect(html).toContain("This listing cannot be promoted now");
    expect(html).not.toContain('name="package"');
    expect(await ordersOf(id)).toEqual([]);
  },
);

test("POST for an expired listing answers 409 and points to its renewal", async () => {
  const { app, jar, order, id } = await scene();
  await db.update(listings).set({ expiresTs: app.clock.now }).where(eq(listings.id, id));
  expect((await order()).status).toBe(409);
  expect(await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text()).toContain("Renew it first");
});

test("POST while Stripe is unreachable answers 503; the next one goes on with the same order and key", async () => {
  const { stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  stripe.state.down = true;
  const answer = await order({ package: "top14" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("30");
  expect(await answer.text()).toContain("The payment service does not answer");
  expect(await ordersOf(id)).toMatchObject([{ state: "created" }]);

  stripe.state.down = false;
  expect((await order({ package: "top14" })).status).toBe(303);
  const [row, ...more] = await ordersOf(id);
  expect(more).toEqual([]);
  expect(row?.state).toBe("open");
  expect(stripe.callsTo("/v1/checkout/sessions").map((call) => call.key)).toEqual([`order-${row?.id}-en`]);
});

test("POST after a crash between session and order leads to the session that Stripe made", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const made = stripe.last();
  await db.run(
    `update orders set state = 'created', checkout_session_id = null, checkout_url = null, checkout_expires_ts = null where listing_id = '${id}'`,
  );
  expect((await order()).headers.get("location")).toBe(made.url);
  expect(stripe.sessions.size).toBe(1);
});

test("POST for an order that grew too old to be given a checkout makes a fresh one", async () => {
  const { app, stripe, order, id } = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  stripe.state.down = true;
  await order();
  stripe.state.down = false;
  app.clock.now += 40 * 60_000;
  expect((await order()).status).toBe(303);
  expect((await ordersOf(id)).map((row) => row.state)).toEqual(["expired", "open"]);
});

test("POST after an abandoned checkout makes a fresh order", async () => {
  const { app, stripe, order, id } = await scene();
  await order();
  stripe.expire();
  app.clock.now += 61 * 60_000;
  expect((await order()).headers.get("location")).toBe(stripe.last().url);
  expect((await ordersOf(id)).map((row) => row.state)).toEqual(["expired", "open"]);
});

test("POST after a payment that the webhook has not told of leads to the payment, not to a second one", async () => {
  const { stripe, order, id } = await scene();
  await order();
  const session = stripe.pay();
  const answer = await order({ package: "top30" });
  expect(answer.headers.get("location")).toBe(`/payment-complete/${session.id}`);
  expect((await ordersOf(id)).map((row) => row.state)).toEqual(["fulfilled"]);
});

test("POST while a payment is on its way leads to it", async () => {
  const { stripe, order, id, app, jar } = await scene();
  await order();
  const session = stripe.payLater();
  await stripe.send(stripe.event("checkout.session.completed", session));
  for (const form of [{ package: "top7" }, { package: "top30" }]) {
    expect((await order(form)).headers.get("location")).toBe(`/payment-complete/${session.id}`);
  }
  expect(await ordersOf(id)).toHaveLength(1);
  const html = await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text();
  expect(html).toContain("Your payment is on its way");
  expect(html).not.toContain('name="package"');
});

test("POST answers 409 and says from when, once twelve listings of the subject and county are promoted", async () => {
  const { app, jar, stripe, order, id } = await scene({ subject: "la", county: "vn" });
  const owner = await makeTeacher(app);
  const ownerJar = await signedIn(app, owner);
  for (let n = 0; n < 12; n++) {
    const other = await makeListing(app, owner, { subject: "la", county: "vn" });
    await app.post(`/tutoring/${other.id}/promote`, {
      as: ownerJar,
      form: { package: n === 5 ? "top7" : "top30", immediate_start: "1" },
    });
    // An open checkout keeps its place; paid or not makes no difference.
    if (n !== 3) await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  }
  const full = await order();
  expect(full.status).toBe(409);
  expect(await full.text()).toContain("One is free from 20 Nov 2026");
  // No place would help a listing that can't be promoted.
  await db.update(listings).set({ state: "paused" }).where(eq(listings.id, id));
  const paused = await order();
  expect(paused.status).toBe(409);
  expect(await paused.text()).not.toContain("is free from");
  await db.update(listings).set({ state: "published" }).where(eq(listings.id, id));
  expect(await ordersOf(id)).toEqual([]);
  // Once the open checkout has lapsed, the place is free.
  app.clock.now += 61 * 60_000;
  expect((await order()).status).toBe(303);
  // The home page has its own places.
  expect((await order({ package: "home7" })).status).toBe(303);
  const online = await makeListing(app, owner, { subject: "la", county: "vn", online: true });
  const form = { package: "top7" };
  expect((await app.post(`/tutoring/${online.id}/promote`, { as: ownerJar, form })).status).toBe(303);
  expect((await app.get(`/tutoring/${id}/promote`, { as: jar })).status).toBe(200);
});

test("POST for the last place by several listings at once gives it to one", async () => {
  const { app, stripe } = await scene();
  const owner = await makeTeacher(app);
  const as = await signedIn(app, owner);
  const made = await Promise.all(
    Array.from({ length: 16 }, () => makeListing(app, owner, { subject: "mu", county: "tl" })),
  );
  stripe.state.delayMs = 3;
  const answers = await Promise.all(
    made.map(({ id }) => app.post(`/tutoring/${id}/promote`, { as, form: { package: "top7" } })),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(12);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
});

test("POST answers 429 with Retry-After for the 31st order in an hour", async () => {
  const { app, order } = await scene();
  for (let n = 0; n < 30; n++) {
    app.clock.now += 1000;
    expect((await order({ package: n % 2 ? "top7" : "top14" })).status).toBe(303);
  }
  const answer = await order({ package: "top30" });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBe(3600 - 29);
  app.clock.now += 3_600_000;
  expect((await order({ package: "top30" })).status).toBe(303);
});

test("GET /tutoring/{id}/promote shows the packages with VAT, an unticked consent and the order button", async () => {
  const { app, jar, id } = await scene();
  const html = await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text();
  for (const part of ["19 lei", "29 lei", "49 lei", "39 lei", "of which VAT 3.30 lei", "21%"]) {
    expect(html).toContain(part);
  }
  expect(html).toContain("Order with obligation to pay");
  expect(html).toContain('name="immediate_start"');
  expect(html).not.toMatch(/name="immediate_start"[^>]*checked/);
  expect(html).not.toContain('value="bump"');
  const romanian = await (await app.get(`/ro/tutoring/${id}/promote`, { as: jar })).text();
  expect(romanian).toContain("Comandă cu obligație de plată");
  expect(romanian).toContain("30 de zile în rezultate");
});

test("GET /tutoring/{id}/promote shows the settings document's packages; a malformed document is ignored", async () => {
  const { app, jar, id, order } = await scene();
  const put = (value: unknown) =>
    db
      .insert(settings)
      .values({ path: "settings/packages", value, version: 1, updatedTs: 0 })
      .onConflictDoUpdate({ target: settings.path, set: { value } });
  await put({
    top7: { price: 2100, days: 7, placement: "results" },
    home7: { price: 1, days: 1, placement: "home", off: true },
  });
  const html = await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text();
  expect(html).toContain("21 lei");
  expect(html).not.toContain('value="home7"');
  expect((await order({ package: "home7" })).status).toBe(422);

  vi.spyOn(console, "warn").mockImplementation(() => {});
  await put({ top7: { price: "free" } });
  expect(await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text()).toContain("19 lei");
  await db.delete(settings);
});

test("GET /tutoring/{id}/promote says when days add up", async () => {
  const { app, teacher, jar, stripe, order, id } = await scene();
  await order();
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const html = await (await app.get(`/tutoring/${id}/promote`, { as: jar })).text();
  expect(html).toContain("Your listing is promoted");
  expect(html).toContain("The days add up: it begins on 27 Nov 2026 and runs until 4 Dec 2026");
  app.clock.now += 8 * DAY_MS;
  const then = await app.get(`/tutoring/${id}/promote`, { as: await signedIn(app, teacher) });
  expect(await then.text()).toContain("If it begins today, it runs until 5 Dec 2026");
});

test("POST /tutoring/{id}/promote waits eight seconds for a silent Stripe, and leaves an order that goes on", async () => {
  const own = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  own.stripe.state.delayMs = 60_000;
  const alarms = new Map<number, () => void>();
  // No time passes but what the test lets pass.
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(((ring: () => void, ms = 0) => {
    alarms.set(ms, ring);
    return 0;
  }) as unknown as typeof setTimeout);
  const buyer = contextOf(own, own.teacher, "t");
  const answer = orderPromotion(buyer, own.id, { package: "top7", immediate_start: true });
  while (own.stripe.calls.length === 0) await ordersOf(own.id);
  alarms.get(8000)?.();
  expect(await answer).toMatchObject({ ok: false, refusal: { code: "unavailable", retryAfter: 30 } });
  expect(await ordersOf(own.id)).toMatchObject([{ state: "created" }]);
  timers.mockRestore();
  // Stripe answers at last, and the buyer who tries again pays for the same order.
  own.stripe.state.delayMs = 0;
  alarms.get(60_000)?.();
  const again = await own.order();
  expect(again.headers.get("location")).toBe(own.stripe.last().url);
  expect(await ordersOf(own.id)).toMatchObject([{ state: "open" }]);
});
