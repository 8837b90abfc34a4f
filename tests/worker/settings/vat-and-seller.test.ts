import { beforeEach, describe, expect, it } from "vitest";
import { app, expectPage, expectStatus, expectText } from "../../helpers/app";
import { countRows } from "../../helpers/factories";
import { findDocument, type PricingAdmin, parseFields, setUpPricingAdmin } from "./pricing-admin";

let admin: PricingAdmin["admin"];
let readForm: PricingAdmin["readForm"];
let send: PricingAdmin["send"];

beforeEach(async () => {
  ({ admin, readForm, send } = await setUpPricingAdmin());
});

const SELLER = {
  version: "0",
  name: "Catedra Demo SRL",
  tax_id: "ro 9999999994",
  register_number: "J00/0000/2026",
  street: "Strada Exemplului 1",
  city: "Sectorul 3",
  county: "b",
  iban: "RO49 aaaa 1b31 0075 9384 0000",
  series: "demo",
  vat_payer: "1",
  exemption: "",
};

describe("POST /admin/pricing/vat", () => {
  it("adds a rate by its date in the page's language, and removes an emptied one", async () => {
    const form = await readForm("/ro/admin/pricing/vat");
    expect(form).toMatchObject({ from: ["2025-08-01", ""], rate: ["21", ""] });
    await expectStatus(
      send("vat", { version: "0", from: ["2025-08-01", "01.01.2027"], rate: ["21", "9,5 %"] }, admin, "/ro"),
      303,
    );
    expect((await findDocument("settings/vat"))?.value).toEqual([
      { from: "2025-08-01", rate: 2100 },
      { from: "2027-01-01", rate: 950 },
    ]);
    await send("vat", { version: "1", from: ["", "2027-01-01"], rate: ["", "9.5"] });
    expect((await findDocument("settings/vat"))?.value).toEqual([{ from: "2027-01-01", rate: 950 }]);
  });

  it.each([
    [{ from: "2025-13-01", rate: "21" }, "0.from", "Enter a date"],
    [{ from: "2025-08-01", rate: "210" }, "0.rate", "The rate must be above 0 and at most 100%."],
    [{ from: "2025-08-01", rate: "0" }, "0.rate", "The rate must be above 0 and at most 100%."],
    [{ from: "2025-08-01", rate: "" }, "0.rate", "Enter the rate."],
    [{ from: "", rate: "21" }, "0.from", "Enter the first day."],
  ])("returns 422 for %j", async (row, field, message) => {
    const html = await expectPage(send("vat", { version: "0", ...row }), 422);
    expectText(html, message, `id="field-${field}-error"`);
  });

  it.each([
    ["", "2025-08-01", "Duplicate date. Remove one of the rows."],
    ["/ro", "01.08.2025", "Aceeași dată apare de două ori. Ștergeți unul dintre rânduri."],
  ])(
    "POST %s/admin/pricing/vat 422 for a duplicate date, and keeps both rates",
    async (prefix, again, message) => {
      const rows = { from: ["2025-08-01", again, "2027-01-01"], rate: ["21", "9", "22"] };
      const answer = await send("vat", { version: "0", ...rows }, admin, prefix);
      const html = await answer.text();
      expect(answer.status).toBe(422);
      expectText(html, 'id="field-1.from-error"', message);
      expect(html).not.toContain('id="field-0.from-error"');
      expect(parseFields(html)).toMatchObject({
        from: ["2025-08-01", "2025-08-01", "2027-01-01", ""],
        rate: ["21", "9", "22", ""],
      });
      expect(await countRows("settings")).toBe(0);
    },
  );

  it("returns 409 with the changes of two admins to different dates merged", async () => {
    await send("vat", { version: "0", from: ["2025-08-01", "2027-01-01"], rate: ["21", "22"] });
    const answer = await send("vat", {
      version: "0",
      from: ["2025-08-01", "2028-01-01"],
      rate: ["21", "23"],
    });
    const form = parseFields(await answer.text());
    expect(answer.status).toBe(409);
    expect(form).toMatchObject({
      version: "1",
      from: ["2025-08-01", "2027-01-01", "2028-01-01", ""],
      rate: ["21", "22", "23", ""],
    });
  });
});

describe("POST /admin/pricing/seller", () => {
  it("saves the seller, with numbers and sector normalised", async () => {
    await expectStatus(send("seller", { ...SELLER, tax_id: "99 9999 9994" }), 303);
    expect((await findDocument("settings/seller"))?.value).toEqual({
      name: "Catedra Demo SRL",
      tax_id: "RO9999999994",
      register_number: "J00/0000/2026",
      street: "Strada Exemplului 1",
      city: "3",
      county: "b",
      iban: "RO49AAAA1B31007593840000",
      vat_payer: true,
      exemption: "",
      series: "DEMO",
    });
    const html = await app.read("/ro/admin/pricing", { as: admin });
    expect(html).toContain("Catedra Demo SRL");
    expect(html).not.toContain("Promovările nu se vând");
  });

  it.each([
    ["tax_id", "RO12345678", "This is not a valid Romanian tax ID"],
    ["tax_id", "xx", "A Romanian tax ID (CUI or CIF) has 2 to 10 digits"],
    ["iban", "RO48AAAA1B31007593840000", "This is not a valid IBAN."],
    ["city", "București", "enter the sector as a number from 1 to 6"],
    ["series", "C/1", "This value is not valid."],
  ])("returns 422 for %s %j", async (field, typed, message) => {
    expect(await expectPage(send("seller", { ...SELLER, [field]: typed }), 422)).toContain(message);
  });

  it("saves an incomplete seller, and says what is missing", async () => {
    const { vat_payer: _no, ...exempt } = SELLER;
    await expectStatus(send("seller", { ...exempt, street: "", iban: "" }), 303);
    expect((await findDocument("settings/seller"))?.value).toMatchObject({
      street: "",
      iban: null,
      tax_id: "9999999994",
    });
    expect(await app.read("/admin/pricing", { as: admin })).toContain(
      "invoices need these details: Street and number and Why there is no VAT.",
    );
  });
});
