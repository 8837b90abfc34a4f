import { TEXTS } from "@locales/index";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { invoices, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { TRANSITIONS } from "@/features/promotions/orders/order-transitions";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";
import { createPaymentsFixture, listLinkedIds, type PaymentsFixture, readAllPages } from "./payments-fixture";

let fixture: PaymentsFixture;

beforeEach(async () => {
  for (const table of [refunds, invoices, promotions, orders]) await db.delete(table);
  fixture = await createPaymentsFixture();
});

describe("GET /admin/orders", () => {
  it("lists orders, newest first, with item, price, buyer and state", async () => {
    const { now } = app.clock;
    const oldest = await fixture.order({
      createdTs: now - DAY_MS,
      state: "partially_refunded",
      refundedAmount: 450,
    });
    const newest = await fixture.order({ placement: "home", days: 30, amount: 12_050 });
    const html = await fixture.page("/admin/orders");
    expect(listLinkedIds(html)).toEqual([newest, oldest]);
    expectText(
      html,
      fixture.owner.email,
      "Promoted on the home page, 30 days",
      "120.50 lei",
      "4.50 lei refunded",
    );
  });

  it("pages through all orders, each once, with and without a state filter", async () => {
    const { now } = app.clock;
    const ids: string[] = [];
    // Orders are created in pairs at the same time: the cursor must distinguish them.
    for (let n = 0; n < 45; n++) {
      ids.push(
        await fixture.order({
          createdTs: now - Math.floor(n / 2),
          state: n % 3 === 0 ? "refunded" : "fulfilled",
        }),
      );
    }
    const all = await readAllPages(fixture.page, "/admin/orders");
    expect(all.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(all.flat().sort()).toEqual(ids.toSorted());
    const pages = await readAllPages(fixture.page, "/admin/orders?state=fulfilled");
    expect(pages.flat().sort()).toEqual(ids.filter((_, n) => n % 3 !== 0).sort());
    expect(listLinkedIds(await fixture.page("/admin/orders?after=nonsense"))).toHaveLength(20);
    expect(listLinkedIds(await fixture.page("/admin/orders?state=nonsense"))).toHaveLength(20);
  });

  it("finds an order by any of its ids, the listing or the buyer", async () => {
    const { now } = app.clock;
    const otherTeacher = await createTeacher();
    await fixture.order({ buyerId: otherTeacher.id, listingId: null, createdTs: now - 1 });
    const id = await fixture.order({ checkoutSessionId: "cs_test_A1", paymentIntentId: "pi_A1" });
    const refund = await fixture.refund(id, { stripeRefundId: "re_A1" });
    await fixture.invoice(id, { number: 17 });
    const event = await fixture.event({ orderId: id });
    const known = [id, ` ${id.toUpperCase()} `, fixture.listing.id, fixture.owner.email.toUpperCase()];
    for (const query of [...known, "cs_test_A1", "pi_A1", "re_A1", refund, "17", "CAT-000017", event]) {
      const html = await fixture.page(`/admin/orders?q=${encodeURIComponent(query)}`);
      expect(listLinkedIds(html), query).toEqual([id]);
    }
    for (const query of [
      newId(),
      "cs_test_a1",
      "18",
      "nobody@example.test",
      "' or 1=1 --",
      "%",
      "999999999999999999",
    ]) {
      const html = await fixture.page(`/admin/orders?q=${encodeURIComponent(query)}`);
      expect(listLinkedIds(html), query).toEqual([]);
      expect(html).toContain("No orders found");
    }
  });
});

describe("GET /admin/orders/{id}", () => {
  it("shows the order, its payments, its promotion and its history", async () => {
    const { now } = app.clock;
    const id = await fixture.order({
      state: "partially_refunded",
      refundedAmount: 500,
      checkoutSessionId: `cs_${newId()}`,
      paymentIntentId: `pi_${newId()}`,
      fee: 137,
    });
    await fixture.promotion(id);
    await fixture.invoice(id, { number: 40 });
    await fixture.invoice(id, { number: 41, kind: "credit_note", amount: 500, vatAmount: 87 });
    const event = await fixture.event({ orderId: id });
    await fixture.refund(id, {
      reason: "Two days <b>late</b>",
      actorId: fixture.admin.id,
      stripeRefundId: "re_B1",
    });
    const html = await fixture.page(`/admin/orders/${id}`);
    expectText(
      html,
      fixture.owner.email,
      "19 lei",
      "3.30 lei",
      "Stripe’s fee",
      "1.37 lei",
      "21%",
      "Two days &lt;b&gt;late&lt;/b&gt;",
      "Olga Admin",
      "re_B1",
      "Invoice CAT-000040",
      'href="/invoices/CAT-000041"',
      `/events/${event}"`,
      `href="/admin/listings/${fixture.listing.id}"`,
      "Running",
      "−5 lei",
    );
    expect(html).not.toContain("do not match the amount paid");
    const romanian = await fixture.page(`/ro/admin/orders/${id}`);
    expectText(romanian, "Factura CAT-000040", "Decisă de un administrator", "În curs");
    const ended = await fixture.order();
    await fixture.promotion(ended, { startsTs: now - 8 * DAY_MS, endsTs: now });
    expect(await fixture.page(`/admin/orders/${ended}`)).toContain("Ended");
  });

  it("has labels for every transition and every decision, in both languages", () => {
    const expected = [
      ...Object.keys(TRANSITIONS),
      "restored",
      "pulled_forward",
      "pushed_back",
      "refund_decided",
      "created",
    ];
    for (const { actions } of [TEXTS["payments-admin"]?.en, TEXTS["payments-admin"]?.ro] as {
      actions: object;
    }[]) {
      expect(Object.keys(actions).sort()).toEqual(expected.toSorted());
    }
  });

  it("warns of a payment without promotion, a promotion without payment, or a different invoice total", async () => {
    const unpromoted = await fixture.order();
    await fixture.invoice(unpromoted);
    expect(await fixture.page(`/admin/orders/${unpromoted}`)).toContain("is paid but has no promotion");
    const unpaid = await fixture.order({ state: "expired", paidTs: null });
    await fixture.promotion(unpaid);
    const html = await fixture.page(`/admin/orders/${unpaid}`);
    expect(html).toContain("is not paid but has a promotion");
    expect(html).not.toContain("do not match the amount paid");
    const mismatched = await fixture.order({ refundedAmount: 1, state: "partially_refunded" });
    await fixture.invoice(mismatched);
    expect(await fixture.page(`/admin/orders/${mismatched}`)).toContain("do not match the amount paid");
  });

  it("says what a buyer has not received after a returned refund, until it is paid: a closed task alone does not end that", async () => {
    const id = await fixture.order();
    await fixture.refund(id, { state: "failed", stripeRefundId: `re_${id}`, amount: 1900 });
    const event = `evt_${id}`;
    await fixture.event({
      id: event,
      orderId: id,
      type: "refund.failed",
      outcome: "alert",
      detail: `refund re_${id} failed`,
      // Erasing the buyer reduces the event to this.
      payload: JSON.stringify({
        data: { object: { id: `re_${id}`, failure_reason: "expired_or_canceled_card" } },
      }),
    });
    const row = paths.followUpRow(`payments:${event}`);
    const order = await fixture.page(`/admin/orders/${id}`);
    expectText(order, "The buyer has not received", `href="${row}"`);
    expect(order).not.toContain("expired_or_canceled_card");
    expect(await fixture.page("/admin/payments/summary")).toContain("still to refund");
    // It is owed now, not in a month that has ended.
    const earlier = await fixture.page("/admin/payments/summary?from=2020-01-01&to=2020-01-31");
    expect(earlier).not.toContain("still to refund");
    const task = await fixture.page(row);
    expectText(
      task,
      "The card has expired or was canceled",
      "19 lei",
      "19 lei",
      `/admin/orders/${id}`,
      `/admin/users/${fixture.owner.id}`,
      'href="mailto:',
      "record the transfer at the order",
    );
    expect(task).not.toMatch(/accesskey="a"/i);
    expect(await fixture.page("/admin")).toMatch(/\/admin\/follow-up\/payments:[^"]*">Refund returned/);

    // The links to what is owed lead to the task, also while it is snoozed.
    const snooze = {
      version: "0",
      since: task.match(/name="since" value="(\d+)"/)?.[1] ?? "",
      intent: "week",
    };
    await expectStatus(app.post(row, { form: snooze, as: fixture.as }), 303);
    const queue = await fixture.page(paths.followUp({ queue: "payments" }));
    expect(queue.split("<h2>Snoozed</h2>")[1]).toContain(`href="${row}`);

    const form = { version: "1", since: task.match(/name="since" value="(\d+)"/)?.[1] ?? "", intent: "done" };
    const post = (more: Record<string, string>) =>
      app.post(row, { form: { ...form, ...more }, as: fixture.as });
    expect(await expectPage(post({ outcome: " " }), 422)).toContain("Write what was done");
    // Also saved, an outcome closes the task, which the next page says.
    const saved = await post({ intent: "save", outcome: "Transfer bancar" });
    const location = saved.headers.get("location") ?? "";
    expect(location).toContain("done=done");
    expect(await fixture.page(location)).toMatch(/>Payment alerts: [^<]/);
    const closed = await fixture.page(`/admin/orders/${id}`);
    expectText(closed, "Transfer bancar", "The buyer has not received", `/admin/orders/${id}/transfer`);
    // The form of another refund names it, also long after.
    expect(closed).toContain("do not refund it again");
    const summary = await fixture.page("/admin/payments/summary");
    expectText(summary, "still to refund", `href="/admin/orders/${id}"`);
    await fixture.refund(id, { state: "sent", amount: 1900, createdTs: app.clock.now + 1 });
    await db.update(paymentEvents).set({ closedTs: null }).where(eq(paymentEvents.id, event));
    const paid = await fixture.page(`/admin/orders/${id}?task=payments:${event}`);
    expect(paid).not.toMatch(/The buyer has not received|\/transfer/);
    expectText(await fixture.page(row), "There is nothing to transfer");
    expect(await fixture.page("/admin/payments/summary")).not.toContain(`href="/admin/orders/${id}"`);
  });

  it("shows an order without a buyer", async () => {
    const erased = await fixture.order({ listingId: null, buyerId: null });
    await fixture.invoice(erased);
    const html = await fixture.page(`/admin/orders/${erased}`);
    expect(html).toContain("Deleted account");
    expect(html).not.toContain("notice--danger");
  });
});

it("GET /admin counts payment alerts and pending refunds", async () => {
  await db.delete(paymentEvents);
  await fixture.event({ outcome: "mismatch" });
  await fixture.event();
  const id = await fixture.order({ state: "disputed" });
  await fixture.refund(id, { state: "pending" });
  const html = await fixture.page("/admin");
  expect(html).toMatch(/<a href="\/admin\/follow-up\?queue=payments">1<\/a>/);
  expect(html).toMatch(/Refunds being sent to Stripe<\/dt><dd[^>]*>1</);
});
