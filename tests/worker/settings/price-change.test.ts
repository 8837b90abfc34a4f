import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings, settingVersions } from "@/db/schema";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, createListing, signIn } from "../../helpers/factories";
import {
  createPromotionFixture,
  listOrders,
  listPromotions,
  type PromotionFixture,
} from "../../helpers/promotion-fixture";
import { EXEMPT_SELLER, saveSeller } from "../../helpers/sellers";

let shop: PromotionFixture;
beforeEach(async () => {
  shop = await createPromotionFixture();
});
afterEach(async () => {
  await db.delete(settings);
  await db.delete(settingVersions);
});

/** The admin's form: the default packages, with some fields changed. */
const PACKAGES = {
  ...{ "top7.price": "19", "top7.days": "7", "top7.on_sale": "1" },
  ...{ "top14.price": "29", "top14.days": "14", "top14.on_sale": "1" },
  ...{ "top30.price": "49", "top30.days": "30", "top30.on_sale": "1" },
  ...{ "home7.price": "39", "home7.days": "7", "home7.on_sale": "1" },
  ...{ "bump.price": "9", "bump.days": "0" },
  ...{ "caps.county": "12", "caps.crowded": "24", version: "0" },
};

async function saveDocument(document: string, form: Record<string, string | string[]>): Promise<void> {
  const admin = await signIn(await createAdmin());
  await expectStatus(app.post(`/admin/pricing/${document}`, { as: admin, form }), 303);
}

const promotePage = async (id = shop.id) =>
  await (await app.get(`/tutoring/${id}/promote`, { as: shop.jar })).text();

const listRequestedAmounts = () =>
  shop.stripe
    .callsTo("/v1/checkout/sessions")
    .map(({ params }) => params.get("line_items[0][price_data][unit_amount]"));

test("the buyer of an open checkout pays the displayed price after a price change; a new order has the new price", async () => {
  const { stripe, placeOrder, id, teacher, jar } = shop;
  const first = await placeOrder();
  await saveDocument("packages", { ...PACKAGES, "top7.price": "25", "top7.days": "5" });

  const page = await promotePage();
  expect(page).toContain("19 lei");
  expect(page).not.toContain("25 lei");
  const again = await placeOrder();
  expect(again.headers.get("location")).toBe(first.headers.get("location"));

  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const [paid] = await listOrders(id);
  expect(paid).toMatchObject({ state: "fulfilled", amount: 1900, days: 7, vatAmount: 330 });
  const [promotion] = await listPromotions(id);
  expect((promotion?.endsTs ?? 0) - (promotion?.startsTs ?? 0)).toBe(7 * 86_400_000);

  const otherListing = await createListing(teacher, { subject: "ro", county: "cj" });
  expect(await promotePage(otherListing.id)).toContain("25 lei");
  await expectStatus(
    app.post(`/tutoring/${otherListing.id}/promote`, {
      as: jar,
      form: { package: "top7", immediate_start: "0" },
    }),
    303,
  );
  expect(await listOrders(otherListing.id)).toMatchObject([{ amount: 2500, days: 5, vatAmount: 434 }]);
  expect(listRequestedAmounts()).toEqual(["1900", "2500"]);
});

test("POST /tutoring/{id}/promote from a page with the old price: 409, no order, the new price is shown", async () => {
  const { placeOrder, id } = shop;
  const displayed = [...(await promotePage()).matchAll(/name="displayed" value="([^"]*)"/g)].map(
    ([, text]) => text ?? "",
  );
  expect(displayed).toContain("top7:1900:7");
  await saveDocument("packages", { ...PACKAGES, "top7.price": "25" });
  const form = { package: "top7", immediate_start: "1" };
  const html = await expectPage(
    app.post(`/tutoring/${id}/promote`, {
      as: shop.jar,
      form: { ...form, displayed },
    }),
    409,
  );
  expectText(html, "changed after you opened the page", "25 lei");
  expect(await listOrders(id)).toEqual([]);
  // An unchanged package can be ordered from the same page.
  await expectStatus(
    app.post(`/tutoring/${id}/promote`, {
      as: shop.jar,
      form: { package: "top14", immediate_start: "0", displayed },
    }),
    303,
  );
  await expectStatus(placeOrder(), 303);
});

test("GET and POST /tutoring/{id}/promote use the new price once the open order is too old for its checkout", async () => {
  const { stripe, placeOrder, id } = shop;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  stripe.state.down = true;
  await expectStatus(placeOrder(), 503);
  stripe.state.down = false;
  await saveDocument("packages", { ...PACKAGES, "top7.price": "25" });
  app.clock.now += 28 * 60_000;
  expect(await promotePage()).toContain('value="top7:1900:7"');
  app.clock.now += 7 * 60_000;
  const page = await promotePage();
  expect(page).toContain('value="top7:2500:7"');
  const displayed = [...page.matchAll(/name="displayed" value="([^"]*)"/g)].map(([, text]) => text ?? "");
  const form = { package: "top7", immediate_start: "1", displayed };
  await expectStatus(app.post(`/tutoring/${id}/promote`, { as: shop.jar, form }), 303);
  expect((await listOrders(id)).map(({ state, amount }) => [state, amount])).toEqual([
    ["expired", 1900],
    ["open", 2500],
  ]);
});

test("a retired package can still be paid in its open checkout, but not ordered", async () => {
  const { stripe, placeOrder, id } = shop;
  await placeOrder();
  const { "top7.on_sale": _sold, ...rest } = PACKAGES;
  await saveDocument("packages", rest);
  await expectStatus(placeOrder(), 422);
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  expect((await listOrders(id))[0]?.state).toBe("fulfilled");
});

test("a VAT rate applies from the first minute of its day in Bucharest", async () => {
  const { teacher, id } = shop;
  await saveDocument("vat", { version: "0", from: ["2025-08-01", "2026-12-01"], rate: ["21", "25"] });
  app.clock.now = Date.UTC(2026, 10, 30, 21, 59);
  await app.post(`/tutoring/${id}/promote`, { as: teacher, form: { package: "top7", immediate_start: "0" } });
  app.clock.now = Date.UTC(2026, 10, 30, 22, 0);
  await app.post(`/tutoring/${id}/promote`, {
    as: teacher,
    form: { package: "top14", immediate_start: "0" },
  });
  const ordersByPackage = new Map((await listOrders(id)).map((row) => [row.package, row]));
  expect(ordersByPackage.get("top7")).toMatchObject({ vatRate: 2100, vatAmount: 330 });
  expect(ordersByPackage.get("top14")).toMatchObject({ vatRate: 2500, vatAmount: 580 });
});

test("orders of a seller without VAT have no VAT, and GET /tutoring/{id}/promote says so", async () => {
  await saveSeller(EXEMPT_SELLER);
  const page = await promotePage();
  expect(page).toContain("The seller charges no VAT.");
  expect(page).not.toContain("of which VAT");
  await shop.placeOrder();
  expect(await listOrders(shop.id)).toMatchObject([{ amount: 1900, vatAmount: 0, vatRate: 0 }]);
});

test("POST /tutoring/{id}/promote 409 shows the next free date once fewer slots are all taken", async () => {
  const { stripe, placeOrder, teacher, jar } = shop;
  await placeOrder();
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const [first] = await db.query.listings.findMany({ where: (row, { eq }) => eq(row.id, shop.id) });
  const rival = await createListing(teacher, {
    subject: first?.subject,
    county: first?.county,
    online: first?.online,
  });
  await saveDocument("packages", { ...PACKAGES, "caps.county": "1", confirmed: "caps.county=1" });
  expect(
    await expectPage(
      app.post(`/tutoring/${rival.id}/promote`, {
        as: jar,
        form: { package: "top7", immediate_start: "0" },
      }),
      409,
    ),
  ).toContain("Nov 27, 2026");
  await saveDocument("packages", { ...PACKAGES, version: "1", "caps.county": "2" });
  await expectStatus(
    app.post(`/tutoring/${rival.id}/promote`, {
      as: jar,
      form: { package: "top7", immediate_start: "0" },
    }),
    303,
  );
});
