import { beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import {
  app,
  db,
  expectNoText,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
} from "../../helpers/app";
import { countRows, createAdmin, signIn } from "../../helpers/factories";
import { createPromotionFixture, listOrders } from "../../helpers/promotion-fixture";
import {
  findDocument,
  type PricingAdmin,
  parseFields,
  removeReactMarkers,
  setUpPricingAdmin,
} from "./pricing-admin";

let admin: PricingAdmin["admin"];
let adminId: PricingAdmin["adminId"];
let readForm: PricingAdmin["readForm"];
let send: PricingAdmin["send"];

beforeEach(async () => {
  ({ admin, adminId, readForm, send } = await setUpPricingAdmin());
});

it("GET /admin/pricing shows the default packages, caps and VAT, and that no seller is set", async () => {
  const html = await app.read("/admin/pricing", { as: admin });
  expectText(
    html,
    "7 days in the results",
    "7 days on the home page",
    "19 lei · 7 days · on sale",
    "9 lei · days not set · not on sale",
    "Places in a county",
    "From Aug 1, 2025",
    "Promotions are not on sale",
  );
});

describe("POST /admin/pricing/packages", () => {
  it("saves price, days, caps and availability as the next version, with history and audit event", async () => {
    const form = await readForm("/admin/pricing/packages");
    expect(form).toMatchObject({
      version: "0",
      "top7.price": "19",
      "top7.on_sale": "1",
      "caps.crowded": "24",
    });
    expect(form).not.toHaveProperty("bump.on_sale");
    const { "home7.on_sale": _off, ...rest } = form;
    await expectRedirect(
      send("packages", { ...rest, "top7.price": "21,50", "caps.county": "15" }),
      "/admin/pricing?done=packages",
    );
    expect(await findDocument("settings/packages")).toMatchObject({
      version: 1,
      value: {
        top7: { price: 2150, days: 7, placement: "results", off: false },
        home7: { price: 3900, days: 7, placement: "home", off: true },
        caps: { county: 15, crowded: 24 },
      },
    });
    expect(await db.select().from(auditLog)).toMatchObject([
      { actorId: adminId, subject: "document:settings/packages", detail: { version: 1 } },
    ]);
    const after = await app.read("/admin/pricing/packages", { as: admin });
    expectText(
      after,
      "Version 1",
      "Olga Admin",
      "21.50 lei · 7 days · on sale (before: 19 lei · 7 days · on sale)",
      "15 (before: 12)",
    );
    expect(removeReactMarkers(after)).toContain("<strong>7 days in the results:</strong>");
    expect(removeReactMarkers(after)).not.toContain("<strong>14 days in the results:</strong>");
  });

  it("adds a package for sale, and retires one whose orders stay readable", async () => {
    const shop = await createPromotionFixture({});
    const admin = await signIn(await createAdmin());
    const page = async (path: string, as = shop.jar) => (await app.get(path, { as })).text();
    const form = parseFields(await page("/admin/pricing/packages", admin));
    expect(form).toMatchObject({ added_code: "", "bump.days": "" });
    const added = { added_code: " Top3 ", added_price: "9,90", added_days: "3", added_placement: "home" };
    const send = (form: Record<string, string | string[]>) =>
      app.post("/admin/pricing/packages", { as: admin, form });
    await expectStatus(send({ ...form, ...added }), 303);
    expect((await findDocument("settings/packages"))?.value).toMatchObject({
      top3: { price: 990, days: 3, placement: "home", off: false },
      top7: { price: 1900 },
    });
    const promote = `/tutoring/${shop.id}/promote`;
    expect(await page(promote)).toContain('value="top3"');
    await expectStatus(shop.placeOrder({ package: "top3", immediate_start: "1" }), 303);
    await shop.stripe.send(shop.stripe.event("checkout.session.completed", shop.stripe.pay()));
    const [order] = await listOrders(shop.id);

    const again = parseFields(await page("/admin/pricing/packages", admin));
    expect(again).toMatchObject({ "top3.price": "9.90", "top3.days": "3", added_code: "" });
    await expectStatus(send({ ...again, "top3.retired": "1", "top7.retired": "1" }), 303);
    expect((await findDocument("settings/packages"))?.value).toMatchObject({ top3: null, top7: null });
    const after = await page("/admin/pricing/packages", admin);
    expect(removeReactMarkers(after)).toContain(
      "<strong>3 days on the home page:</strong> removed (before: 9.90 lei",
    );
    expect(parseFields(after)).not.toHaveProperty("top3.price");
    expect(parseFields(after)).not.toHaveProperty("top7.price");
    const promotePage = await page(promote);
    expectNoText(promotePage, 'value="top3"', 'value="top7"');
    const orderPage = await page(`/admin/orders/${order?.id}`, admin);
    expect(orderPage).toContain("home page, 3 days");
    expect(orderPage).not.toContain("top3");
    expect(await page(`/profile/promotions/${order?.id}`)).toContain("9.90 lei");
    expect(await page("/profile/promotions")).toContain("home page, 3 days");

    // Its code can be used again, with other terms.
    const third = { ...parseFields(after), ...added, added_code: "top7", added_price: "21", added_days: "7" };
    await expectStatus(send(third), 303);
    expect((await findDocument("settings/packages"))?.value).toMatchObject({
      top3: null,
      top7: { price: 2100, placement: "home" },
    });
  });

  it.each([
    [{ added_code: "top7", added_price: "9", added_days: "3" }, "added_code", "Use a unique code"],
    [{ added_code: "caps", added_price: "9", added_days: "3" }, "added_code", "Use a unique code"],
    [{ added_code: "3 days", added_price: "9", added_days: "3" }, "added_code", "starts with a letter"],
    [{ added_code: "__proto__", added_price: "9", added_days: "3" }, "added_code", "starts with a letter"],
    [{ added_code: "", added_price: "9", added_days: "3" }, "added_code", "starts with a letter"],
    [{ added_code: "top3", added_price: "", added_days: "3" }, "added_price", "Enter a price."],
    [{ added_code: "top3", added_price: "1", added_days: "3" }, "added_price", "between 2 and 10,000"],
    [{ added_code: "top3", added_price: "9", added_days: "" }, "added_days", "Enter the number of days."],
    [{ added_code: "top3", added_price: "9", added_days: "0" }, "added_days", "must be 1 or more"],
    [
      { added_code: "top3", added_placement: "moon", added_price: "9", added_days: "3" },
      "added_placement",
      "",
    ],
  ])("returns 422 for a new package %j, and keeps the typed values", async (typed, field, message) => {
    const form = { ...(await readForm("/admin/pricing/packages")), added_placement: "results", ...typed };
    const html = await expectPage(send("packages", form), 422);
    expectText(html, `href="#field-${field}"`, `id="field-${field}-error"`, message);
    expect(parseFields(html)).toMatchObject({ added_code: typed.added_code, added_price: typed.added_price });
    expect(await countRows("settings")).toBe(0);
  });

  it.each([
    ["top7.price", "free", "Enter a number, such as 80 or 80.50."],
    ["top7.price", "1.000,50", "Enter a number, such as 80 or 80.50."],
    ["top7.price", "1", "The price must be between 2 and 10,000 lei."],
    ["top7.price", "", "Enter a price."],
    ["top7.days", "0", "The number must be 1 or more."],
    ["top7.days", "7.5", "This value is not valid."],
    ["top7.days", "400", "The number must be 366 or less."],
    ["caps.county", "0", "The number must be 1 or more."],
  ])(
    "returns 422 for %s %j at the field, and keeps the other typed values",
    async (field, typed, message) => {
      const form = await readForm("/admin/pricing/packages");
      const html = await expectPage(send("packages", { ...form, "top14.price": "31", [field]: typed }), 422);
      expectText(html, message, `href="#field-${field}"`);
      expect(parseFields(html)).toMatchObject({ [field]: typed, "top14.price": "31", version: "0" });
      expect(await countRows("settings")).toBe(0);
    },
  );
});
