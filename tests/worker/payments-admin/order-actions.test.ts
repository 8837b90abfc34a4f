import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { disputes, mailOutbox, paymentEvents, promotions } from "@/db/schema";
import { addDays, toDay } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import type { Jar } from "../../helpers/app";
import {
  app,
  db,
  expectNoText,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
} from "../../helpers/app";
import { createAdmin, mailsTo, signIn, templatesTo, updateRow } from "../../helpers/factories";
import {
  createPaidOrder,
  DAY_MS,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

let fixture: Awaited<ReturnType<typeof createPaidOrder>>;
let admin: Jar;
let orderId: string;

/** A paid order of 19 lei, and an admin. */
beforeEach(async () => {
  fixture = await createPaidOrder();
  admin = await signIn(await createAdmin());
  orderId = fixture.orderId;
});

type Form = Record<string, string>;
const path = (action: string, id = orderId) => `/admin/orders/${id}/${action}`;
/** A refund is sent as its confirmation sends it. */
const CONFIRMED = { reason_code: "other", step: "confirm" };
const send = (action: string, form: Form, as = admin) =>
  app.post(path(action), { as, form: { ...CONFIRMED, ...form } });
const page = async (query = "") => (await app.get(`/admin/orders/${orderId}${query}`, { as: admin })).text();

/** The hidden fields of a form on the page. */
async function expected(action: string): Promise<string> {
  const form = (await page()).split(`action="/admin/orders/${orderId}/${action}"`)[1]?.split("</form>")[0];
  return form?.match(/name="expected" value="(\d+)"/)?.[1] ?? "none";
}

/** Stripe's reasons of the refunds that were sent. */
const sentReasons = () =>
  fixture.stripe
    .callsTo("/v1/refunds")
    .filter(({ method }) => method === "POST")
    .map(({ params }) => params.get("reason"));

const state = async () => (await listOrders(fixture.id))[0];
const templates = async () => await templatesTo(fixture.teacher.email);

describe("POST /admin/orders/{id}/refund", () => {
  it("refunds a part, typed in lei, and mails the buyer the reason", async () => {
    await expectRedirect(
      send("refund", {
        amount: "4,50",
        reason: "Two days <late>",
        expected: await expected("refund"),
      }),
      `/admin/orders/${orderId}?done=refund`,
    );
    expect(await state()).toMatchObject({ state: "partially_refunded", refundedAmount: 450 });
    expect(await listRefunds(orderId)).toMatchObject([{ kind: "refund", amount: 450, state: "sent" }]);
    expect((await mailsTo(fixture.teacher.email)).some(({ text }) => text.includes("Two days <late>"))).toBe(
      true,
    );
    const event = { id: "evt_words", type: "refund.created", outcome: "ignored", orderId } as const;
    await db.insert(paymentEvents).values({ ...event, payload: "{}", createdTs: 1, receivedTs: 1 });
    const html = await page("?done=refund");
    expectText(
      html,
      "refund was sent",
      "4.50 lei",
      "Two days &lt;late&gt;",
      "14.50 lei",
      "Credit note",
      "Stripe: a refund was created",
      "Changed nothing",
    );
    expect(html).not.toContain("notice--danger");
  });

  it("asks before it refunds, and keeps what was typed", async () => {
    expect(await page()).toMatch(/<input[^>]*name="amount"[^>]*value="19"/);
    const typed = { amount: "19", reason_code: "duplicate", reason: "Sorry!" };
    const form = { ...typed, expected: await expected("refund"), step: "" };
    const question = await expectPage(send("refund", form), 200);
    const { firstName, lastName } = fixture.teacher;
    expectText(
      question,
      `Return 19 lei to ${firstName} ${lastName} for order ${orderId}?`,
      "Paid twice",
      'name="amount" value="19"',
    );
    expect(await listRefunds(orderId), "nothing was sent").toEqual([]);

    const change = await (await send("refund", { ...form, step: "change" })).text();
    expect(change).toMatch(/<option[^>]*value="duplicate"[^>]*selected/);
    expect(change).toContain("Sorry!");

    await expectStatus(send("refund", { ...form, step: "confirm" }), 303);
    expect(await listRefunds(orderId)).toMatchObject([
      { amount: 1900, state: "sent", reasonCode: "duplicate" },
    ]);
    expect(sentReasons()).toEqual(["duplicate"]);
  });

  it("mails the reason in the buyer's language; Stripe gets only reasons that it knows", async () => {
    await send("refund", {
      amount: "4",
      reason_code: "outage",
      reason: "",
      expected: await expected("refund"),
    });
    const [mail] = (await mailsTo(fixture.teacher.email)).filter(({ template }) => /refunded/.test(template));
    expect(mail?.text).toMatch(/The site did not work|Site-ul nu a funcționat/);
    expect(await listRefunds(orderId)).toMatchObject([{ reasonCode: "outage" }]);
    expect(sentReasons()).toEqual([null]);
    expect(await page("?done=refund")).toContain("The site did not work");
  });

  it("a form sent twice refunds once, in parallel or after a day", async () => {
    const form = { amount: "4", reason: "Two days late", expected: await expected("refund") };
    await Promise.all([send("refund", form), send("refund", form), send("refund", form)]);
    expect(await state()).toMatchObject({ refundedAmount: 400 });
    app.clock.now += DAY_MS / 2;
    const html = await expectPage(send("refund", form), 409);
    expectText(html, "Two days late", 'value="1500"');
    expect(await listRefunds(orderId)).toHaveLength(1);
  });

  it("returns 422 with the typed values and refunds nothing", async () => {
    const refundable = await expected("refund");
    for (const [amount, message] of [
      ["19.01", "At most 19 lei"],
      ["0", "0.01 or more"],
      ["-4", "0.01 or more"],
      ["four", "Enter a number"],
      ["1.234", "Enter a number"],
    ] as const) {
      const answer = await send("refund", { amount, reason: " ", expected: refundable });
      expect([amount, answer.status]).toEqual([amount, 422]);
      const html = await answer.text();
      expectText(html, message, `value="${amount}"`, "<title>Error");
      expect(html).toMatch(/href="#field-refund-amount"/);
      expect(html).toMatch(/href="#field-refund-reason"/);
    }
    expect(await listRefunds(orderId)).toEqual([]);
  });
});

describe("POST /admin/orders/{id}/withdraw", () => {
  /** Two days after the payment, with the day of the payment. */
  async function twoDaysLater() {
    const paidOn = toDay(app.clock.now);
    app.clock.now += 2 * DAY_MS;
    admin = await signIn(await createAdmin());
    return paidOn;
  }

  it("shows how the refund of the message's day is computed, then ends the promotion and tells the buyer", async () => {
    const paidOn = await twoDaysLater();
    const today = await expectPage(send("withdraw", { withdrawn_on: toDay(app.clock.now), step: "" }), 200);
    expectText(today, "refund 13.58 lei?", "2 of 7", "begun by the start of that day");
    const question = await expectPage(send("withdraw", { withdrawn_on: paidOn, step: "" }), 200);
    expectText(
      question,
      "2.71 lei (19 lei × 1 / 7, rounded down)",
      "1 of 7",
      "refund 16.29 lei?",
      "promotion ends now",
    );
    expect(await listRefunds(orderId), "nothing was sent").toEqual([]);

    const form = { withdrawn_on: paidOn, expected: "1629" };
    const answers = await Promise.all([send("withdraw", form), send("withdraw", form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await listRefunds(orderId)).toMatchObject([{ kind: "withdrawal", amount: 1629, state: "sent" }]);
    expect((await listPromotions(fixture.id))[0]?.stoppedTs).toBe(app.clock.now);
    const withdrawnTs = (await state())?.withdrawnTs ?? 0;
    expect(toDay(withdrawnTs)).toBe(paidOn);
    expect(await templates()).toContain("withdrawal_confirmed");
    expect(await page()).not.toContain(path("withdraw"));

    const dispute = {
      id: "dp_1",
      orderId,
      status: "needs_response",
      reason: "general",
      amount: 1900,
      createdTs: 1,
    };
    await db.insert(disputes).values(dispute);
    await db.update(mailOutbox).set({ state: "sent", sentTs: app.clock.now, text: "", html: "" });
    const evidence = (await page()).split("Evidence for the reply")[1] ?? "";
    expectText(evidence, "The buyer withdrew from the contract on", formatDate(withdrawnTs, "en"));
    // Mails that have left, whose text is no longer stored.
    expect(evidence).toMatch(/- [^(]*withdrawal[^(]* \(Nov 2\d, 2026/i);
    await updateRow(disputes, dispute.id, { status: "lost", closedTs: 1 });
    const lost = await page();
    expectText(lost, "Open at Stripe");
    expect(lost).not.toContain("Evidence for the reply");
  });

  it("leads back to the task of the message, whose day it fills in, and on in a run", async () => {
    const id = "contactmessage000000";
    const paidOn = await twoDaysLater();
    const task = `contact:${id}`;
    const html = await page(`?task=${task}&withdrawn_on=${paidOn}`);
    expect(html).toContain(`href="/admin/follow-up/contact:${id}"`);
    expect(html).toMatch(new RegExp(`name="withdrawn_on"[^>]*value="${paidOn}"`));
    expect(html).toMatch(/<details[^>]* open=""[^>]*><summary>Withdrawal from the contract/);
    const from = { task, run: "0.1.contact:x" };
    const form = { withdrawn_on: paidOn, expected: "1629" };
    const done = paths.adminOrder(orderId, { done: "withdraw", ...from });
    const answer = app.post(withQuery(path("withdraw"), from), {
      as: admin,
      form: { ...CONFIRMED, ...form },
    });
    await expectRedirect(answer, done);
    const after = await page(done.slice(done.indexOf("?")));
    expectText(
      after,
      `href="${paths.followUpRow(`contact:${id}`, { run: from.run })}"`,
      `href="${paths.nextTask({ after: from.run })}"`,
    );
    // The message can be closed at once: the buyer got a confirmation.
    expectText(
      after,
      `action="${paths.followUpRow(task, { run: from.run })}"`,
      'name="outcome" value="Withdrawal recorded"',
    );
  });

  it("refuses a wrong day, a day without a right to withdraw, and another amount", async () => {
    const paidOn = await twoDaysLater();
    const day = (withdrawn_on: string, step = "") => send("withdraw", { withdrawn_on, expected: "1", step });
    expect(await expectPage(day(addDays(paidOn, 3)), 422)).toContain("in the future");
    expect(await expectPage(day("32.13.2026"), 422)).toContain("Enter a date");
    await expectStatus(day(paidOn, "confirm"), 409);
    app.clock.now += 20 * DAY_MS;
    admin = await signIn(await createAdmin());
    expect(await expectPage(day(toDay(app.clock.now)), 409)).toContain(
      "the 14 days for a withdrawal were over",
    );
    expect(await listRefunds(orderId)).toEqual([]);
  });
});

it("POST /admin/orders/{id}/transfer asks, then records how a returned refund was paid, which ends its task; the form may be sent again", async () => {
  await send("refund", { amount: "19", reason: "Sorry", expected: await expected("refund") });
  const { stripe, session } = fixture;
  const returned = stripe.event("refund.failed", stripe.failRefund(session));
  await stripe.send(returned);
  const task = paths.followUpRow(`payments:${returned.id}`);
  const owes = await app.read(task, { as: admin });
  expect(owes).toContain(`href="${paths.adminOrder(orderId, { task: `payments:${returned.id}` })}`);
  expect(owes).toMatch(new RegExp(`href="mailto:${fixture.teacher.email}\\?subject=[^"]*IBAN`));
  const owed = await page();
  expect(owed).toContain("Not received by the buyer");
  const again = { amount: "19", reason: "Sorry", step: "", expected: await expected("refund") };
  for (const html of [owed, await expectPage(send("refund", again), 200)])
    expect(html).toContain("another one will probably fail too");
  expect(owed).toMatch(
    new RegExp(`<input[^>]*value="${orderId}"[^>]*name="reference"|name="reference"[^>]*value="${orderId}"`),
  );
  const [refund] = await listRefunds(orderId);
  const form = { transferred_on: toDay(app.clock.now), reference: " OP 17 ", expected: refund?.id ?? "" };
  const wrong = await expectPage(send("transfer", { ...form, reference: " ", transferred_on: "1.2" }), 422);
  expect(wrong.match(/class="field__error/g)).toHaveLength(2);
  // The bank may return the money to the buyer.
  await stripe.dispute("created", session, "needs_response");
  expectNoText(await page(), path("transfer"));
  expect(await expectPage(send("transfer", form), 409)).toContain("has not decided the dispute");
  await stripe.dispute("closed", session, "won");
  // An alert that was closed meanwhile leaves the refund as it is.
  const setClosed = (closedTs: number | null) =>
    db.update(paymentEvents).set({ closedTs }).where(eq(paymentEvents.id, returned.id));
  await setClosed(app.clock.now);
  const question = await expectPage(send("transfer", { ...form, step: "" }), 200);
  await setClosed(null);
  expect(question).toContain("its promotion ends");
  expect(question).toMatch(/autofocus=""><section[^>]*transfer-confirmation/);
  // A promotion that has ended keeps its end.
  await db.update(promotions).set({ endsTs: app.clock.now });
  expect(await expectPage(send("transfer", { ...form, step: "" }), 200)).toContain(
    "promotion has already ended",
  );
  expect(question).toMatch(/Record that 19 lei was transferred to [^?]+ on [^?]+2026\?/);
  expect(question).toContain('name="reference" value=" OP 17 "');
  expect(await state()).toMatchObject({ state: "fulfilled" });
  for (const _ of [1, 2])
    await expectRedirect(send("transfer", form), `/admin/orders/${orderId}?done=transfer`);
  const html = await page("?done=transfer");
  expect(await listPromotions(fixture.id)).toMatchObject([{ stoppedTs: null }]);
  expectText(html, "The transfer is recorded", "Bank transfer: OP 17", "Paid by bank transfer");
  expectNoText(html, "has not received", "notice--danger");
  await expectStatus(app.get(task, { as: admin }), 404);
  expect(await expectPage(send("transfer", { ...form, reference: "OP 18" }), 409)).toContain(
    "already recorded as paid by bank transfer",
  );
  // It left another account than that of Stripe. Dates of a series do not go back, and other tests are later.
  const period = { from: "2026-11-01", to: "2026-12-31" };
  expect(await app.read(paths.adminMoney(period), { as: admin })).toMatch(
    /Refunded by bank transfer, not by Stripe<\/dt><dd[^>]*><a href="[^"]*figure=transferred/,
  );
  const buyer = await signIn(fixture.teacher);
  expect(await app.read(paths.ownOrder(orderId), { as: buyer })).toMatch(
    /19 lei refunded by bank transfer|V-am rambursat 19 lei prin transfer bancar/,
  );
});

it("GET of a form's action URL redirects to the page with the form, for example when an error page is reloaded", async () => {
  const order = `/admin/orders/${orderId}`;
  for (const [from, to] of [
    [path("withdraw"), order],
    [path("refund"), order],
    [path("transfer"), order],
    [path("revoke"), order],
    [path("credit"), order],
    [`/ro${path("refund")}`, `/ro${order}`],
  ] as const) {
    const answer = await app.get(from, { as: admin });
    expect([from, answer.status, answer.headers.get("location")]).toEqual([from, 303, to]);
  }
  await expectStatus(app.get(path("refund", "nonsense"), { as: admin }), 404);
});

it("POST /admin/orders/{id}/revoke asks first, then ends the promotion without a refund and mails the buyer; a second call does nothing", async () => {
  const form = { reason: "The listing sells essays" };
  const question = await expectPage(send("revoke", { ...form, step: "" }), 200);
  expectText(question, "Stop the promotion of", "cannot be resumed", form.reason);
  expect((await listPromotions(fixture.id))[0]?.stoppedTs, "nothing has ended").toBeNull();
  expect(await expectPage(send("revoke", { ...form, step: "change" }), 200)).toContain(
    `>${form.reason}</textarea>`,
  );
  const answer = await send("revoke", form);
  expect(answer.headers.get("location")).toBe(`/admin/orders/${orderId}?done=revoke`);
  expect((await listPromotions(fixture.id))[0]?.stoppedTs).toBe(app.clock.now);
  expect(await state()).toMatchObject({ state: "fulfilled", refundedAmount: 0 });
  const sentTemplates = await templates();
  const html = await page();
  expectText(html, "Promotion stopped", "Olga Admin", "The listing sells essays");
  expectNoText(html, path("revoke"), path("credit"));
  await expectStatus(send("revoke", form), 409);
  expect(await templates()).toEqual(sentTemplates);
  await expectStatus(send("revoke", { reason: "" }), 422);
});

describe("POST /admin/orders/{id}/credit", () => {
  it("adds days once, however often the form is sent", async () => {
    const ends = (await listPromotions(fixture.id))[0]?.endsTs ?? 0;
    const form = { days: "3", reason: "The site was down", expected: await expected("credit") };
    const answers = await Promise.all([send("credit", form), send("credit", form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    app.clock.now += DAY_MS / 2;
    await expectStatus(send("credit", form), 409);
    expect((await listPromotions(fixture.id))[0]?.endsTs).toBe(ends + 3 * DAY_MS);
    expect(await page("?done=credit")).toContain("3 days");
  });

  it("returns 422 for an invalid number of days", async () => {
    const ends = await expected("credit");
    for (const days of ["", "0", "61", "1.5", "1e1", "0x7", "many"]) {
      const answer = await send("credit", { days, reason: "The site was down", expected: ends });
      expect([days, answer.status]).toEqual([days, 422]);
      expect(await answer.text()).toMatch(/href="#field-credit-days"/);
    }
  });
});
