import { beforeEach, describe, expect, it, vi } from "vitest";
import { auditLog, settings } from "@/db/schema";
import { EXAMS } from "@/features/settings";
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
import { parseFormEntries } from "../../helpers/forms";
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

const PACKAGES = "/admin/pricing/packages";
const SAVED = "/admin/pricing?done=packages";

describe("a number that changes more than threefold", () => {
  it("is saved after the page showed old and new, and only with these values", async () => {
    const form = await readForm(PACKAGES);
    const asked = await expectPage(send("packages", { ...form, "top7.price": "190" }), 422);
    expect(removeReactMarkers(asked)).toContain(
      "190 lei · 7 days · on sale (before: 19 lei · 7 days · on sale)",
    );
    expect(await findDocument("settings/packages")).toBeNull();
    const again = parseFields(asked);
    const dearer =
      "“7 days in the results” costs more than a longer package: 14 days in the results and 30 days in the results.";
    expectText(asked, dearer);
    expect(again).toMatchObject({ "top7.price": "190", confirmed: `top7.price=190&${dearer}` });
    await expectStatus(send("packages", { ...again, "top7.price": "1900" }), 422);
    await expectRedirect(send("packages", again), SAVED);
    expect(await app.read(SAVED, { as: admin })).toContain(`href="${PACKAGES}#history"`);
    expect(await findDocument("settings/packages")).toMatchObject({ value: { top7: { price: 19_000 } } });
  });

  it.each([
    ["packages", "top30.price", "147", "148"],
    ["packages", "caps.county", "4", "3"],
  ])("%s: %s of %s is saved, %s is not", async (name, field, fine, large) => {
    const form = await readForm(`/admin/pricing/${name}`);
    await expectStatus(send(name, { ...form, [field]: large }), 422);
    await expectStatus(send(name, { ...form, [field]: fine }), 303);
  });

  it("counts in the limits too, also against a default", async () => {
    const html = await app.read("/admin/settings/limits", { as: admin });
    const form = Object.fromEntries(parseFormEntries(html, /<form[^>]*action="\/admin\/settings\/limits"/));
    const save = (max: string) =>
      app.post("/admin/settings/limits", { form: { ...form, "sign_in.max": max }, as: admin });
    expect(await expectPage(save("31"), 422)).toContain('name="confirmed" value="sign_in.max=31"');
    await expectStatus(save("30"), 303);
  });
});

describe("the day of an exam that parents see", () => {
  const save = (pe: string, fields: Record<string, string | string[]> = {}) =>
    app.post("/admin/settings/exams", {
      form: { version: "0", year: "2026/27", pe, pb: "2027-06-14", source: "OM 1/2026", ...fields },
      as: admin,
    });

  it.each([
    [
      "2027-06-24",
      { source: EXAMS.defaultValue.years[0]?.source ?? "" },
      /date changes, but its source does not/,
    ],
    ["2027-06-26", {}, /Jun 26, 2027 is on a weekend or a public holiday/],
    ["2027-06-21", {}, /Jun 21, 2027 is on a weekend or a public holiday/],
    ["2027-06-30", {}, /moves by more than 7 days, from Jun 22, 2027 to Jun 30, 2027/],
    [
      "",
      { year: "", pb: "", source: "" },
      /Evaluation, first written test: the date is removed, Jun 22, 2027.*Baccalaureate/,
    ],
  ])("is changed to '%s' after a question", async (pe, fields, question) => {
    const asked = await expectPage(save(pe, fields), 422);
    expect(asked.replace(/<[^>]+>/g, " ")).toMatch(question);
    const entries = parseFormEntries(asked, /<form[^>]*action="\/admin\/settings\/exams"/);
    const confirmed = Object.fromEntries(entries).confirmed ?? "";
    await expectStatus(save(pe, { ...fields, confirmed: `${confirmed}x` }), 422);
    await expectStatus(save(pe, { ...fields, confirmed }), 303);
  });

  it("moves by a week, and a past one is removed, without a question", async () => {
    const past = { year: ["2025/26", "2026/27"], pe: ["2026-06-22", "2027-06-29"], pb: ["", "2027-06-14"] };
    await expectStatus(save("", { ...past, source: ["", "OM 1/2026"] }), 303);
    await expectStatus(save("2027-06-29", { version: "1" }), 303);
  });
});

describe("an earlier version", () => {
  it("is restored by one press, after a question if a number changes more than threefold", async () => {
    for (const price of ["50", "148"]) {
      await expectStatus(send("packages", { ...(await readForm(PACKAGES)), "top30.price": price }), 303);
    }
    const restore = (version: string, fields = {}) =>
      send("packages", { restore: version, version: "2", ...fields });
    const asked = await expectPage(restore("0"), 422);
    const again = Object.fromEntries(parseFormEntries(asked, /<form[^>]*class="action-form"/));
    expect(again).toEqual({ restore: "0", version: "2", confirmed: "top30.price=49" });
    await expectRedirect(restore("1"), SAVED);
    expect(await findDocument("settings/packages")).toMatchObject({
      version: 3,
      value: { top30: { price: 5000 } },
    });
    await expectStatus(restore("1"), 409);
    for (const unknown of ["9", "-1", "x"]) await expectStatus(restore(unknown), 404);
    await expectStatus(send("seller", { restore: "0", version: "0" }), 404);
    await expectRedirect(restore("0", { version: "3" }), SAVED);
    expect(await findDocument("settings/packages")).toMatchObject({ value: { top30: { price: 4900 } } });
    expect(await app.read(PACKAGES, { as: admin })).toMatch(/name="restore" value="2"/);
  });
});

describe("the versions of the packages", () => {
  it("shows a page of the history from a version, and the newest for any other value", async () => {
    const versions = async (before: string) => {
      const answer = await expectStatus(
        app.get(`/admin/pricing/packages?before=${before}`, { as: admin }),
        200,
      );
      return [...removeReactMarkers(await answer.text()).matchAll(/Version (\d+)/g)].map(([, version]) =>
        Number(version),
      );
    };
    for (const price of ["20", "21", "22"])
      await send("packages", { ...(await readForm("/admin/pricing/packages")), "top7.price": price });
    expect(await versions("2")).toEqual([2, 1]);
    for (const invalidVersion of ["", "0", "-1", "99999999999999999", "x"])
      expect(await versions(invalidVersion), invalidVersion).toEqual([3, 2, 1]);
  });

  it("returns 409 when another admin retired the edited package, and drops its fields", async () => {
    const mine = await readForm("/admin/pricing/packages");
    await send("packages", { ...mine, "home7.retired": "1" });
    const html = await expectPage(
      send("packages", { ...mine, "home7.price": "41", added_code: "top3" }),
      409,
    );
    expect(removeReactMarkers(html)).toContain("<strong>7 days on the home page:</strong> removed");
    const merged = parseFields(html);
    expect(Object.keys(merged).filter((name) => name.startsWith("home7."))).toEqual([]);
    expect(merged).toMatchObject({ added_code: "top3", "top7.price": "19" });
  });

  it("creates no version if nothing changed", async () => {
    await expectStatus(send("packages", await readForm("/admin/pricing/packages")), 303);
    expect(await countRows("setting_versions")).toBe(0);
    expect(await countRows("settings")).toBe(0);
  });

  it("returns 409 with the other admin's change, which stays when the form is sent again", async () => {
    const mine = await readForm("/admin/pricing/packages");
    await send("packages", { ...mine, "top7.price": "23" });
    const html = await expectPage(send("packages", { ...mine, "top14.price": "33" }), 409);
    expectText(
      html,
      "Another administrator saved changes while you were editing",
      "23 lei · 7 days · on sale (before: 19 lei",
    );
    const merged = parseFields(html);
    expect(merged).toMatchObject({ version: "1", "top7.price": "23", "top14.price": "33" });
    expect(await findDocument("settings/packages")).toMatchObject({ version: 1 });
    await expectStatus(send("packages", merged), 303);
    expect(await findDocument("settings/packages")).toMatchObject({
      version: 2,
      value: { top7: { price: 2300 }, top14: { price: 3300 } },
    });
  });

  it("one of ten parallel saves succeeds, the others return 409", async () => {
    const form = await readForm("/admin/pricing/packages");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send("packages", { ...form, "top7.price": String(20 + n * 0.5) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(409)]);
    expect(await countRows("setting_versions")).toBe(1);
    expect(await countRows("audit_log")).toBe(1);
  });

  it("replaces a malformed document under its version", async () => {
    await db
      .insert(settings)
      .values({ path: "settings/packages", value: { top7: "free" }, version: 4, updatedTs: 0 });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const form = await readForm("/admin/pricing/packages");
    expect(form).toMatchObject({ version: "4", "top7.price": "19" });
    await expectStatus(send("packages", form), 303);
    expect(await findDocument("settings/packages")).toMatchObject({
      version: 5,
      value: { top7: { price: 1900 } },
    });
    expect(warn.mock.calls.flat().join()).toContain("settings_malformed");
    warn.mockRestore();
  });

  it("shows its history in pages of ten, newest first", async () => {
    const form = await readForm("/admin/pricing/packages");
    for (let n = 0; n < 12; n++) {
      await send("packages", { ...form, version: String(n), "top7.price": String(20 + n * 0.5) });
    }
    const versions = (html: string) => [...html.matchAll(/Version (\d+)/g)].map(([, n]) => Number(n));
    const first = await app.read("/admin/pricing/packages", { as: admin });
    expect(versions(first)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(first).toContain('href="/admin/pricing/packages?before=2"');
    const second = await app.read("/admin/pricing/packages?before=2", { as: admin });
    expect(versions(second)).toEqual([2, 1]);
    expect(second).toContain("(before: 19 lei");
  });
});
