import { describe, expect, test } from "vitest";
import { newEmail } from "../../helpers/accounts";
import { createTestApp, newJar } from "../../helpers/app";
import { countRows, mailsTo } from "../../helpers/factories";
import { onTwoDevices, opens, PASSWORD, send, signsIn, words } from "./helpers";

const app = createTestApp();
const NEW = "și zece mere sub un măr";

describe("POST /profile/settings/password", () => {
  test("returns 303; the new password works, the old one does not, and all other devices are signed out", async () => {
    const { member, here, hereToken, there, thereToken } = await onTwoDevices(app);
    expect(await opens(app, there, thereToken)).toEqual({ pages: true, calls: true });
    const answer = await send(app, "password", here, { current_password: PASSWORD, password: NEW });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile/settings?done=password"]);
    expect(await opens(app, there, thereToken)).toEqual({ pages: false, calls: false });
    expect((await app.post("/auth/users/refresh", { as: there })).status).toBe(401);
    expect(await opens(app, here, hereToken)).toEqual({ pages: true, calls: true });
    expect((await app.post("/auth/users/refresh", { as: here })).status).toBe(200);
    expect([await signsIn(app, member.email, PASSWORD), await signsIn(app, member.email, NEW)]).toEqual([
      false,
      true,
    ]);
    expect(await words(await app.get("/profile/settings?done=password", { as: here }))).toContain(
      "Your password is changed",
    );
  });

  test("notifies the user in their language, writes an audit event and stores the password nowhere", async () => {
    const { member, here } = await onTwoDevices(app, { locale: "ro" });
    await send(app, "password", here, { current_password: PASSWORD, password: NEW });
    const [mail, ...more] = (await mailsTo(member.email)).filter(
      ({ template }) => template !== "new_sign_in",
    );
    expect([mail?.template, more.length]).toEqual(["password_changed", 0]);
    expect(mail?.text).toContain("tocmai a fost schimbată");
    expect(mail?.text).toContain("https://catedra.test/ro/reset-password");
    const audit = await app.bindings.DB.prepare("select * from audit_log where actor_id = ? and action = ?")
      .bind(member.id, "user.change_password")
      .all();
    expect(audit.results).toMatchObject([{ subject: `user:${member.id}`, detail: "{}" }]);
  });

  test("links mailed before, for a new address or password, no longer work", async () => {
    const { member, here } = await onTwoDevices(app);
    await send(app, "email", here, { email: newEmail(), current_password: PASSWORD });
    await send(app, "password", here, { current_password: PASSWORD, password: NEW });
    const open = await app.bindings.DB.prepare(
      "select count(*) as n from one_time_tokens where user_id = ? and used_ts is null",
    )
      .bind(member.id)
      .first<{ n: number }>();
    expect(open?.n).toBe(0);
  });

  test("returns 403 at the field for a wrong current password, and echoes no password", async () => {
    const { member, here, there, thereToken } = await onTwoDevices(app);
    const answer = await send(app, "password", here, { current_password: "nu e asta", password: NEW });
    expect(answer.status).toBe(403);
    const html = await answer.text();
    expect(html).toMatch(/href="#field-password-current_password"/);
    expect(html).not.toContain("nu e asta");
    expect(html).not.toContain(NEW);
    expect(await opens(app, there, thereToken)).toEqual({ pages: true, calls: true });
    expect(await signsIn(app, member.email, PASSWORD)).toBe(true);
  });

  test.each([
    ["empty", "", "Enter your password."],
    ["short", "Ab1$xyz", "at least 8 characters"],
    ["long", "ă".repeat(129), "at most 128 characters"],
    ["common", "password1", "This password is too common"],
  ])("returns 422 at the field for a new password that is %s", async (_, password, said) => {
    const { member, here } = await onTwoDevices(app);
    const answer = await send(app, "password", here, { current_password: PASSWORD, password });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(said);
    expect(html).toMatch(/id="field-password-password"[^>]*aria-invalid="true"/);
    expect(await signsIn(app, member.email, PASSWORD)).toBe(true);
  });

  test("returns 422 for a password equal to the email address", async () => {
    const { member, here } = await onTwoDevices(app);
    const answer = await send(app, "password", here, { current_password: PASSWORD, password: member.email });
    expect(answer.status).toBe(422);
    expect(await words(answer)).toContain("must not be your email address");
  });

  test("redirects a signed-out visitor to sign-in and writes nothing", async () => {
    const before = await countRows("audit_log");
    const answer = await send(app, "password", newJar(), { current_password: PASSWORD, password: NEW });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/sign-in?next=%2Fprofile"]);
    expect(await countRows("audit_log")).toBe(before);
  });
});
