import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listings, orders } from "@/db/schema";
import { app, db, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, createTeacher, mailsTo, signIn, updateRow } from "../../helpers/factories";
import {
  createPromotionFixture,
  DAY_MS,
  expectOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

async function ordered(...listing: Parameters<typeof createPromotionFixture>) {
  const fixture = await createPromotionFixture(...listing);
  await fixture.placeOrder();
  const path = `/payment-complete/${fixture.stripe.last().id}`;
  const look = async (as = fixture.jar, prefix = "") => {
    const answer = await app.get(prefix + path, { as });
    return { answer, html: await answer.text() };
  };
  return { ...fixture, path, look };
}

test("GET /payment-complete/{session} before the webhook applies the payment and shows it as paid", async () => {
  const { stripe, look, id, teacher } = await ordered();
  const session = stripe.pay();
  const { answer, html } = await look();
  expect(answer.status).toBe(200);
  expectText(html, "Payment received, thank you", "Nov 20, 2026, 11:00 AM – Nov 27, 2026, 11:00 AM");
  expect(html).toMatch(/<dt[^>]*>Invoice<\/dt><dd[^>]*><a href="\/invoices\/CAT-\d+">CAT-\d{6}<\/a>/);
  expect(answer.headers.get("refresh")).toBeNull();
  await stripe.report("checkout.session.completed", session);
  expect(await listPromotions(id)).toHaveLength(1);
  expect(await mailsTo(teacher.email)).toHaveLength(1);
});

test("GET /payment-complete/{session} after the webhook shows it as paid without a call to Stripe", async () => {
  const { stripe, look } = await ordered();
  await stripe.report("checkout.session.completed", stripe.pay());
  const calls = stripe.calls.length;
  const { html } = await look(undefined, "/ro");
  expect(html).toContain("Am primit plata, vă mulțumim");
  expect(html).toMatch(/>Factură<\/dt><dd[^>]*><a href="\/ro\/invoices\/CAT-\d+">/);
  expect(stripe.calls).toHaveLength(calls);
});

test("GET /payment-complete/{session} is for the buyer and admins only", async () => {
  const { stripe, look, path } = await ordered();
  const before = stripe.calls.length;
  expect((await look(await signIn(await createTeacher()))).answer.status).toBe(404);
  await expectRedirect(app.get(path), `/sign-in?next=${path}`, 302);
  expect(stripe.calls).toHaveLength(before);
  expect((await look(await signIn(await createAdmin()))).answer.status).toBe(200);
  for (const wrong of ["nonsense", "cs_test_unknown", "%00", "%7BCHECKOUT_SESSION_ID%7D"]) {
    await expectStatus(
      app.get(`/payment-complete/${wrong}`, {
        as: await createAdmin(),
      }),
      404,
    );
  }
});

test("GET /payment-complete/{session} shows each final state of a payment", async () => {
  const { stripe, look, id } = await ordered();
  const session = stripe.last();
  expect((await look()).html).toContain("This order is not paid yet");
  expect((await look()).html).toContain(session.url ?? "-");

  stripe.payLater(session);
  const processing = await look();
  expect(processing.html).toContain("Your payment is being processed");
  expect(processing.answer.headers.get("refresh")).toBe("30");

  stripe.fail(session);
  expect((await look()).html).toContain("The payment did not go through");
  await expectOrders(id, { state: "failed" });

  const lost = { state: "refunded", refundedAmount: 1900, disputeLoss: 1900 } as const;
  await db.update(orders).set(lost).where(eq(orders.listingId, id));
  const { html } = await look();
  expect(html).toContain("your bank returns the money");
  expect(html, "this site sends no refund").not.toContain("5 to 10 days");
});

test("GET /payment-complete/{session} of an expired checkout says that nothing was charged", async () => {
  const { stripe, look, id } = await ordered();
  stripe.expire();
  expect((await look()).html).toContain("The order was closed without a payment");
  await expectOrders(id, { state: "expired" });
});

test("GET /payment-complete/{session} for a listing paused meanwhile shows the refund", async () => {
  const { stripe, look, id } = await ordered();
  await updateRow(listings, id, { state: "paused" });
  stripe.pay();
  const { html } = await look();
  expectText(html, "Your payment is being refunded", "the listing could no longer be promoted");
});

test("GET /payment-complete/{session} while Stripe is unreachable says that payment is being checked, and reloads", async () => {
  const { stripe, look, id } = await ordered();
  stripe.pay();
  stripe.state.down = true;
  const { answer, html } = await look();
  expect(answer.status).toBe(200);
  expect(html).toContain("We are checking your payment");
  expect(answer.headers.get("refresh")).toBe("10");
  await expectOrders(id, { state: "open" });
  stripe.state.down = false;
  expect((await look()).html).toContain("Payment received, thank you");
});

test("GET /payment-complete/{session} of a promotion that starts later shows the start", async () => {
  const { stripe, teacher, jar, placeOrder } = await ordered();
  await stripe.report("checkout.session.completed", stripe.pay());
  await placeOrder({ package: "top14", immediate_start: "1" });
  const later = stripe.pay();
  const html = await app.read(`/payment-complete/${later.id}`, { as: jar });
  expect(html).toContain("begins on Nov 27, 2026, 11:00 AM");
  app.clock.now += 7 * DAY_MS;
  const then = await app.get(`/payment-complete/${later.id}`, { as: teacher });
  expect(await then.text()).toContain("is promoted until Dec 11, 2026, 11:00 AM");
});
