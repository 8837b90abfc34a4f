import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, newJar } from "../../helpers/app";
import { createTeacher, mailsTo, signIn } from "../../helpers/factories";

const eraseByCall = (token: string, json: unknown) =>
  app.request(paths.authMe(), { method: "DELETE", json, ...bearer(token) });

const userIds = async () => (await db.query.users.findMany()).map(({ id }) => id);

describe("DELETE /auth/users/me", () => {
  it("returns 200 and erases the account: token, sessions, sign-in; one last mail that leaves no trace", async () => {
    const member = await createUserWithPassword({ locale: "ro" });
    const { token, jar } = await signInByEmail(member.email);
    const answer = await expectStatus(eraseByCall(token, { password: PASSWORD }), 200);
    expect(await answer.json()).toEqual({ content: "Account deleted" });
    expect(await userIds()).not.toContain(member.id);
    await expectStatus(app.get(paths.authMe(), bearer(token)), 401);
    await expectStatus(app.post(paths.authRefresh(), { as: jar }), 401);
    await expectStatus(
      app.post(paths.authToken(), { form: { username: member.email, password: PASSWORD } }),
      401,
    );
    const [mail, ...others] = await mailsTo(member.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: "account_closed", deleteWhenDone: true });
    expect(mail?.subject).toContain("a fost șters");
  });

  it("returns 409 last_admin for the last admin with the permission, also when the last two erase in parallel", async () => {
    const make = () => createUserWithPassword({ role: "a", canCreateAdmin: true });
    const alone = await make();
    // Neither of these counts: one cannot create admins, the other is closed.
    await createUserWithPassword({ role: "a" });
    await createUserWithPassword({ role: "a", canCreateAdmin: true, disabledTs: app.clock.now });
    const { token } = await signInByEmail(alone.email);
    const refused = await expectStatus(eraseByCall(token, { password: PASSWORD }), 409);
    expect(await refused.json()).toMatchObject({ title: "last_admin" });

    const second = await make();
    const { token: other } = await signInByEmail(second.email);
    const statuses = await Promise.all(
      [token, other].map(
        async (accessToken) => (await eraseByCall(accessToken, { password: PASSWORD })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    const left = await db.query.users.findMany({ where: (user, { eq }) => eq(user.canCreateAdmin, true) });
    expect(left.filter(({ disabledTs }) => disabledTs === null)).toHaveLength(1);
  });

  it("two parallel calls erase once and mail once", async () => {
    const member = await createUserWithPassword();
    const { token } = await signInByEmail(member.email);
    const answers = await Promise.all([1, 2].map(() => eraseByCall(token, { password: PASSWORD })));
    for (const { status } of answers) expect([200, 401, 403]).toContain(status);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await mailsTo(member.email)).toHaveLength(1);
    expect(await userIds()).not.toContain(member.id);
    const log = await db.query.auditLog.findMany({ where: (row, { eq }) => eq(row.action, "user.erased") });
    expect(log.filter(({ ts }) => ts === app.clock.now).every(({ actorId }) => actorId === null)).toBe(true);
  });
});

describe("/profile/delete", () => {
  it("POST redirects to /account-deleted without a session, a public page", async () => {
    const member = await createUserWithPassword();
    for (const [prefix, word] of [
      ["", "  delete "],
      ["/ro", "sterge"],
    ] as const) {
      const user = prefix ? await createUserWithPassword() : member;
      const as = await signIn(user);
      await expectRedirect(
        app.post(`${prefix}/profile/delete`, { as, form: { password: PASSWORD, word } }),
        `${prefix}/account-deleted`,
      );
      expect(as.size).toBe(0);
      await expectStatus(app.get(`${prefix}/account-deleted`, { as: newJar() }), 200);
      expect(await userIds()).not.toContain(user.id);
    }
  });

  it("POST returns 422 for a wrong word and 403 for a wrong password, at the field, and erases nothing", async () => {
    const member = await createUserWithPassword();
    const post = (form: Record<string, string>) => app.post("/ro/profile/delete", { as: member, form });
    for (const word of ["", "DELETE", "șterg"]) {
      expect(await expectPage(post({ password: PASSWORD, word }), 422)).toContain(
        'id="field-erase-word-error"',
      );
    }
    await expectStatus(post({ password: "", word: "ȘTERGE" }), 422);
    const page = await expectPage(post({ password: "nu aceasta", word: "ȘTERGE" }), 403);
    expect(page).toContain('id="field-erase-password-error"');
    expect(page).not.toContain("nu aceasta");
    const html = await expectPage(post({ password: "nu aceasta", word: "nu" }), 422);
    expect(html).toContain("Parola nu este corectă.");
    for (const name of ["password", "word"]) expect(html).toContain(`id="field-erase-${name}-error"`);
    expect(await userIds()).toContain(member.id);
  });

  it("lists for a teacher everything that is erased; a learner sees nothing about listings", async () => {
    const learner = await app.read("/profile/delete", {
      as: await createUserWithPassword(),
    });
    const teacher = await app.read("/profile/delete", { as: await createTeacher() });
    expect(learner).not.toContain("Your listings and their pictures are erased.");
    expect(teacher).toContain("Your listings and their pictures are erased.");
  });
});
