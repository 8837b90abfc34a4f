import { asc, eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invoices, orders, settings, users } from "@/db/schema";
import { SELLER } from "@/features/settings";
import { createTestApp, db } from "../../helpers/app";
import { createTeacher, listRows, updateRow } from "../../helpers/factories";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "./make-invoices";

const app = createTestApp();

const brief = async (orderId: string) =>
  (await listOrderInvoices(orderId)).map(({ kind, amount, vatAmount }) => [kind, amount, vatAmount]);

const SIGN = { receipt: 1, credit_note: -1, credit_note_reversal: 1 } as const;

describe("the invoices of an order", () => {
  it("includes one receipt for the price once it is paid", async () => {
    const buyer = await createTeacher(app);
    await db.insert(settings).values({
      path: SELLER.path,
      value: { name: "Prima SRL" },
      version: 1,
      updatedTs: app.clock.now,
    });
    const { id } = await createOpenOrder(app, buyer);
    await insertInvoices(app, id, { state: "open" });
    expect(await listOrderInvoices(id)).toEqual([]);
    await insertInvoices(app, id, { paidTs: app.clock.now, state: "fulfilled" });
    await insertInvoices(app, id, { paidTs: app.clock.now });
    expect(await listOrderInvoices(id)).toEqual([
      {
        number: expect.any(Number),
        kind: "receipt",
        orderId: id,
        amount: 1900,
        disputedAmount: 0,
        vatAmount: 330,
        vatRate: 2100,
        currency: "RON",
        seller: { name: "Prima SRL" },
        buyer: { name: "Ștefan Țepeș", email: buyer.email },
        issuedTs: app.clock.now,
      },
    ]);
    // Existing invoices do not change.
    await db
      .update(settings)
      .set({ value: { name: "A doua SRL" } })
      .where(eq(settings.path, SELLER.path));
    await updateRow(users, buyer.id, { lastName: "Altfel" });
    await insertInvoices(app, id, { refundedAmount: 500 });
    const [receipt, note] = await listOrderInvoices(id);
    expect(receipt?.seller).toEqual({ name: "Prima SRL" });
    expect(receipt?.buyer?.name).toBe("Ștefan Țepeș");
    expect(note?.seller).toEqual({ name: "A doua SRL" });
    await db.delete(settings).where(eq(settings.path, SELLER.path));
  });

  it("includes nothing if the guard of the batch does not hold", async () => {
    const buyer = await createTeacher(app);
    const { id } = await createOpenOrder(app, buyer);
    await insertInvoices(app, id, { paidTs: app.clock.now, refundedAmount: 100 }, sql`false`);
    expect(await listOrderInvoices(id)).toEqual([]);
  });

  it("includes a credit note for each refund, and a reversal for a failed one", async () => {
    const { id } = await createOpenOrder(app, await createTeacher(app), { paidTs: app.clock.now });
    for (const refundedAmount of [333, 334, 1900, 1566, 1900])
      await insertInvoices(app, id, { refundedAmount });
    expect(await brief(id)).toEqual([
      ["receipt", 1900, 330],
      ["credit_note", 333, 58],
      ["credit_note", 1, 0],
      ["credit_note", 1566, 272],
      ["credit_note_reversal", 334, 58],
      ["credit_note", 334, 58],
    ]);
  });

  it("includes a receipt before the first credit note if the refund arrives before the payment", async () => {
    const { id } = await createOpenOrder(app, null);
    await insertInvoices(app, id, { refundedAmount: 1900, state: "refunded" });
    await insertInvoices(app, id, { paidTs: app.clock.now });
    expect(await brief(id)).toEqual([
      ["receipt", 1900, 330],
      ["credit_note", 1900, 330],
    ]);
    expect((await listOrderInvoices(id)).map(({ buyer }) => buyer)).toEqual([null, null]);
  });

  it("adds up to the amount paid minus refunds, with proportional VAT, in any order of events", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 500_000 }),
        fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 }),
        async (amount, steps) => {
          const vatAmount = Math.round((amount * 2100) / 12_100);
          const { id } = await createOpenOrder(app, null, { amount, vatAmount });
          for (const [paid, part] of steps) {
            const refundedAmount = Math.round(part * amount);
            await insertInvoices(app, id, { refundedAmount, ...(paid ? { paidTs: app.clock.now } : {}) });
          }
          const [order] = await listRows(orders, { id });
          const rows = await listOrderInvoices(id);
          const sum = (column: "amount" | "vatAmount") =>
            rows.reduce((total, row) => total + SIGN[row.kind] * row[column], 0);
          const remaining = rows.length > 0 ? amount - (order?.refundedAmount ?? 0) : 0;
          expect(sum("amount")).toBe(remaining);
          expect(Math.abs(sum("vatAmount") - (vatAmount * remaining) / amount)).toBeLessThanOrEqual(0.5);
          for (const row of rows) {
            expect(row.amount).toBeGreaterThan(0);
            expect(row.vatAmount).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 60, seed: 28 },
    );
  });

  it("has numbers from 1 without a gap, also for parallel payments and failed batches", async () => {
    const openOrders = await Promise.all(Array.from({ length: 30 }, () => createOpenOrder(app, null)));
    await Promise.all(
      openOrders.flatMap(({ id }, index) => [
        insertInvoices(app, id, { paidTs: app.clock.now }),
        index % 3 === 0
          ? insertInvoices(app, id, { refundedAmount: 1900 })
          : insertInvoices(app, id, { paidTs: app.clock.now }),
        // The last statement fails (integer overflow), so the batch rolls back and its invoice numbers stay unused.
        expect(
          insertInvoices(app, id, { refundedAmount: 5 }, sql`true`, [sql`select abs(-9223372036854775808)`]),
        ).rejects.toThrow(),
      ]),
    );
    const numbers = (
      await db.select({ number: invoices.number }).from(invoices).orderBy(asc(invoices.number))
    ).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    for (const { id } of openOrders) {
      const kinds = (await listOrderInvoices(id)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "receipt")).toHaveLength(1);
    }
  });
});
