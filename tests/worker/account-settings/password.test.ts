import { describe, expect, test } from "vitest";
import { newEmail } from "../../helpers/accounts";
import { app, expectNoText, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import { findAccess, PASSWORD, readText, send, signInOnTwoDevices, signsIn } from "./helpers";

const NEW = "și zece mere sub un măr";

describe("POST /profile/settings/password", () => {
  test("returns 303; the new password works, the old one does not, and all other devices are signed out", async () => {
    const { member, jar, token, otherJar, otherToken } = await signInOnTwoDevices();
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: true, calls: true });
    await expectRedirect(
      send("password", jar, { current_password: PASSWORD, password: NEW }),
      "/profile/settings?done=password",
    );
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: false, calls: false });
    await expectStatus(app.post("/auth/users/refresh", { as: otherJar }), 401);
    expect(await findAccess(jar, token)).toEqual({ pages: true, calls: true });
    await expectStatus(app.post("/auth/users/refresh", { as: jar }), 200);
    expect([await signsIn(member.email, PASSWORD), await signsIn(member.email, NEW)]).toEqual([false, true]);
    expect(await readText(await app.get("/profile/settings?done=password", { as: jar }))).toContain(
      "Your password is changed",
    );
  });

  test("notifies the user in their language, writes an audit event and stores the password nowhere", async () => {
    const { member, jar } = await signInOnTwoDevices({ locale: "ro" });
    await send("password", jar, { current_password: PASSWORD, password: NEW });
    const [mail, ...more] = (await mailsTo(member.email)).filter(
      ({ template }) => template !== "new_sign_in",
    );
    expect([mail?.template, more.length]).toEqual(["password_changed", 0]);
    expect(mail?.text).toContain("tocmai a fost schimbată");
    expect(mail?.text).toContain("https://catedra.test/ro/reset-password");
    const audit = await app.bindings.DB.prepare("select * from audit_log where actor_id = ? and action = ?")
      .bind(member.id, "user.password_changed")
      .all();
    expect(audit.results).toMatchObject([{ subject: `user:${member.id}`, detail: "{}" }]);
  });

  test("links mailed before, for a new address or password, no longer work", async () => {
    const { member, jar } = await signInOnTwoDevices();
    await send("email", jar, { email: newEmail(), current_password: PASSWORD });
    await send("password", jar, { current_password: PASSWORD, password: NEW });
    const open = await app.bindings.DB.prepare(
      "select count(*) as n from one_time_tokens where user_id = ? and used_ts is null",
    )
      .bind(member.id)
      .first<{ n: number }>();
    expect(open?.n).toBe(0);
  });

  test("returns 403 at the field for a wrong current password, and echoes no password", async () => {
    const { member, jar, otherJar, otherToken } = await signInOnTwoDevices();
    const html = await expectPage(
      send("password", jar, { current_password: "nu e asta", password: NEW }),
      403,
    );
    expect(html).toMatch(/href="#field-password-current_password"/);
    expectNoText(html, "nu e asta", NEW);
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: true, calls: true });
    expect(await signsIn(member.email, PASSWORD)).toBe(true);
  });

  test.each([
    ["empty", "", "Enter your password."],
    ["short", "Ab1$xyz", "at least 8 characters"],
    ["long", "ă".repeat(129), "at most 128 characters"],
    ["common", "password1", "Many people use this password"],
  ])("returns 422 at the field for a new password that is %s", async (_, password, message) => {
    const { member, jar } = await signInOnTwoDevices();
    const html = await expectPage(send("password", jar, { current_password: PASSWORD, password }), 422);
    expect(html).toContain(message);
    expect(html).toMatch(/id="field-password-password"[^>]*aria-invalid="true"/);
    expect(await signsIn(member.email, PASSWORD)).toBe(true);
  });
});
