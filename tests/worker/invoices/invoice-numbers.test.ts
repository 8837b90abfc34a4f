import { asc, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { invoices, orders } from "@/db/schema";
import { paths } from "@/shared/paths";
import { db, expectStatus } from "../../helpers/app";
import { createAdmin, signIn } from "../../helpers/factories";
import { createPromotionFixture, listOrders } from "../../helpers/promotion-fixture";
import { PAYING_SELLER, saveSeller } from "../../helpers/sellers";

it("POST /webhooks/stripe with parallel payments, sent twice, and refunds: no number is skipped, every order adds up", async () => {
  // Each fixture replaces the network with its own fake Stripe, so all fixtures pay first.
  const fixtures = [];
  for (let n = 0; n < 6; n++) {
    const fixture = await createPromotionFixture();
    await fixture.placeOrder({ package: n % 2 ? "top14" : "top7", immediate_start: "1" });
    fixtures.push({ ...fixture, session: fixture.stripe.pay() });
  }
  const app = fixtures[0]?.app;
  if (!app) throw new Error("no fixture");
  await saveSeller(app, PAYING_SELLER);
  await Promise.all(
    fixtures.flatMap(({ stripe, session }) => {
      const event = stripe.event("checkout.session.completed", session);
      return [stripe.send(event), stripe.send(event)];
    }),
  );
  // The fake Stripe of the last fixture answers.
  const last = fixtures.at(-1);
  const [order] = await listOrders(last?.id ?? "");
  const admin = await signIn(app, await createAdmin(app));
  const CONFIRMED = { reason_code: "other", step: "confirm" };
  const refund = (amount: string, expected: number) =>
    app.post(paths.adminOrderAction(order?.id ?? "", "refund"), {
      as: admin,
      form: { ...CONFIRMED, amount, reason: "O zi fără promovare", expected: String(expected) },
    });
  await expectStatus(refund("4,15", 2900), 303);
  await Promise.all([refund("", 2485), refund("", 2485)]);

  const numbers = await db.select().from(invoices).orderBy(asc(invoices.number));
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  const ids = (await Promise.all(fixtures.map(({ id }) => listOrders(id)))).flat().map(({ id }) => id);
  const rows = await db.select().from(orders).where(inArray(orders.id, ids));
  expect(rows.map(({ state }) => state).sort()).toEqual([...Array(5).fill("fulfilled"), "refunded"]);
  for (const row of rows) {
    const orderNumbers = numbers.filter(({ orderId }) => orderId === row.id);
    const sum = (column: "amount" | "vatAmount") =>
      orderNumbers.reduce(
        (total, invoice) => total + (invoice.kind === "credit_note" ? -invoice[column] : invoice[column]),
        0,
      );
    expect(sum("amount")).toBe(row.amount - row.refundedAmount);
    expect(sum("vatAmount")).toBe(row.refundedAmount ? 0 : row.vatAmount);
    expect(orderNumbers.map(({ kind }) => kind)).toEqual(
      row.refundedAmount ? ["invoice", "credit_note", "credit_note"] : ["invoice"],
    );
  }
});
