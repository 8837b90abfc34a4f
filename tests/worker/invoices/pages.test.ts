import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { settings } from "@/db/schema";
import { SELLER } from "@/features/settings";
import { paths } from "@/shared/paths";
import { createTestApp, db, expectRedirect, expectStatus } from "../../helpers/app";
import { createAdmin, createTeacher, signIn } from "../../helpers/factories";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "./make-invoices";
import { EXEMPT_SELLER, PAYING_SELLER, saveSeller } from "./sellers";

const text = async (answer: Response) =>
  (await answer.text())
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0]+/g, " ");

describe("GET /invoices/{number}", () => {
  it("shows every line to its buyer and to admins, in both languages", async () => {
    const app = createTestApp();
    await saveSeller(app, PAYING_SELLER);
    const buyer = await createTeacher(app);
    const { id } = await createOpenOrder(app, buyer, { amount: 123_456, vatAmount: 21_426 });
    await insertInvoices(app, id, { paidTs: app.clock.now });
    await insertInvoices(app, id, { refundedAmount: 23_456 });
    const [receipt, note] = await listOrderInvoices(id);
    const label = (number = 0) => `CAT-${String(number).padStart(6, "0")}`;
    for (const person of [buyer, await createAdmin(app)]) {
      const as = await signIn(app, person);
      const answer = await expectStatus(app.get(paths.invoice(receipt?.number ?? 0), { as }), 200);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      const pageText = await text(answer);
      for (const line of [
        `No. ${label(receipt?.number)}`,
        "Nov 20, 2026",
        "Lecții Prima SRL",
        "Tax ID: RO12345674",
        "J12/345/2020",
        "Str. Memorandumului 1, Cluj-Napoca",
        "Ștefan Țepeș",
        buyer.email,
        "Promotion in results, 7 days",
        id,
        "Without VAT 1,020.30 lei",
        "VAT 21% 214.26 lei",
        "Total paid 1,234.56 lei",
        `Credit note ${label(note?.number)}`,
      ]) {
        expect(pageText).toContain(line);
      }
      const shownNote = await text(await app.get(`/ro${paths.invoice(note?.number ?? 0)}`, { as }));
      for (const line of [
        "Notă de credit",
        `Corectează chitanța ${label(receipt?.number)}`,
        "TVA 21 % 40,71 lei",
        "Total rambursat 234,56 lei",
      ]) {
        expect(shownNote).toContain(line);
      }
    }
  });

  it("shows the exemption text of that time instead of VAT, in the page's language", async () => {
    const app = createTestApp();
    await saveSeller(app, EXEMPT_SELLER);
    const buyer = await createTeacher(app);
    const { id } = await createOpenOrder(app, buyer, { vatAmount: 0, vatRate: 0 });
    await insertInvoices(app, id, { paidTs: app.clock.now });
    await saveSeller(app, PAYING_SELLER);
    const [receipt] = await listOrderInvoices(id);
    const as = await signIn(app, buyer);
    const english = await text(await app.get(paths.invoice(receipt?.number ?? 0), { as }));
    expect(english).toContain("VAT Exempt: art. 310 of the Fiscal Code");
    expect(english).not.toContain("Without VAT");
    const romanian = await text(await app.get(`/ro${paths.invoice(receipt?.number ?? 0)}`, { as }));
    expect(romanian).toContain("TVA Scutit: art. 310 din Codul fiscal");
  });

  it("stays readable without a seller or a buyer", async () => {
    const app = createTestApp({ SITE_NAME: "Catedra" });
    await db.delete(settings).where(eq(settings.path, SELLER.path));
    const { id } = await createOpenOrder(app, null);
    await insertInvoices(app, id, { paidTs: app.clock.now });
    const [receipt] = await listOrderInvoices(id);
    const as = await signIn(app, await createAdmin(app));
    const pageText = await text(await app.get(paths.invoice(receipt?.number ?? 0), { as }));
    expect(pageText).toContain("Seller Catedra");
    expect(pageText).toContain("The account was deleted");
    expect(pageText).toContain(`No. ${String(receipt?.number).padStart(6, "0")}`);
  });

  it("returns 404 for other users and for unknown or malformed numbers; redirects visitors to sign-in", async () => {
    const app = createTestApp();
    const { id } = await createOpenOrder(app, await createTeacher(app));
    await insertInvoices(app, id, { paidTs: app.clock.now });
    const number = (await listOrderInvoices(id))[0]?.number ?? 0;
    const otherTeacher = await signIn(app, await createTeacher(app));
    for (const wrong of [number, 999_999, "0", "01", "1e3", "x", "1.5", "9".repeat(30)]) {
      expect((await app.get(paths.invoice(wrong), { as: otherTeacher })).status, String(wrong)).toBe(404);
    }
    await expectRedirect(app.get(paths.invoice(number)), paths.signIn({ next: paths.invoice(number) }), 302);
  });
});

describe("GET /admin/invoices.csv", () => {
  const HOUR_MS = 3_600_000;

  it("returns the invoices of Bucharest days; refunds are negative and no text is a formula", async () => {
    const app = createTestApp();
    await saveSeller(app, PAYING_SELLER);
    const buyer = await createTeacher(app, { firstName: '=HYPERLINK("https://evil.test")', lastName: "" });
    const { id } = await createOpenOrder(app, buyer, { paymentIntentId: `pi_${app.clock.now}` });
    // Daylight saving time begins on 2027-03-28: the day has 23 hours.
    const midnight = Date.UTC(2027, 2, 27, 22);
    app.clock.now = midnight - 1;
    await insertInvoices(app, id, { paidTs: app.clock.now });
    app.clock.now = midnight;
    await insertInvoices(app, id, { refundedAmount: 505 });
    app.clock.now = midnight + 23 * HOUR_MS - 1;
    await insertInvoices(app, id, { refundedAmount: 500 });
    app.clock.now = midnight + 23 * HOUR_MS;
    await insertInvoices(app, id, { refundedAmount: 1900 });

    const as = await signIn(app, await createAdmin(app));
    const answer = await expectStatus(
      app.get(paths.adminInvoicesCsv({ from: "2027-03-28", to: "2027-03-28" }), { as }),
      200,
    );
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[a-z-]+receipts-2027-03-28-2027-03-28\.csv"$/,
    );
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\r\n");
    expect(head).toBe(
      'Number,Date,Kind,Corrects receipt,Item,Order,Payment at Stripe,Buyer,Buyer’s email,Without VAT,"VAT rate, %",VAT,Total,Currency,net_bani,vat_bani,total_bani',
    );
    const [receipt, note, reversal] = (await listOrderInvoices(id)).map(
      ({ number }) => `CAT-${String(number).padStart(6, "0")}`,
    );
    const columns = `"Promotion in results, 7 days",${id},pi_${Date.UTC(2026, 10, 20, 9)}`;
    const whom = `"'=HYPERLINK(""https://evil.test"")",${buyer.email}`;
    expect(lines).toEqual([
      `${note},2027-03-28,Credit note,${receipt},${columns},${whom},-4.17,21,-0.88,-5.05,RON,-417,-88,-505`,
      `${reversal},2027-03-28,Credit note reversal,${receipt},${columns},${whom},0.04,21,0.01,0.05,RON,4,1,5`,
    ]);

    const response = await app.get(`/ro${paths.adminInvoicesCsv({ from: "2027-03-01", to: "2027-03-31" })}`, {
      as,
    });
    const rows = (await response.text()).trimEnd().split("\r\n");
    // Excel in that language can read it: only table rows, a decimal comma.
    expect(rows[0]).toContain("Număr;Data;Document");
    expect(rows).toHaveLength(5);
    expect(rows[2]).toContain(`;"Promovare în rezultate, 7 zile";`);
    expect(rows[2]).toContain(`;"'=HYPERLINK(""https://evil.test"")";`);
    expect(rows[2]).toMatch(/;-4,17;21;-0,88;-5,05;RON;-417;-88;-505$/);
    const total = rows.slice(1).reduce((sum, row) => sum + Number(row.split(";").at(-1)), 0);
    expect(total).toBe(0);
  });

  it("reads a long period page by page, each invoice once, and none outside it", async () => {
    const app = createTestApp();
    const { id } = await createOpenOrder(app, await createTeacher(app));
    const day = Date.UTC(2028, 4, 10, 9);
    // One invoice per second; the first and the last are on other days.
    await db.run(sql`
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 1201)
      insert into invoices (number, kind, order_id, amount, vat_amount, vat_rate, currency, issued_ts)
      select (select coalesce(max(number), 0) from invoices) + 1 + i, 'credit_note', ${id}, 1, 0, 0, 'RON',
        ${day} + case i when 0 then ${-24 * HOUR_MS} when 1201 then ${24 * HOUR_MS} else i * 1000 end from n`);
    const as = await signIn(app, await createAdmin(app));
    const answer = await app.get(paths.adminInvoicesCsv({ from: "2028-05-10", to: "2028-05-10" }), { as });
    const [, ...lines] = (await answer.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1200);
    expect(new Set(lines).size).toBe(1200);
    expect(lines).toEqual(lines.toSorted());
    await db.run(sql`delete from invoices where order_id = ${id}`);
  });

  it("returns 422 for invalid days or a long period; redirects users who are not admins", async () => {
    const app = createTestApp();
    const as = await signIn(app, await createAdmin(app));
    for (const [query, message] of [
      [{ from: "2026-02-30" }, "Enter a date, such as 03/14/1990 or 1990-03-14."],
      [{ from: "2026-11-20", to: "2026-11-19" }, "The last day must not be before the first one."],
      [{ from: "1990-01-01", to: "2026-01-01" }, "At most 3,660 days can be shown at once."],
    ] as const) {
      const answer = await expectStatus(app.get(paths.adminInvoicesCsv(query), { as }), 422);
      expect(await text(answer)).toContain(message);
    }
    await expectStatus(app.get(paths.adminInvoicesCsv(), { as }), 200);
    const teacher = await signIn(app, await createTeacher(app));
    await expectRedirect(app.get(paths.adminInvoicesCsv(), { as: teacher }), paths.home(), 302);
  });
});
