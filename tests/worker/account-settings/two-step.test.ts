import { describe, expect, test } from "vitest";
import { auditLog, twoStep } from "@/db/schema";
import {
  bearer,
  createAccessToken,
  createUserWithPassword,
  PASSWORD,
  signInByEmail,
} from "../../helpers/accounts";
import { app, expectNoText, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import { createAdmin, listRows, templatesTo } from "../../helpers/factories";
import { createTwoStepUser, readSetUp, toCode } from "../../helpers/two-step";
import { readText, send, signsIn } from "./helpers";

describe("POST /profile/settings/two-step", () => {
  test("shows a QR code and the key, and after its code 10 recovery codes once; stores neither readable", async () => {
    const { user, jar, key, codes } = await createTwoStepUser();
    expect(new Set(codes).size).toBe(10);
    const [row] = await listRows(twoStep, { userId: user.id });
    const stored = JSON.stringify(row);
    expectNoText(stored, key, ...codes, ...codes.map((code) => code.replaceAll("-", "")));
    expect(await listRows(auditLog, { actorId: user.id })).toMatchObject([
      { action: "user.two_step_enabled", detail: {} },
    ]);
    expect(await templatesTo(user.email)).toEqual(["two_step_on"]);
    const page = await readText(await app.get("/profile/settings", { as: jar }));
    expect(page).toContain("10 recovery codes are left.");
    expect(page).not.toContain(codes[0]);
  });

  test("returns 422 for a wrong code, with the same key, and signs in without a code until then", async () => {
    const user = await createUserWithPassword();
    const { jar } = await signInByEmail(user.email);
    const { html, form, key } = await readSetUp(jar);
    expect(html).toMatch(/<svg class="qr-code" role="img"/);
    const answer = await expectStatus(send("two-step", jar, { ...form, otp: "123 45" }), 422);
    const again = await answer.text();
    expect(again).toMatch(/id="field-two-step-otp"[^>]*aria-invalid="true"/);
    expect(again).toContain(`secret=${key}`);
    expect(await signsIn(user.email, PASSWORD)).toBe(true);
  });

  test("refuses the key of another account, and a second set-up", async () => {
    const other = await signInByEmail((await createUserWithPassword()).email);
    const foreign = await readSetUp(other.jar);
    const user = await createUserWithPassword();
    const { jar } = await signInByEmail(user.email);
    const { form, key } = await readSetUp(jar);
    const stolen = { ...foreign.form, otp: toCode(foreign.key) };
    await expectStatus(send("two-step", jar, stolen), 422);
    const right = { ...form, otp: toCode(key) };
    await expectStatus(send("two-step", jar, right), 200);
    await expectRedirect(send("two-step", jar, right), "/profile/settings");
  });
});

test("POST /profile/settings/two-step-off asks for the password and a code that was not used; then the password alone signs in", async () => {
  const { user, jar, key } = await createTwoStepUser();
  const turnOff = (password: string, otp: string) => send("two-step-off", jar, { password, otp });
  await expectStatus(turnOff("nu e asta", toCode(key)), 403);
  const refused = await expectPage(turnOff(PASSWORD, toCode(key, -1)), 403);
  expect(refused).toMatch(/id="field-two-step-off-otp"[^>]*aria-invalid="true"/);
  expect(await signsIn(user.email, PASSWORD)).toBe(false);
  await expectRedirect(turnOff(PASSWORD, toCode(key)), "/profile/settings?done=two-step-off");
  expect(await listRows(twoStep, { userId: user.id })).toEqual([]);
  expect(await signsIn(user.email, PASSWORD)).toBe(true);
  expect(await templatesTo(user.email)).toContain("two_step_off");
});

test("settings/limits with admin_two_step leads admins without two-step sign-in to its set-up from each admin page; their calls still work", async () => {
  const admin = await createAdmin();
  const token = await createAccessToken(admin);
  const secured = await createTwoStepUser({ role: "a" });
  await expectStatus(app.get("/admin", { as: admin }), 200);
  const put = (value: object) =>
    app.request("/data/settings/limits.json", {
      method: "PUT",
      headers: { ...bearer(token).headers, "content-type": "application/json" },
      body: JSON.stringify({ value }),
    });
  await expectStatus(put({ admin_two_step: true }), 200);
  for (const path of ["/admin", "/ro/admin/settings/limits", "/admin/nothing"]) {
    const to = `${path.startsWith("/ro") ? "/ro" : ""}/profile/settings?required=two-step#two-step`;
    await expectRedirect(app.get(path, { as: admin }), to, 302);
  }
  const page = await app.read("/profile/settings?required=two-step", { as: admin });
  expect(page).toContain("Administrators of this site must have two-step sign-in.");
  await expectStatus(app.get("/admin", { as: secured.jar }), 200);
  expect(await app.read("/admin/settings/limits", { as: secured.jar })).toMatch(
    /name="admin_two_step"[^>]* checked=""/,
  );
  await expectStatus(app.get("/api/admin/follow-up", bearer(token)), 200);
  await expectStatus(put({}), 200);
  await expectStatus(app.get("/admin", { as: admin }), 200);
});
