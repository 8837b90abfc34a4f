import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { invoices } from "@/db/schema";
import { formatInvoiceLabel } from "@/features/invoices/invoice-label";
import { paths } from "@/shared/paths";
import { app, db, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, createTeacher } from "../../helpers/factories";
import { BILLING } from "../../helpers/rows";
import { EXEMPT_SELLER, PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "./make-invoices";

const text = async (answer: Response) =>
  (await answer.text())
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0]+/g, " ");

/** The label of one of an order's invoices. */
const getLabel = (invoice: Parameters<typeof formatInvoiceLabel>[0] | undefined) =>
  invoice ? formatInvoiceLabel(invoice) : "";

beforeEach(() => saveSeller(PAYING_SELLER));

describe("GET /invoices/{series}-{number}", () => {
  it("shows every line to its buyer and to admins, in both languages", async () => {
    const buyer = await createTeacher();
    const billing = { ...BILLING, kind: "company", name: "Pop & fiii SRL", tax_id: "RO14399840" } as const;
    const { id } = await createOpenOrder(buyer, {
      amount: 123_456,
      vatAmount: 21_426,
      billing: { ...billing, register_number: "J12/1/2020" },
    });
    await insertInvoices(id, { paidTs: app.clock.now - 86_400_000 });
    await insertInvoices(id, { refundedAmount: 23_456 });
    await insertInvoices(id, { refundedAmount: 0 });
    const [invoice, note, again] = (await listOrderInvoices(id)).map(getLabel);
    for (const person of [buyer, await createAdmin()]) {
      const answer = await expectStatus(app.get(paths.invoice(invoice ?? ""), { as: person }), 200);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      const pageText = await text(answer);
      expectText(
        pageText,
        `No. ${invoice}`,
        "Lecții Prima SRL Tax ID: RO12345674 Trade register: J12/345/2020 Str. Memorandumului 1, Cluj-Napoca, Cluj",
        "Pop &amp; fiii SRL Tax ID: RO14399840 Trade register: J12/1/2020 Strada Florilor nr. 2, Cluj-Napoca, Cluj",
        "Date of issue Nov 20, 2026 Date of payment Nov 19, 2026",
        "Promotion in results, 7 days",
        id,
        "Without VAT 1,020.30 lei",
        "VAT 21% 214.26 lei",
        "Total paid 1,234.56 lei",
        "Currency RON",
        `Credit note ${note}`,
      );
      const shownNote = await text(await app.get(`/ro${paths.invoice(note ?? "")}`, { as: person }));
      expectText(
        shownNote,
        "Factură storno",
        "Data rambursării 20.11.2026",
        `Stornează factura ${invoice}`,
        "TVA 21% 40,71 lei",
        "Total rambursat 234,56 lei",
      );
      const shownAgain = await text(await app.get(paths.invoice(again ?? ""), { as: person }));
      expectText(shownAgain, `Replaces credit note ${note}`, "so it is invoiced again");
    }
  });

  it("shows the reason of that time why there is no VAT", async () => {
    await saveSeller(EXEMPT_SELLER);
    const buyer = await createTeacher();
    const { id } = await createOpenOrder(buyer, { vatAmount: 0, vatRate: 0 });
    await insertInvoices(id, { paidTs: app.clock.now });
    await saveSeller(PAYING_SELLER);
    const [invoice] = await listOrderInvoices(id);
    const shown = await text(await app.get(paths.invoice(getLabel(invoice)), { as: buyer }));
    expect(shown).toContain("VAT Scutit: art. 310 din Codul fiscal");
    expect(shown).not.toContain("Without VAT");
  });

  it("returns 404 for other users and for unknown or malformed numbers; redirects visitors to sign-in", async () => {
    const { id } = await createOpenOrder(await createTeacher());
    await insertInvoices(id, { paidTs: app.clock.now });
    const [invoice] = await listOrderInvoices(id);
    const label = getLabel(invoice);
    const otherTeacher = await createTeacher();
    const wrong = [
      label,
      "CAT-999999",
      "CAT-0",
      "CAT-1e3",
      "CAT",
      "7",
      "-7",
      "cat-1",
      `CAT-${"9".repeat(30)}`,
    ];
    for (const text of wrong) {
      expect((await app.get(paths.invoice(text), { as: otherTeacher })).status, text).toBe(404);
    }
    await expectRedirect(app.get(paths.invoice(label)), paths.signIn({ next: paths.invoice(label) }), 302);
    // Without leading zeros it is the same invoice.
    const as = await createAdmin();
    await expectStatus(app.get(paths.invoice(`CAT-${invoice?.number}`), { as }), 200);
  });
});

describe("GET /admin/invoices.csv", () => {
  const HOUR_MS = 3_600_000;

  it("returns the invoices of Bucharest days; refunds are negative and no text is a formula", async () => {
    // Its own series, because dates of a series do not go back.
    await saveSeller({ ...PAYING_SELLER, series: "CSV" });
    const { id } = await createOpenOrder(await createTeacher(), {
      paymentIntentId: `pi_${app.clock.now}`,
      billing: { ...BILLING, name: '=HYPERLINK("https://evil.test")' },
    });
    // Daylight saving time begins on 2027-03-28: the day has 23 hours.
    const midnight = Date.UTC(2027, 2, 27, 22);
    app.clock.now = midnight - 1;
    await insertInvoices(id, { paidTs: app.clock.now });
    app.clock.now = midnight;
    await insertInvoices(id, { refundedAmount: 505 });
    app.clock.now = midnight + 23 * HOUR_MS - 1;
    await insertInvoices(id, { refundedAmount: 500 });
    app.clock.now = midnight + 23 * HOUR_MS;
    await insertInvoices(id, { refundedAmount: 1900 });

    const as = await createAdmin();
    const answer = await expectStatus(
      app.get(paths.adminInvoicesCsv({ from: "2027-03-28", to: "2027-03-28" }), { as }),
      200,
    );
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[a-z-]+invoices-2027-03-28-2027-03-28\.csv"$/,
    );
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\r\n");
    expect(head).toBe(
      'Number,Date,Paid or refunded,Kind,Corrects,Item,Order,"Payment at Stripe, or transfer",Buyer,Buyer’s tax ID,Buyer’s address,Without VAT,"VAT rate, %",VAT,Total,Currency,e-Factura,e-Factura index,e-Factura date,net_bani,vat_bani,total_bani',
    );
    const [invoice, note, again] = (await listOrderInvoices(id)).map(getLabel);
    const columns = `"Promotion in results, 7 days",${id},pi_${Date.UTC(2026, 10, 20, 9)}`;
    const whom = `"'=HYPERLINK(""https://evil.test"")",,"Strada Florilor nr. 2, Cluj-Napoca, Cluj"`;
    expect(lines).toEqual([
      `${note},2027-03-28,2027-03-28,Credit note,${invoice},${columns},${whom},-4.17,21,-0.88,-5.05,RON,Queued,,,-417,-88,-505`,
      `${again},2027-03-28,2027-03-28,Invoice,${note},${columns},${whom},0.04,21,0.01,0.05,RON,Queued,,,4,1,5`,
    ]);

    const response = await app.get(`/ro${paths.adminInvoicesCsv({ from: "2027-03-01", to: "2027-03-31" })}`, {
      as,
    });
    const rows = (await response.text()).trimEnd().split("\r\n");
    // Excel in that language can read it: only table rows, a decimal comma.
    expect(rows[0]).toContain("Număr;Data;Plătit sau rambursat;Document");
    expect(rows).toHaveLength(5);
    expect(rows[2]).toContain(`;"Promovare în rezultate, 7 zile";`);
    expect(rows[2]).toContain(`;"'=HYPERLINK(""https://evil.test"")";`);
    expect(rows[2]).toMatch(/;-4,17;21;-0,88;-5,05;RON;În așteptare;;;-417;-88;-505$/);
    const total = rows.slice(1).reduce((sum, row) => sum + Number(row.split(";").at(-1)), 0);
    expect(total).toBe(0);
  });

  it("reads a long period page by page, each invoice once, and none outside it", async () => {
    const { id } = await createOpenOrder(await createTeacher());
    const day = Date.UTC(2028, 4, 10, 9);
    // Three invoices per second; the first and the last are on other days.
    await db.run(sql`
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 1201)
      insert into invoices
        (series, number, kind, order_id, amount, vat_amount, vat_rate, currency, seller, issued_ts, paid_ts)
      select 'LONG', 1 + i, 'credit_note', ${id}, 1, 0, 0, 'RON', '{}',
        ${day} + case i when 0 then ${-24 * HOUR_MS} when 1201 then ${24 * HOUR_MS} else i / 3 * 1000 end, 0 from n`);
    const as = await createAdmin();
    const answer = await app.get(paths.adminInvoicesCsv({ from: "2028-05-10", to: "2028-05-10" }), { as });
    const [, ...lines] = (await answer.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1200);
    expect(new Set(lines).size).toBe(1200);
    expect(lines).toEqual(lines.toSorted());
    await db.delete(invoices).where(eq(invoices.orderId, id));
  });

  it("returns 422 for invalid days or a long period; redirects users who are not admins", async () => {
    const as = await createAdmin();
    for (const [query, message] of [
      [{ from: "2026-02-30" }, "Enter a date with month, day and year, such as 03/14/1990."],
      [{ from: "2026-11-20", to: "2026-11-19" }, "The last day must not be before the first one."],
      [{ from: "1990-01-01", to: "2026-01-01" }, "At most 3,660 days can be shown at once."],
    ] as const) {
      const answer = await expectStatus(app.get(paths.adminInvoicesCsv(query), { as }), 422);
      expect(await text(answer)).toContain(message);
    }
    await expectStatus(app.get(paths.adminInvoicesCsv(), { as }), 200);
    const teacher = await createTeacher();
    await expectRedirect(app.get(paths.adminInvoicesCsv(), { as: teacher }), paths.home(), 302);
  });
});
