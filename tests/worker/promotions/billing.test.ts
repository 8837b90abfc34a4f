import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { settings, settingVersions, teacherInformation, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, findUser, updateRow } from "../../helpers/factories";
import { createPromotionFixture, expectOrders, listOrders } from "../../helpers/promotion-fixture";
import { BILLING } from "../../helpers/rows";
import { PAYING_SELLER, saveSeller } from "../../helpers/sellers";

const COMPANY = { ...BILLING, kind: "company", name: "Pop SRL", tax_id: "RO12345674" } as const;

test("POST /api/listings/{id}/orders freezes the given billing details, or else the stored ones; without either 422", async () => {
  const { id, teacher, stripe } = await createPromotionFixture();
  await updateRow(users, teacher.id, { billing: null });
  const headers = bearer(await createAccessToken(teacher));
  const order = (json: object) =>
    app.post(paths.apiListingOrders(id), {
      json: { package: "top7", immediate_start: true, ...json },
      ...headers,
    });
  const refused = await expectStatus(order({}), 422);
  expect(await refused.json()).toMatchObject({ errors: [{ field: "billing", code: "required" }] });
  const wrong = await expectStatus(order({ billing: { ...COMPANY, tax_id: "RO12345678", city: "" } }), 422);
  expect(await wrong.json()).toMatchObject({
    errors: [{ field: "billing.city" }, { field: "billing.tax_id", code: "not_tax_id" }],
  });
  expect(await listOrders(id)).toEqual([]);

  await expectStatus(order({ billing: COMPANY }), 201);
  expect((await findUser(teacher.id))?.billing).toEqual(COMPANY);
  // The open order keeps its first ones, whatever is given or stored later.
  await expectStatus(order({ billing: { ...COMPANY, name: "Altă firmă SRL" } }), 200);
  await expectStatus(order({ immediate_start: false }), 200);
  await expectOrders(id, { billing: COMPANY, state: "open" });
  expect(stripe.last().metadata?.billing_1).toBe(JSON.stringify(COMPANY));
  // Another order has the stored ones.
  await expectStatus(order({ package: "top14" }), 201);
  expect((await listOrders(id)).map(({ billing, state }) => [billing?.name, state])).toEqual([
    ["Pop SRL", "expired"],
    ["Altă firmă SRL", "open"],
  ]);
});

test("GET and POST /tutoring/{id}/promote ask for billing details, prefilled, and keep what was typed", async () => {
  const { jar, id, teacher, placeOrder, stripe } = await createPromotionFixture();
  await updateRow(users, teacher.id, { billing: null });
  await db.update(teacherInformation).set({ county: "bv" }).where(eq(teacherInformation.userId, teacher.id));
  const page = () => app.read(paths.promoteListing(id), { as: jar });
  expect(await page()).toMatch(/name="billing.name"[^>]* value="Ștefan Țepeș"/);
  for (const html of [await page(), await app.read(paths.billing(), { as: jar })])
    expect(html).toMatch(/<option selected="" value="bv"|<option value="bv" selected=""/);
  const fields = Object.fromEntries(
    Object.entries({ ...COMPANY, register_number: "" }).map(([name, value]) => [`billing.${name}`, value]),
  );
  const form = { package: "top7", immediate_start: "1", ...fields };
  const html = await expectPage(placeOrder({ ...form, "billing.street": "", "billing.tax_id": "RO1" }), 422);
  expectText(
    html,
    "Enter the street and number.",
    "A Romanian tax ID (CUI or CIF) has 2 to 10 digits",
    'href="#field-billing.street"',
    'value="RO1"',
  );
  await expectStatus(placeOrder(form), 303);
  await expectOrders(id, { billing: COMPANY });
  const again = await page();
  expect(again).toMatch(/name="billing.tax_id"[^>]* value="RO12345674"/);
  expect(again).toContain("Its invoice will be issued to Pop SRL, Strada Florilor nr. 2, Cluj-Napoca, Cluj.");
  // The open order keeps them: other ones are not ignored without a word.
  const displayed = "top7:1900:7";
  const street = { "billing.street": "Strada Nouă nr. 3" };
  const kept = await expectPage(placeOrder({ ...form, displayed, ...street }), 409);
  const [order] = await listOrders(id);
  expectText(
    kept,
    "keeps its billing details",
    'value="Strada Nouă nr. 3"',
    `href="${paths.ownOrder(order?.id ?? "")}"`,
  );
  // While it is being paid, it leads to the payment.
  await stripe.report("checkout.session.completed", stripe.payLater());
  await expectStatus(placeOrder({ ...form, displayed, "billing.street": "Strada Nouă nr. 4" }), 303);
  await expectOrders(id, { billing: COMPANY });
});

test("while the seller is incomplete nothing can be ordered, and a follow-up row says what is missing", async () => {
  const { jar, id, teacher, placeOrder } = await createPromotionFixture();
  const admin = await createAdmin();
  const followUp = () => app.read(paths.followUp({ queue: "seller_incomplete" }), { as: admin });
  const headers = bearer(await createAccessToken(teacher));
  const order = () =>
    app.post(paths.apiListingOrders(id), { json: { package: "top7", immediate_start: true }, ...headers });
  await placeOrder();
  expect(await followUp()).not.toContain("Lecții Prima SRL");

  await saveSeller({ ...PAYING_SELLER, city: "" });
  expect(await followUp()).toMatch(/Lecții Prima SRL[\s\S]*City/);
  const refused = await expectStatus(order(), 409);
  expect(await refused.json()).toMatchObject({ title: "not_on_sale" });
  expect(await expectPage(placeOrder(), 409)).toContain("Promotions are not on sale yet");
  const page = await app.read(`/ro${paths.promoteListing(id)}`, { as: jar });
  expect(page).toContain("Promovările nu sunt încă la vânzare");
  expect(page).not.toContain('name="package"');

  await db.delete(settings);
  await db.delete(settingVersions);
  expect(await followUp()).toContain("settings/seller");
  await expectStatus(app.get(paths.followUpRow("seller_incomplete:seller"), { as: admin }), 200);
  await expectStatus(order(), 409);
  await saveSeller(PAYING_SELLER);
  // The open order is taken up again.
  await expectStatus(order(), 200);
});
