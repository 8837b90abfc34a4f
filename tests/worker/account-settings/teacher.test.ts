import { describe, expect, test } from "vitest";
import { bearer } from "../../helpers/accounts";
import { app, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createAdmin } from "../../helpers/factories";
import { readText, send, signInOnTwoDevices } from "./helpers";

const roleAndBirth = (userId: string) =>
  app.bindings.DB.prepare("select role, birth_date from users where id = ?").bind(userId).first();

const events = async (userId: string) =>
  (
    await app.bindings.DB.prepare(
      "select action from audit_log where actor_id = ? and action like '%teacher'",
    )
      .bind(userId)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

describe("POST /profile/settings/teacher", () => {
  test("redirects to the teacher profile; the role applies on every device immediately", async () => {
    const { member, jar, token, otherJar, otherToken } = await signInOnTwoDevices();
    await expectStatus(app.get("/tutoring/create", { as: otherJar }), 403);
    await expectRedirect(send("teacher", jar), "/profile#teacher-information");
    expect(await app.read("/profile", { as: jar })).toContain('id="teacher-information"');
    await expectStatus(app.get("/tutoring/create", { as: otherJar }), 200);
    for (const accessToken of [token, otherToken]) {
      const me = (await (await app.get("/auth/users/me", bearer(accessToken))).json()) as { content: object };
      expect(me.content).toMatchObject({ role: "t", teacher_information: { qualifications: [] } });
    }
    expect(await events(member.id)).toEqual(["user.became_teacher"]);
    expect(await readText(await app.get("/profile/settings", { as: jar }))).not.toContain("Become a teacher");
  });

  test("a form sent twice changes and logs it once", async () => {
    const { member, jar } = await signInOnTwoDevices();
    const answers = await Promise.all([send("teacher", jar), send("teacher", jar)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await events(member.id)).toEqual(["user.became_teacher"]);
  });

  test("asks for a birth date when the account has none, and stores it", async () => {
    const { member, jar } = await signInOnTwoDevices({ birthDate: null });
    expect(await expectPage(send("teacher", jar), 422)).toMatch(
      /id="field-teacher-birth_date"[^>]*aria-invalid="true"/,
    );
    const page = await expectPage(send("teacher", jar, { birth_date: "1990-02-31" }), 422);
    expectText(
      page,
      'id="field-teacher-birth_date-error"',
      "Enter a date with month, day and year, such as 03/14/1990",
    );
    expect(page).toMatch(/name="birth_date"[^>]* value="1990-02-31"/);
    await expectStatus(send("teacher", jar, { birth_date: "1990-03-04" }), 303);
    expect(await roleAndBirth(member.id)).toEqual({ role: "t", birth_date: "1990-03-04" });
  });

  test("is allowed from the eighteenth birthday in Bucharest time, not a day earlier", async () => {
    // 22:00 UTC is midnight in Bucharest.
    app.clock.now = Date.UTC(2026, 10, 20, 21, 59, 0);
    const { jar, member } = await signInOnTwoDevices({ birthDate: null });
    const young = await expectStatus(send("teacher", jar, { birth_date: "2008-11-21" }), 422);
    expect(await readText(young)).toContain("at least 18 years old");
    expect(await roleAndBirth(member.id)).toEqual({ role: "u", birth_date: null });
    app.clock.now += 60_000;
    await expectStatus(send("teacher", jar, { birth_date: "2008-11-21" }), 303);
  });

  test("returns 403 when the stored birth date is too young, whatever is sent", async () => {
    const { member, jar } = await signInOnTwoDevices({ birthDate: "2010-01-01" });
    const answer = await expectStatus(send("teacher", jar, { birth_date: "1980-01-01" }), 403);
    expect(await readText(answer)).toContain("Teachers must be at least 18 years old.");
    expect(await roleAndBirth(member.id)).toEqual({ role: "u", birth_date: "2010-01-01" });
    expect(await events(member.id)).toEqual([]);
  });

  test("returns 409 for an admin, who keeps the role and sees no such form", async () => {
    const admin = await createAdmin();
    await expectStatus(send("teacher", admin), 409);
    expect(await roleAndBirth(admin.id)).toMatchObject({ role: "a" });
    expect(await readText(await app.get("/profile/settings", { as: admin }))).not.toContain(
      "Become a teacher",
    );
  });
});
