import { asc, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { invoices, orders, settingVersions } from "@/db/schema";
import { app, db } from "../../helpers/app";
import { createTeacher, listRows } from "../../helpers/factories";
import { BILLING } from "../../helpers/rows";
import { PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "./make-invoices";

const brief = async (orderId: string) =>
  (await listOrderInvoices(orderId)).map(({ kind, reissued, amount, vatAmount }) => [
    reissued ? "reissued" : kind,
    amount,
    vatAmount,
  ]);

const SIGN = { invoice: 1, credit_note: -1 } as const;

beforeAll(() => saveSeller(PAYING_SELLER));

describe("the invoices of an order", () => {
  it("includes one invoice for the price once it is paid, with the seller and the order's billing details of that time", async () => {
    const buyer = await createTeacher();
    const { id } = await createOpenOrder(buyer);
    await insertInvoices(id, { state: "open" });
    expect(await listOrderInvoices(id)).toEqual([]);
    await insertInvoices(id, { paidTs: app.clock.now, state: "fulfilled" });
    await insertInvoices(id, { paidTs: app.clock.now });
    expect(await listOrderInvoices(id)).toEqual([
      {
        series: "CAT",
        number: expect.any(Number),
        kind: "invoice",
        reissued: false,
        orderId: id,
        amount: 1900,
        disputedAmount: 0,
        transferredAmount: 0,
        vatAmount: 330,
        vatRate: 2100,
        currency: "RON",
        seller: PAYING_SELLER,
        buyer: BILLING,
        issuedTs: app.clock.now,
        paidTs: app.clock.now,
      },
    ]);
    // Existing invoices do not change. Incomplete details of the seller are on no invoice.
    await saveSeller({ ...PAYING_SELLER, name: "A doua SRL" });
    await saveSeller({ ...PAYING_SELLER, name: "A treia SRL", street: "" });
    await insertInvoices(id, { refundedAmount: 500, billing: null });
    const [invoice, note] = await listOrderInvoices(id);
    expect([invoice?.seller.name, note?.seller.name]).toEqual(["Lecții Prima SRL", "A doua SRL"]);
    // An erased order has no billing details any more.
    expect(note?.buyer).toEqual(BILLING);
    await saveSeller(PAYING_SELLER);
  });

  it("includes nothing if the guard of the batch does not hold", async () => {
    const buyer = await createTeacher();
    const { id } = await createOpenOrder(buyer);
    await insertInvoices(id, { paidTs: app.clock.now, refundedAmount: 100 }, sql`false`);
    expect(await listOrderInvoices(id)).toEqual([]);
  });

  it("includes a credit note for each refund, and another invoice for a failed one", async () => {
    const { id } = await createOpenOrder(await createTeacher(), { paidTs: app.clock.now });
    for (const refundedAmount of [333, 334, 1900, 1566, 1900]) await insertInvoices(id, { refundedAmount });
    expect(await brief(id)).toEqual([
      ["invoice", 1900, 330],
      ["credit_note", 333, 58],
      ["credit_note", 1, 0],
      ["credit_note", 1566, 272],
      ["reissued", 334, 58],
      ["credit_note", 334, 58],
    ]);
  });

  it("includes an invoice before the first credit note if the refund arrives before the payment", async () => {
    const { id } = await createOpenOrder(null);
    await insertInvoices(id, { refundedAmount: 1900, state: "refunded" });
    await insertInvoices(id, { paidTs: app.clock.now });
    expect(await brief(id)).toEqual([
      ["invoice", 1900, 330],
      ["credit_note", 1900, 330],
    ]);
    // The account was erased: its invoices have the buyer, the order loses it.
    expect((await listOrderInvoices(id)).map(({ buyer }) => buyer)).toEqual([BILLING, BILLING]);
    expect(await listRows(orders, { id })).toMatchObject([{ billing: null }]);
  });

  it("adds up to the amount paid minus refunds, with proportional VAT, in any order of events", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 500_000 }),
        fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 }),
        async (amount, steps) => {
          const vatAmount = Math.round((amount * 2100) / 12_100);
          const { id } = await createOpenOrder(null, { amount, vatAmount });
          for (const [paid, part] of steps) {
            const refundedAmount = Math.round(part * amount);
            await insertInvoices(id, { refundedAmount, ...(paid ? { paidTs: app.clock.now } : {}) });
          }
          const [order] = await listRows(orders, { id });
          const rows = await listOrderInvoices(id);
          const sum = (column: "amount" | "vatAmount") =>
            rows.reduce((total, row) => total + SIGN[row.kind] * row[column], 0);
          const remaining = rows.length > 0 ? amount - (order?.refundedAmount ?? 0) : 0;
          expect(sum("amount")).toBe(remaining);
          // A document of one ban has no room for VAT.
          const single = rows.filter((row) => row.amount === 1).length;
          expect(Math.abs(sum("vatAmount") - (vatAmount * remaining) / amount)).toBeLessThanOrEqual(
            0.5 + single,
          );
          for (const row of rows) {
            expect(row.amount).toBeGreaterThan(row.vatAmount);
            expect(row.vatAmount).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 30, seed: 28 },
    );
  });

  it("has numbers from 1 without a gap, also for parallel payments and failed batches", async () => {
    const openOrders = await Promise.all(Array.from({ length: 30 }, () => createOpenOrder(null)));
    await Promise.all(
      openOrders.flatMap(({ id }, index) => [
        insertInvoices(id, { paidTs: app.clock.now }),
        index % 3 === 0
          ? insertInvoices(id, { refundedAmount: 1900 })
          : insertInvoices(id, { paidTs: app.clock.now }),
        // The last statement fails (integer overflow), so the batch rolls back and its invoice numbers stay unused.
        expect(
          insertInvoices(id, { refundedAmount: 5 }, sql`true`, [sql`select abs(-9223372036854775808)`]),
        ).rejects.toThrow(),
      ]),
    );
    const numbers = (
      await db.select({ number: invoices.number }).from(invoices).orderBy(asc(invoices.number))
    ).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    for (const { id } of openOrders) {
      const kinds = (await listOrderInvoices(id)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "invoice")).toHaveLength(1);
    }
  });

  it("begins with 1 in a new series, continues an earlier one, and has no earlier date than the number before", async () => {
    const numbers: string[] = [];
    const times: number[] = [];
    const { now } = app.clock;
    for (const [series, clock] of [
      ["NEW", now + 5],
      ["NEW", now + 2],
      ["OTHER", now],
      ["NEW", now + 9],
    ] as const) {
      await saveSeller({ ...PAYING_SELLER, series });
      app.clock.now = clock;
      const { id } = await createOpenOrder(null);
      await insertInvoices(id, { paidTs: now });
      const [invoice] = await listOrderInvoices(id);
      if (!invoice) throw new Error("no invoice");
      numbers.push(`${invoice.series}-${invoice.number}`);
      times.push(invoice.issuedTs - now);
    }
    expect(numbers).toEqual(["NEW-1", "NEW-2", "OTHER-1", "NEW-3"]);
    expect(times).toEqual([5, 5, 0, 9]);
  });

  it("fails without a complete seller, so that Stripe's event is applied again later", async () => {
    await db.delete(settingVersions);
    const { id } = await createOpenOrder(null);
    await expect(insertInvoices(id, { paidTs: app.clock.now })).rejects.toThrow();
    expect(await listRows(orders, { id })).toMatchObject([{ paidTs: null }]);
  });
});
