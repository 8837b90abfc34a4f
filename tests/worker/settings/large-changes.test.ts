import { beforeEach, describe, expect, it } from "vitest";
import { EXAMS } from "@/features/settings";
import { app, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { parseFormEntries } from "../../helpers/forms";
import {
  findDocument,
  type PricingAdmin,
  parseFields,
  removeReactMarkers,
  setUpPricingAdmin,
} from "./pricing-admin";

let admin: PricingAdmin["admin"];
let readForm: PricingAdmin["readForm"];
let send: PricingAdmin["send"];

beforeEach(async () => {
  ({ admin, readForm, send } = await setUpPricingAdmin());
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
