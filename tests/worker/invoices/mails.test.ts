import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mailOutbox, orders } from "@/db/schema";
import { insertMissingInvoicesStatements, invoiceMailTable } from "@/features/invoices";
import { exactLeiSql } from "@/features/invoices/invoice-mail-table";
import { queueMailStatement } from "@/features/mail";
import { formatExactLei } from "@/shared/format";
import { formatAddress } from "@/shared/format-address";
import { LOCALES } from "@/shared/i18n/locales";
import { app, db } from "../../helpers/app";
import { createTeacher, mailsTo } from "../../helpers/factories";
import { createPromotionFixture } from "../../helpers/promotion-fixture";
import { BILLING } from "../../helpers/rows";
import { EXEMPT_SELLER, PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { servicesAt } from "../../helpers/services";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "./make-invoices";

const label = (number = 0) => `CAT-${String(number).padStart(6, "0")}`;

it("the mail of a payment contains every line of the invoice, with the number from the same batch", async () => {
  const { teacher, buy } = await createPromotionFixture();
  await saveSeller({ ...PAYING_SELLER, name: 'Lecții & „Co” <b>"Prima"</b>' });
  await buy();
  const mail = (await mailsTo(teacher.email)).find(({ template }) => template === "payment_confirmed");
  const [row] = await db.select().from(orders).where(sql`buyer_id = ${teacher.id}`);
  const [invoice, ...more] = await listOrderInvoices(row?.id ?? "");
  expect(more).toEqual([]);
  expect(mail?.text).toContain(
    [
      "Invoice",
      `Number: ${label(invoice?.number)}`,
      "Date of issue: Nov 20, 2026",
      'Seller: Lecții & „Co” <b>"Prima"</b>, Tax ID: RO12345674, Trade register: J12/345/2020, Str. Memorandumului 1, Cluj-Napoca, Cluj, IBAN: RO49AAAA1B31007593840000',
      "Buyer: Ștefan Țepeș, Strada Florilor nr. 2, Cluj-Napoca, Cluj",
      "Service: Promotion in results, 7 days",
      `Order: ${row?.id}`,
      "VAT 21%: 3.30 lei",
      "Total paid: 19.00 lei",
      `Print: https://catedra.test/invoices/${label(invoice?.number)}`,
    ].join("\n"),
  );
  expect(mail?.html).toContain("Lecții &amp; „Co” &lt;b&gt;&quot;Prima&quot;&lt;/b&gt;, Tax ID: RO12345674");
  expect(mail?.html).toContain(`href="https://catedra.test/invoices/${label(invoice?.number)}"`);
  expect(mail?.html).not.toContain("<b>");
});

describe("the invoice in a mail", () => {
  /** Queues a mail with the invoice of the same batch. */
  async function mailed(
    values: Parameters<typeof createOpenOrder>[1],
    set: Partial<typeof orders.$inferInsert>,
    locale: "en" | "ro",
    guard = sql`true`,
  ) {
    const buyer = await createTeacher();
    const order = await createOpenOrder(buyer, values);
    await insertInvoices(order.id, { paidTs: app.clock.now });
    const ctx = servicesAt(app.clock.now, app.bindings);
    const kind = set.refundedAmount ? "credit_note" : "invoice";
    await ctx.commit([
      db.update(orders).set(set).where(sql`id = ${order.id}`),
      ...insertMissingInvoicesStatements(ctx, order.id, guard),
      queueMailStatement(
        ctx,
        {
          template: "payment_refunded",
          to: buyer.email,
          locale,
          params: { title: "", refunded: "", order: "" },
          tables: [invoiceMailTable(ctx, order, kind, locale)],
        },
        guard,
      ),
    ]);
    const [mail] = await mailsTo(buyer.email);
    return { text: mail?.text ?? "", invoices: await listOrderInvoices(order.id) };
  }

  it("contains the amount of a credit note, the invoice that it corrects, and addresses as the page has them", async () => {
    await saveSeller(PAYING_SELLER);
    const billing = { ...BILLING, county: "b", city: "3" } as const;
    const { text, invoices } = await mailed({ refundedAmount: 200, billing }, { refundedAmount: 705 }, "ro");
    const [invoice, , note] = invoices;
    for (const line of [
      `Factură storno\nNumăr: ${label(note?.number)}`,
      `Stornează factura: ${label(invoice?.number)}`,
      `Cumpărător: Ștefan Țepeș, ${formatAddress(billing)}`,
      "Strada Florilor nr. 2, Sector 3, București",
      "TVA 21%: 0,87 lei",
      "Total rambursat: 5,05 lei",
      `/ro/invoices/${label(note?.number)}`,
    ]) {
      expect(text.replaceAll("\u00a0", " ")).toContain(line);
    }
  });

  it("contains the reason why there is no VAT", async () => {
    await saveSeller(EXEMPT_SELLER);
    const { text } = await mailed({ vatRate: 0, vatAmount: 0 }, { state: "fulfilled" }, "ro");
    expect(text).toContain("TVA: Scutit: art. 310 din Codul fiscal");
  });

  it("is not queued if the guard does not hold, and is empty if the invoice is missing", async () => {
    const before = (await db.select().from(mailOutbox)).length;
    await mailed({}, { refundedAmount: 1900 }, "en", sql`false`);
    expect(await db.select().from(mailOutbox)).toHaveLength(before);
    const { text, invoices } = await mailed({ amount: 0, vatAmount: 0 }, { state: "fulfilled" }, "en");
    expect(invoices).toEqual([]);
    expect(text).toContain("Number: \n");
  });

  it("formats money like the page", async () => {
    for (const bani of [0, 1, 99, 100, 1900, 99_999, 100_000, 1_234_567, 100_000_007]) {
      for (const locale of LOCALES) {
        const [row] = await db.all<{ money: string }>(
          sql`select ${exactLeiSql(sql`${bani}`, locale)} as money`,
        );
        expect(row?.money).toBe(formatExactLei(bani, locale));
      }
    }
  });
});
