import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "@/db/schema";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { countRows } from "../../helpers/factories";
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

describe("POST /admin/pricing/packages", () => {
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
