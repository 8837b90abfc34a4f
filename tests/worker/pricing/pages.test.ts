import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { auditLog, settings, settingVersions } from "@/db/schema";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { countRows, makeAdmin, makeTeacher, signedIn } from "../../helpers/factories";
import { ordersOf, scene } from "../promotions/scene";

let app: TestApp;
let admin: Jar;
let adminId: string;

beforeEach(async () => {
  app = createTestApp();
  const one = await makeAdmin(app);
  adminId = one.id;
  admin = await signedIn(app, one);
  await db.delete(settings);
  await db.delete(settingVersions);
  await db.delete(auditLog);
});

/** The form as the page shows it: names and values of its inputs. */
async function formOf(path: string, as = admin): Promise<Record<string, string | string[]>> {
  const html = await (await app.get(path, { as })).text();
  return fieldsIn(html);
}

function fieldsIn(html: string): Record<string, string | string[]> {
  const form = html.match(/<form[^>]*action="(?:\/ro)?\/admin\/pricing\/.*?<\/form>/s)?.[0] ?? "";
  const fields: Record<string, string | string[]> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1];
    if (attribute("type") === "checkbox" && !/ checked=""/.test(tag)) continue;
    const [name = "", value = ""] = [attribute("name"), attribute("value")];
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  )) {
    fields[name] = options.match(/value="([^"]*)" selected/)?.[1] ?? "";
  }
  for (const [, name = "", text = ""] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)/g)) {
    fields[name] = text;
  }
  return fields;
}

/** Without the marks that React leaves between texts. */
const plain = (html: string) => html.replaceAll("<!-- -->", "");

const send = async (name: string, form: Record<string, string | string[]>, as = admin, prefix = "") =>
  await app.post(`${prefix}/admin/pricing/${name}`, { as, form });

const documentAt = async (path: string) =>
  (await db.select().from(settings).where(eq(settings.path, path)))[0] ?? null;

const SELLER = {
  version: "0",
  name: "Catedra Demo SRL",
  tax_id: "RO00000000",
  registration_number: "J00/0000/2026",
  address: "Strada Exemplului 1, București",
  iban: "RO49 aaaa 1b31 0075 9384 0000",
  email: "Facturi@Catedra.test",
  series: "DEMO",
  vat_payer: "1",
  "exemption.en": "",
  "exemption.ro": "",
};

describe("GET /admin/pricing", () => {
  it("shows packages, caps and VAT as shipped, and that nobody said who sells", async () => {
    const html = await (await app.get("/admin/pricing", { as: admin })).text();
    expect(html).toContain("19 lei · 7 days in the results · on sale");
    expect(html).toContain("9 lei · days not set · not on sale");
    expect(html).toContain("Places in a county");
    expect(html).toContain("From 1 Aug 2025");
    expect(html).toContain("Nobody has said yet who sells");
  });

  it("leads a teacher and a visitor home, whatever they send; a document that is none is a 404", async () => {
    const teacher = await signedIn(app, await makeTeacher(app));
    for (const path of ["/admin/pricing", "/admin/pricing/packages", "/admin/pricing/seller"]) {
      expect((await app.get(path, { as: teacher })).status).toBe(302);
      expect((await app.get(path)).status).toBe(302);
    }
    expect((await send("packages", await formOf("/admin/pricing/packages"), teacher)).status).toBe(302);
    expect(await countRows("setting_versions")).toBe(0);
    expect((await app.get("/admin/pricing/nothing", { as: admin })).status).toBe(404);
  });
});

describe("POST /admin/pricing/packages", () => {
  it("says beforehand that new teachers get top7, and afterwards that nobody does, switched off or retired", async () => {
    const page = async (path: string, prefix = "") =>
      plain(await (await app.get(`${prefix}${path}`, { as: admin })).text());
    expect(await page("/admin/pricing/packages")).toContain("New teachers get this package once, for free");
    expect(await page("/admin/pricing")).not.toContain("nobody gets one");
    const { "top7.sold": _sold, ...off } = await formOf("/admin/pricing/packages");
    await send("packages", off);
    expect(await page("/admin/pricing")).toContain("nobody gets one: top7 is not on sale");
    await send("packages", { ...(await formOf("/admin/pricing/packages")), "top7.retired": "1" });
    expect(await page("/admin/pricing", "/ro")).toContain("nu îl primește nimeni: top7 nu este la vânzare");
  });

  it("reads a page of the history by a version, and the newest by anything else", async () => {
    const versions = async (before: string) => {
      const answer = await app.get(`/admin/pricing/packages?before=${before}`, { as: admin });
      expect(answer.status).toBe(200);
      return [...plain(await answer.text()).matchAll(/Version (\d+)/g)].map(([, version]) => Number(version));
    };
    for (const price of ["20", "21", "22"])
      await send("packages", { ...(await formOf("/admin/pricing/packages")), "top7.price": price });
    expect(await versions("2")).toEqual([2, 1]);
    for (const other of ["", "0", "-1", "1e0", "0x2", "2.5", "%202", "Infinity", "99999999999999999", "x"])
      expect(await versions(other), other).toEqual([3, 2, 1]);
  });

  it("saves price, days, caps and what is sold as the next version, with history and audit", async () => {
    const form = await formOf("/admin/pricing/packages");
    expect(form).toMatchObject({ version: "0", "top7.price": "19", "top7.sold": "1", "caps.crowded": "24" });
    expect(form).not.toHaveProperty("bump.sold");
    const { "home7.sold": _off, ...rest } = form;
    const answer = await send("packages", { ...rest, "top7.price": "21,50", "caps.county": "15" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/pricing?done=packages"]);
    expect(await documentAt("settings/packages")).toMatchObject({
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
    const after = await (await app.get("/admin/pricing/packages", { as: admin })).text();
    expect(after).toContain("Version 1");
    expect(after).toContain("Olga Admin");
    expect(after).toContain(
      "21.50 lei · 7 days in the results · on sale (before: 19 lei · 7 days in the results · on sale)",
    );
    expect(after).toContain("15 (before: 12)");
    expect(plain(after)).toContain("<strong>top7:</strong>");
    expect(plain(after)).not.toContain("<strong>top14:</strong>");
  });

  it("adds a package that is sold at once, and retires one of which every order stays readable", async () => {
    const one = await scene({});
    const admin = await signedIn(one.app, await makeAdmin(one.app));
    const page = async (path: string, as = one.jar) => (await one.app.get(path, { as })).text();
    const form = fieldsIn(await page("/admin/pricing/packages", admin));
    expect(form).toMatchObject({ added_code: "", "bump.days": "" });
    const added = { added_code: " Top3 ", added_price: "9,90", added_days: "3", added_placement: "home" };
    const send = (form: Record<string, string | string[]>) =>
      one.app.post("/admin/pricing/packages", { as: admin, form });
    expect((await send({ ...form, ...added })).status).toBe(303);
    expect((await documentAt("settings/packages"))?.value).toMatchObject({
      top3: { price: 990, days: 3, placement: "home", off: false },
      top7: { price: 1900 },
    });
    const promote = `/tutoring/${one.id}/promote`;
    expect(await page(promote)).toContain('value="top3"');
    expect((await one.order({ package: "top3", immediate_start: "1" })).status).toBe(303);
    await one.stripe.send(one.stripe.event("checkout.session.completed", one.stripe.pay()));
    const [order] = await ordersOf(one.id);

    const again = fieldsIn(await page("/admin/pricing/packages", admin));
    expect(again).toMatchObject({ "top3.price": "9.90", "top3.days": "3", added_code: "" });
    expect((await send({ ...again, "top3.retired": "1", "top7.retired": "1" })).status).toBe(303);
    expect((await documentAt("settings/packages"))?.value).toMatchObject({ top3: null, top7: null });
    const after = await page("/admin/pricing/packages", admin);
    expect(plain(after)).toContain("<strong>top3:</strong> removed (before: 9.90 lei");
    expect(fieldsIn(after)).not.toHaveProperty("top3.price");
    expect(fieldsIn(after)).not.toHaveProperty("top7.price");
    const shop = await page(promote);
    expect(shop).not.toContain('value="top3"');
    expect(shop).not.toContain('value="top7"');
    expect(await page(`/admin/orders/${order?.id}`, admin)).toContain("home page, 3 days (top3)");
    expect(await page(`/profile/promotions/${order?.id}`)).toContain("9.90 lei");
    expect(await page("/profile/promotions")).toContain("home page, 3 days");

    // Its code is free again, on other terms.
    const third = { ...fieldsIn(after), ...added, added_code: "top7", added_price: "21", added_days: "7" };
    expect((await send(third)).status).toBe(303);
    expect((await documentAt("settings/packages"))?.value).toMatchObject({
      top3: null,
      top7: { price: 2100, placement: "home" },
    });
  });

  it.each([
    [{ added_code: "top7", added_price: "9", added_days: "3" }, "added_code", "no other package"],
    [{ added_code: "caps", added_price: "9", added_days: "3" }, "added_code", "no other package"],
    [{ added_code: "3 days", added_price: "9", added_days: "3" }, "added_code", "begins with a letter"],
    [{ added_code: "__proto__", added_price: "9", added_days: "3" }, "added_code", "begins with a letter"],
    [{ added_code: "", added_price: "9", added_days: "3" }, "added_code", "begins with a letter"],
    [{ added_code: "top3", added_price: "", added_days: "3" }, "added_price", "Please fill this in."],
    [{ added_code: "top3", added_price: "1", added_days: "3" }, "added_price", "between 2 and 10,000"],
    [{ added_code: "top3", added_price: "9", added_days: "" }, "added_days", "Please fill this in."],
    [{ added_code: "top3", added_price: "9", added_days: "0" }, "added_days", "the least is 1"],
    [
      { added_code: "top3", added_placement: "moon", added_price: "9", added_days: "3" },
      "added_placement",
      "",
    ],
  ])("answers 422 for a package to add %j, and keeps what was typed", async (typed, field, words) => {
    const form = { ...(await formOf("/admin/pricing/packages")), added_placement: "results", ...typed };
    const answer = await send("packages", form);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(`href="#field-${field}"`);
    expect(html).toContain(`id="field-${field}-error"`);
    expect(html).toContain(words);
    expect(fieldsIn(html)).toMatchObject({ added_code: typed.added_code, added_price: typed.added_price });
    expect(await countRows("settings")).toBe(0);
  });

  it("answers 409 to whoever changes what another has retired, and drops its fields", async () => {
    const mine = await formOf("/admin/pricing/packages");
    await send("packages", { ...mine, "home7.retired": "1" });
    const answer = await send("packages", { ...mine, "home7.price": "41", added_code: "top3" });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(plain(html)).toContain("<strong>home7:</strong> removed");
    const merged = fieldsIn(html);
    expect(Object.keys(merged).filter((name) => name.startsWith("home7."))).toEqual([]);
    expect(merged).toMatchObject({ added_code: "top3", "top7.price": "19" });
  });

  it("makes no version of what changes nothing", async () => {
    const answer = await send("packages", await formOf("/admin/pricing/packages"));
    expect(answer.status).toBe(303);
    expect(await countRows("setting_versions")).toBe(0);
    expect(await countRows("settings")).toBe(0);
  });

  it.each([
    ["top7.price", "free", "The price must be between 2 and 10,000 lei."],
    ["top7.price", "1", "The price must be between 2 and 10,000 lei."],
    ["top7.price", "", "Please fill this in."],
    ["top7.days", "0", "The number is too small: the least is 1."],
    ["top7.days", "7.5", "This is not valid."],
    ["top7.days", "400", "The number is too large: the most is 366."],
    ["caps.county", "0", "The number is too small: the least is 1."],
  ])("answers 422 for %s %j with the field named and everything kept", async (field, typed, words) => {
    const form = await formOf("/admin/pricing/packages");
    const answer = await send("packages", { ...form, "top14.price": "31", [field]: typed });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain(`href="#field-${field}"`);
    expect(fieldsIn(html)).toMatchObject({ [field]: typed, "top14.price": "31", version: "0" });
    expect(await countRows("settings")).toBe(0);
  });

  it("answers 409 to whoever was slower, shows what the other changed, and takes nothing back when sent again", async () => {
    const mine = await formOf("/admin/pricing/packages");
    await send("packages", { ...mine, "top7.price": "23" });
    const answer = await send("packages", { ...mine, "top14.price": "33" });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(html).toContain("Somebody else saved changes while you were editing");
    expect(html).toContain("23 lei · 7 days in the results · on sale (before: 19 lei");
    const merged = fieldsIn(html);
    expect(merged).toMatchObject({ version: "1", "top7.price": "23", "top14.price": "33" });
    expect(await documentAt("settings/packages")).toMatchObject({ version: 1 });
    expect((await send("packages", merged)).status).toBe(303);
    expect(await documentAt("settings/packages")).toMatchObject({
      version: 2,
      value: { top7: { price: 2300 }, top14: { price: 3300 } },
    });
  });

  it("lets one of ten saves at once through, and gives the others 409", async () => {
    const form = await formOf("/admin/pricing/packages");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send("packages", { ...form, "top7.price": String(30 + n) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(409)]);
    expect(await countRows("setting_versions")).toBe(1);
    expect(await countRows("audit_log")).toBe(1);
  });

  it("writes over a malformed document under its version", async () => {
    await db
      .insert(settings)
      .values({ path: "settings/packages", value: { top7: "free" }, version: 4, updatedTs: 0 });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const form = await formOf("/admin/pricing/packages");
    expect(form).toMatchObject({ version: "4", "top7.price": "19" });
    expect((await send("packages", form)).status).toBe(303);
    expect(await documentAt("settings/packages")).toMatchObject({
      version: 5,
      value: { top7: { price: 1900 } },
    });
    expect(warn.mock.calls.flat().join()).toContain("settings_malformed");
    warn.mockRestore();
  });

  it("pages its history by ten, the newest first", async () => {
    const form = await formOf("/admin/pricing/packages");
    for (let n = 0; n < 12; n++) {
      await send("packages", { ...form, version: String(n), "top7.price": String(20 + n) });
    }
    const versions = (html: string) => [...html.matchAll(/Version (\d+)/g)].map(([, n]) => Number(n));
    const first = await (await app.get("/admin/pricing/packages", { as: admin })).text();
    expect(versions(first)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(first).toContain('href="/admin/pricing/packages?before=2"');
    const second = await (await app.get("/admin/pricing/packages?before=2", { as: admin })).text();
    expect(versions(second)).toEqual([2, 1]);
    expect(second).toContain("(before: 19 lei");
  });
});

describe("POST /admin/pricing/vat", () => {
  it("adds a rate by its day, typed in the page's language, and removes one that is emptied", async () => {
    const form = await formOf("/ro/admin/pricing/vat");
    expect(form).toMatchObject({ from: ["2025-08-01", ""], rate: ["21", ""] });
    const answer = await send(
      "vat",
      { version: "0", from: ["2025-08-01", "01.01.2027"], rate: ["21", "9,5 %"] },
      admin,
      "/ro",
    );
    expect(answer.status).toBe(303);
    expect((await documentAt("settings/vat"))?.value).toEqual([
      { from: "2025-08-01", rate: 2100 },
      { from: "2027-01-01", rate: 950 },
    ]);
    await send("vat", { version: "1", from: ["", "2027-01-01"], rate: ["", "9.5"] });
    expect((await documentAt("settings/vat"))?.value).toEqual([{ from: "2027-01-01", rate: 950 }]);
  });

  it.each([
    [{ from: "2025-13-01", rate: "21" }, "0.from", "This is not a date"],
    [{ from: "2025-08-01", rate: "210" }, "0.rate", "The rate must be between 0 and 100 %."],
    [{ from: "2025-08-01", rate: "" }, "0.rate", "Please fill this in."],
    [{ from: "", rate: "21" }, "0.from", "Please fill this in."],
  ])("answers 422 for %j", async (row, field, words) => {
    const answer = await send("vat", { version: "0", ...row });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain(`id="field-${field}-error"`);
  });

  it.each([
    ["", "2025-08-01", "This day stands here twice. Please leave one."],
    ["/ro", "01.08.2025", "Această zi apare de două ori. Păstrați un singur rând."],
  ])(
    "POST %s/admin/pricing/vat 422 for a day that is typed twice, with both rates kept",
    async (prefix, again, words) => {
      const rows = { from: ["2025-08-01", again, "2027-01-01"], rate: ["21", "9", "22"] };
      const answer = await send("vat", { version: "0", ...rows }, admin, prefix);
      const html = await answer.text();
      expect(answer.status).toBe(422);
      expect(html).toContain('id="field-1.from-error"');
      expect(html).toContain(words);
      expect(html).not.toContain('id="field-0.from-error"');
      expect(fieldsIn(html)).toMatchObject({
        from: ["2025-08-01", "2025-08-01", "2027-01-01", ""],
        rate: ["21", "9", "22", ""],
      });
      expect(await countRows("settings")).toBe(0);
    },
  );

  it("keeps every rate that has no day yet", async () => {
    const answer = await send("vat", { version: "0", from: ["", ""], rate: ["5", "7"] });
    expect(answer.status).toBe(422);
    expect(fieldsIn(await answer.text())).toMatchObject({ from: ["", "", ""], rate: ["5", "7", ""] });
  });

  it("keeps what both of two admins wrote of other days", async () => {
    await send("vat", { version: "0", from: ["2025-08-01", "2027-01-01"], rate: ["21", "22"] });
    const answer = await send("vat", {
      version: "0",
      from: ["2025-08-01", "2028-01-01"],
      rate: ["21", "23"],
    });
    const form = fieldsIn(await answer.text());
    expect(answer.status).toBe(409);
    expect(form).toMatchObject({
      version: "1",
      from: ["2025-08-01", "2027-01-01", "2028-01-01", ""],
      rate: ["21", "22", "23", ""],
    });
  });

  it("answers 422 when no rate is left", async () => {
    expect((await send("vat", { version: "0", from: "", rate: "" })).status).toBe(422);
  });
});

describe("POST /admin/pricing/seller", () => {
  it("saves who sells, with number and address made plain", async () => {
    expect((await send("seller", SELLER)).status).toBe(303);
    expect((await documentAt("settings/seller"))?.value).toEqual({
      name: "Catedra Demo SRL",
      tax_id: "RO00000000",
      registration_number: "J00/0000/2026",
      address: "Strada Exemplului 1, București",
      iban: "RO49AAAA1B31007593840000",
      email: "facturi@catedra.test",
      series: "DEMO",
      vat_payer: true,
      exemption: { en: "", ro: "" },
    });
    const html = await (await app.get("/ro/admin/pricing", { as: admin })).text();
    expect(html).toContain("Catedra Demo SRL");
  });

  it.each([
    ["name", "", "Please fill this in."],
    ["tax_id", "RO12345678", "This is not a Romanian tax id"],
    ["tax_id", "xx", "A Romanian tax id (CUI or CIF) is 2 to 10 digits"],
    ["iban", "RO48AAAA1B31007593840000", "This is not a valid IBAN."],
    ["email", "nobody", "This does not look like an e-mail address."],
    ["series", "C/1", "This is not valid."],
  ])("answers 422 for %s %j", async (field, typed, words) => {
    const answer = await send("seller", { ...SELLER, [field]: typed });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
  });

  it("asks for the exemption's text in both languages where no VAT is charged", async () => {
    const { vat_payer: _no, ...exempt } = SELLER;
    const answer = await send("seller", { ...exempt, "exemption.ro": "Scutit, art. 310 Cod fiscal" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('id="field-exemption.en-error"');
    expect(html).not.toContain('id="field-exemption.ro-error"');
    expect(await countRows("setting_versions")).toBe(0);
  });
});
