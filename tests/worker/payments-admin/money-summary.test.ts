import { beforeEach, describe, expect, it } from "vitest";
import { disputes, invoices, orders, promotionPlacements, promotions, refunds } from "@/db/schema";
import { getMoneySummary } from "@/features/payments-admin";
import { reconcileFees, recordTransfer, refundOrder } from "@/features/promotions";
import { applyCheckoutSession } from "@/features/promotions/sessions/apply-checkout-session";
import type { Stripe } from "@/platform/stripe";
import { addDays, DAY_MS, type Day, toDay } from "@/shared/dates";
import { toIsoTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { createSeededRandom } from "../../../dev/stubs/seeded-random";
import { bearer, createAccessToken, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { createAdmin } from "../../helpers/factories";
import {
  createJobContext,
  createOpenOrder,
  createPromotionFixture,
  createUserContext,
} from "../../helpers/promotion-fixture";
import { createPaymentsFixture, listLinkedIds, type PaymentsFixture } from "./payments-fixture";

beforeEach(async () => {
  for (const table of [promotionPlacements, disputes, refunds, invoices, promotions, orders])
    await db.delete(table);
});

const PACKAGES = [
  { package: "top7", days: 7, amount: 1900, vatAmount: 330 },
  { package: "top14", days: 14, amount: 2900, vatAmount: 503 },
  { package: "top30", days: 30, amount: 4950, vatAmount: 859 },
] as const;

/** A change of a figure on a day, as an accountant would note it. */
type Entry = {
  day: Day;
  package: string;
  figure: "taken" | "refunded" | "disputed" | "transferred" | "fees" | "vat";
  amount: number;
};

/** A random history of paid orders at Stripe, and its entries. */
async function createHistory(seed: number) {
  const fixture = await createPromotionFixture();
  const { stripe } = fixture;
  const admin = await createAdmin();
  const random = createSeededRandom(seed);
  const pick = (n: number) => Math.floor(random() * n);
  const entries: Entry[] = [];
  const paid: ReturnType<typeof toPaid>[] = [];
  const toPaid = (orderId: string, bought: (typeof PACKAGES)[number], session: Stripe.Checkout.Session) => ({
    orderId,
    bought,
    session,
    refunded: 0,
    disputed: 0,
    /** The part of `refunded` that Stripe paid, and the ids of the refunds that were returned. */
    byStripe: 0,
    returned: [] as { id: string; amount: number }[],
    dispute: null as { id: string; amount: number; status: string; fee: Entry } | null,
  });
  const note = ({ bought }: Pick<(typeof paid)[number], "bought">, figure: Entry["figure"], amount: number) =>
    entries.push({ day: toDay(app.clock.now), package: bought.package, figure, amount });

  /** Notes a change of what an order returned, with its VAT. */
  const noteReturn = (order: (typeof paid)[number], figure: "refunded" | "disputed", amount: number) => {
    const { amount: price, vatAmount } = order.bought;
    const vatOf = (returned: number) => Math.round((vatAmount * returned) / price);
    const before = vatOf(order.refunded + order.disputed);
    order[figure] += amount;
    note(order, figure, amount);
    note(order, "vat", before - vatOf(order.refunded + order.disputed));
  };

  async function pay() {
    const bought = PACKAGES[pick(3)] as (typeof PACKAGES)[number];
    const orderId = await createOpenOrder(fixture, bought);
    const session = stripe.pay();
    await applyCheckoutSession(createJobContext(), session);
    const order = toPaid(orderId, bought, session);
    paid.push(order);
    note(order, "taken", bought.amount);
    note(order, "fees", Math.round(bought.amount * 0.015) + 100);
    note(order, "vat", bought.vatAmount);
  }

  /** Notes a change of the amount that banks took and no refund returned. */
  const noteDisputed = (order: (typeof paid)[number]) => {
    const { bought, refunded, disputed, dispute } = order;
    const lost = dispute?.status === "lost" ? Math.min(dispute.amount, bought.amount - refunded) : 0;
    if (lost !== disputed) noteReturn(order, "disputed", lost - disputed);
  };

  const left = ({ bought, refunded, disputed }: (typeof paid)[number]) => bought.amount - refunded - disputed;

  async function refund(order: (typeof paid)[number]) {
    const amount = pick(2) ? left(order) : 1 + pick(left(order));
    const ctx = createUserContext(admin, "a");
    const input = { amount, reason_code: "goodwill", reason: `${pick(1e9)}` };
    expect(await refundOrder(ctx, { orderId: order.orderId }, input)).toMatchObject({ ok: true });
    order.byStripe += amount;
    noteReturn(order, "refunded", amount);
  }

  async function failRefund(order: (typeof paid)[number]) {
    const failed = stripe.failRefund(order.session);
    await expectStatus(stripe.report("refund.failed", failed), 200);
    order.byStripe -= failed.amount;
    order.returned.push({ id: failed.metadata?.refund_id ?? "", amount: failed.amount });
    noteReturn(order, "refunded", -failed.amount);
    noteDisputed(order);
  }

  async function transfer(order: (typeof paid)[number], { id, amount }: { id: string; amount: number }) {
    const input = { refund: id, transferred_on: toDay(app.clock.now), reference: `OP ${id}` };
    const ctx = createUserContext(admin, "a");
    const result = await recordTransfer(ctx, { orderId: order.orderId }, input);
    if (order.dispute?.status === "needs_response")
      return expect(result).toMatchObject({ refusal: { code: "conflict", reason: "order_disputed" } });
    if (amount > left(order)) return expect(result).toMatchObject({ ok: false });
    expect(result).toMatchObject({ ok: true });
    order.returned = order.returned.filter((refund) => refund.id !== id);
    note(order, "transferred", amount);
    noteReturn(order, "refunded", amount);
  }

  async function changeDispute(order: (typeof paid)[number], status: string) {
    const fee: Entry = {
      day: toDay(app.clock.now),
      package: order.bought.package,
      figure: "fees",
      amount: 0,
    };
    if (!order.dispute) entries.push(fee);
    order.dispute ??= {
      id: `du_${order.orderId}`,
      amount: order.bought.amount - order.byStripe,
      status,
      fee,
    };
    order.dispute.status = status;
    // Stripe returns the fee of a dispute that is won.
    order.dispute.fee.amount = status === "won" ? 0 : 7500;
    const dispute = {
      object: "dispute",
      id: order.dispute.id,
      amount: order.dispute.amount,
      currency: "ron",
      payment_intent: order.session.payment_intent,
      status,
    };
    await expectStatus(stripe.report("charge.dispute.closed", dispute), 200);
    noteDisputed(order);
  }

  for (let step = 0; step < 30; step++) {
    app.clock.now += pick(4 * DAY_MS);
    const order = paid[pick(paid.length)];
    const action = pick(5);
    const owed = paid.find(({ returned }) => returned.length > 0);
    if (owed?.returned[0] && pick(2)) await transfer(owed, owed.returned[0]);
    else if (!order || action < 2) await pay();
    else if (order.dispute) await changeDispute(order, ["lost", "won", "needs_response"][pick(3)] as string);
    else if (action === 2 && left(order) > 0) await refund(order);
    else if (action === 3 && order.byStripe > 0) await failRefund(order);
    else if (order.byStripe < order.bought.amount) await changeDispute(order, "needs_response");
    await reconcileFees(createJobContext());
  }
  // A buyer gets the money of a returned refund twice: by transfer, and by a dispute after it.
  await pay();
  const last = paid.at(-1) as (typeof paid)[number];
  await refund(last);
  await failRefund(last);
  for (const returned of last.returned) await transfer(last, returned);
  for (const status of ["needs_response", "lost"]) await changeDispute(last, status);
  await reconcileFees(createJobContext());
  return { ...fixture, admin, entries: entries.filter(({ amount }) => amount !== 0), random, paid };
}

/** The expected answer, from the entries alone. */
function recount(entries: readonly Entry[], from: Day, to: Day) {
  const inPeriod = entries.filter(({ day }) => day >= from && day <= to);
  const sum = (figure: Entry["figure"], of = inPeriod) =>
    of.filter((entry) => entry.figure === figure).reduce((total, { amount }) => total + amount, 0);
  const amounts = (of = inPeriod) => ({
    taken: sum("taken", of),
    refunded: sum("refunded", of),
    disputed: sum("disputed", of),
  });
  const payments = inPeriod.filter(({ figure }) => figure === "taken");
  const { taken, refunded, disputed } = amounts();
  const fees = inPeriod.some(({ figure }) => figure === "fees") ? sum("fees") : null;
  return {
    ...amounts(),
    fees,
    net: taken - refunded - disputed - (fees ?? 0),
    vat: sum("vat"),
    packages: [...Map.groupBy(inPeriod, (entry) => entry.package)]
      .map(([code, of]) => ({
        package: code,
        orders: payments.filter((entry) => entry.package === code).length,
        ...amounts(of),
      }))
      .sort((one, other) => (one.package < other.package ? -1 : 1)),
  };
}

it.each([13, 30])(
  "GET /api/admin/payments/summary equals a recount of random orders, refunds, transfers and disputes (seed %i)",
  async (seed) => {
    const { entries, random, paid, ...fixture } = await createHistory(seed);
    const { admin } = fixture;
    const { headers } = bearer((await signInByEmail(admin.email)).token);
    const first = entries[0]?.day ?? "";
    const today = toDay(app.clock.now);
    const periods = [[addDays(first, -400), addDays(today, 400)]];
    for (let n = 0; n < 6; n++) {
      const from = addDays(first, Math.floor(random() * 60));
      periods.push([from, addDays(from, Math.floor(random() * 30))]);
    }
    expect(new Set(entries.map(({ figure }) => figure)).size).toBe(6);
    for (const [from = "", to = ""] of periods) {
      const response = await app.get(`/api/admin/payments/summary?from=${from}&to=${to}`, { headers });
      expect(await response.json(), `${from} to ${to}`).toEqual({ content: recount(entries, from, to) });
    }
    // Stripe pays out what it did not refund, what banks did not take and its fees.
    const all = await getMoneySummary(createUserContext(admin, "a"), {
      from: addDays(first, -1),
      to: addDays(today, 1),
    });
    const atStripe = paid.map(
      ({ bought, byStripe, dispute }) =>
        bought.amount -
        (Math.round(bought.amount * 0.015) + 100) -
        byStripe -
        (dispute && dispute.status !== "won" ? dispute.amount + 7500 : 0),
    );
    expect(all.payout).toBe(atStripe.reduce((sum, amount) => sum + amount, 0));
  },
);

describe("GET /admin/payments/summary", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await createPaymentsFixture();
  });

  /** Text of the cell next to a term. */
  const readFigure = (html: string, term: string) =>
    html
      .match(new RegExp(`${term}</dt><dd>(.*?)</dd>`))?.[1]
      ?.replaceAll(/<[^>]*>/g, "")
      .replaceAll("\u00a0", " ");

  it("shows the invoices of the current month or of the given days, in Bucharest time", async () => {
    const readNet = async () => readFigure(await fixture.page("/admin"), "Net this month, VAT included");
    expect(await readNet()).toBe("0 lei");
    const earlier = await fixture.order({ fee: 129 });
    await fixture.invoice(earlier, { issuedTs: Date.parse("2026-10-31T21:59:59Z") });
    const [second, third] = [await fixture.order({ fee: 129 }), await fixture.order()];
    await fixture.invoice(second, { issuedTs: Date.parse("2026-10-31T22:00:00Z") });
    await fixture.invoice(third, { amount: 12_100, vatAmount: 2100 });
    await fixture.invoice(third, { kind: "credit_note", amount: 1000, vatAmount: 174 });
    await fixture.invoice(third, { kind: "invoice", reissued: true, amount: 400, vatAmount: 69 });
    await fixture.invoice(second, {
      kind: "credit_note",
      amount: 1900,
      disputedAmount: 1900,
      vatAmount: 330,
    });
    const html = await fixture.page("/admin/payments/summary");
    expect(
      [
        "Taken",
        "Refunded",
        "Lost in disputes",
        "Stripe’s fees",
        "Net, VAT included",
        "VAT in it, to declare",
        "Net without VAT",
      ].map((term) => readFigure(html, term)),
    ).toEqual(["140 lei", "−6 lei", "−19 lei", "−1.29 lei", "113.71 lei", "−19.95 lei", "93.76 lei"]);
    expect(await readNet()).toBe("113.71 lei");
    expect(html).toContain('href="/admin/invoices.csv?from=2026-11-01&amp;to=2026-11-20"');
    expect(readFigure(html, "Payments and disputes whose fee Stripe has not confirmed")).toBe("1");
    const { headers } = bearer(await createAccessToken(fixture.admin));
    const answer = await app.get(`${paths.apiAdminMoney()}?from=2026-11-01&to=2026-11-20`, {
      headers,
    });
    expect(await answer.json()).toMatchObject({ content: { taken: 14_000, fees: 129, net: 11_371 } });
    const october = await fixture.page("/ro/admin/payments/summary?from=1.10.2026&to=31.10.2026");
    expect(readFigure(october, "Încasat")).toBe("19 lei");
    const both = await fixture.page("/admin/payments/summary?from=2026-10-01&to=2026-11-30");
    expect(both).toContain('href="/admin/payments/summary?from=2026-10-01&amp;to=2026-10-31">October 2026');
    const readLastMonth = (page: string) =>
      page.match(/<a [^>]*href="[^"]*\?from=([\d-]+)&amp;to=([\d-]+)"[^>]*>Last month</)?.slice(1);
    expect(readLastMonth(html)).toEqual(["2026-10-01", "2026-10-31"]);
    app.clock.now = Date.UTC(2027, 0, 31, 12);
    const { jar } = await signInByEmail((await createAdmin()).email);
    const january = await app.read(paths.adminMoney(), { as: jar });
    expect(readLastMonth(january)).toEqual(["2026-12-01", "2026-12-31"]);
  });

  it("links each figure to its orders", async () => {
    const [kept, refunded, lost] = [
      await fixture.order({ fee: 129 }),
      await fixture.order(),
      await fixture.order(),
    ];
    const dispute = { orderId: refunded, reason: "fraudulent", amount: 500, createdTs: app.clock.now };
    await db.insert(disputes).values([
      { ...dispute, id: "du_lost", status: "lost", fee: 7500, closedTs: app.clock.now },
      { ...dispute, id: "du_open", status: "needs_response", orderId: kept, fee: null },
    ]);
    for (const id of [kept, refunded, lost]) await fixture.invoice(id);
    const refundedTs = app.clock.now + 60_000;
    await fixture.invoice(refunded, { kind: "credit_note", amount: 500, issuedTs: refundedTs });
    await fixture.invoice(lost, { kind: "credit_note", disputedAmount: 1900 });
    const html = await fixture.page("/admin/payments/summary");
    const links = new Map(
      [...html.matchAll(/href="(\/admin\/orders\?figure=(\w+)[^"]*)"/g)].map(([, href = "", name]) => [
        name,
        href.replaceAll("&amp;", "&"),
      ]),
    );
    const listIds = async (figure: string) =>
      listLinkedIds(await fixture.page(links.get(figure) ?? "")).toSorted();
    expect(await listIds("taken")).toEqual([kept, refunded, lost].toSorted());
    expect(await listIds("refunded")).toEqual([refunded]);
    const refunds = await fixture.page(links.get("refunded") ?? "");
    expectText(refunds, "total 5 lei", `<time dateTime="${toIsoTime(refundedTs)}">`);
    expect(await listIds("fees")).toEqual([kept, refunded].toSorted());
    expectText(await fixture.page(links.get("fees") ?? ""), "total 76.29 lei", "of 19 lei");
    expect(await listIds("held")).toEqual([kept]);
    expect(await listIds("lost_twice")).toEqual([refunded]);
    expect(html).toMatch(/figure=taken[^"]*package=top7">3</);
    expect(await listIds("vat")).toEqual([kept, refunded, lost].toSorted());
    expect(await listIds("no_fee")).toEqual([kept, refunded, lost].toSorted());
    expect(await fixture.page(paths.adminOrder(kept))).toContain("Not known yet");
    expect(await listIds("disputed")).toEqual([lost]);
    expect(listLinkedIds(await fixture.page(links.get("taken")?.replace("top7", "none") ?? ""))).toEqual([]);
  });

  it("returns 422 for wrong days, with what was typed, and shows the current month", async () => {
    const response = await app.get("/admin/payments/summary?from=nonsense&to=2026-11-02", {
      as: fixture.as,
    });
    expect(response.status).toBe(422);
    const html = await response.text();
    expectText(html, "Enter a date", 'value="nonsense"');
    const { headers } = bearer(await createAccessToken(fixture.admin));
    for (const [query, field, code] of [
      ["from=nonsense&to=2026-11-02", "from", "not_date"],
      ["from=2026-02-30&to=2026-11-02", "from", "not_date"],
      ["from=2026-11-03&to=2026-11-02", "to", "ends_before"],
    ] as const) {
      const answer = await app.get(`${paths.apiAdminMoney()}?${query}`, { headers });
      expect(answer.status, query).toBe(422);
      expect(await answer.json(), query).toMatchObject({ errors: [{ field, code }] });
    }
  });
});
