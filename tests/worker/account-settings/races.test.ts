import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { createUserWithPassword, listOneTimeTokens, newEmail } from "../../helpers/accounts";
import { db, expectRedirect, expectStatus } from "../../helpers/app";
import { countRows, findUser, mailsTo, signIn } from "../../helpers/factories";
import { createRacingApp } from "../../helpers/racing-app";
import { PASSWORD, send } from "./helpers";

/** In the password forms, the first batch removes the counted attempt. */
const WRITE = 2;

const member = async (overrides: Parameters<typeof createUserWithPassword>[0] = {}) => {
  const user = await createUserWithPassword(overrides);
  return { user, jar: await signIn(user) };
};
const change = (userId: string, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, userId));
const erase = (userId: string) =>
  db.batch([
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(users).where(eq(users.id, userId)),
  ]);

describe("a mailed link sets another password during a request", () => {
  const reset = (userId: string) =>
    createRacingApp(WRITE, () => change(userId, { passwordHash: "of the reset" }));

  test("POST /profile/settings/password: 403; the reset password stays, no mail and no audit event", async () => {
    const { user, jar } = await member();
    const audit = await countRows("audit_log");
    const form = { current_password: PASSWORD, password: "și zece mere sub un măr" };
    await expectStatus(send("password", jar, form, "", reset(user.id)), 403);
    expect((await findUser(user.id))?.passwordHash).toBe("of the reset");
    expect([await mailsTo(user.email), await countRows("audit_log")]).toEqual([[], audit]);
  });

  test("POST /profile/settings/email: 403, and no link", async () => {
    const { user, jar } = await member();
    const email = newEmail();
    await expectStatus(send("email", jar, { email, current_password: PASSWORD }, "", reset(user.id)), 403);
    expect([await listOneTimeTokens(user.id), await mailsTo(email)]).toEqual([[], []]);
  });

  test("POST /profile/settings/disable: 403, and the account stays active", async () => {
    const { user, jar } = await member();
    await expectStatus(send("disable", jar, { password: PASSWORD }, "", reset(user.id)), 403);
    expect((await findUser(user.id))?.disabledTs).toBeNull();
    expect([await listOneTimeTokens(user.id), await mailsTo(user.email)]).toEqual([[], []]);
  });
});

test("POST /profile/privacy/erase: 403, and nothing is erased", async () => {
  const { user, jar } = await member();
  const racing = createRacingApp(WRITE, () => change(user.id, { passwordHash: "of the reset" }));
  const form = { password: PASSWORD, word: "DELETE" };
  await expectStatus(racing.post(paths.eraseAccount(), { as: jar, form }), 403);
  expect((await findUser(user.id))?.email).toBe(user.email);
  expect(await mailsTo(user.email)).toEqual([]);
});

describe("the account is erased during a request", () => {
  test.each([
    ["password", { current_password: PASSWORD, password: "și zece mere sub un măr" }, 401],
    ["email", { current_password: PASSWORD, email: newEmail() }, 401],
    ["disable", { password: PASSWORD }, 303],
  ])("POST /profile/settings/%s writes nothing", async (form, fields: Record<string, string>, status) => {
    const { user, jar } = await member();
    const counts = () => Promise.all(["audit_log", "mail_outbox", "one_time_tokens"].map(countRows));
    const before = await counts();
    const racing = createRacingApp(WRITE, () => erase(user.id));
    await expectStatus(send(form, jar, fields, "", racing), status);
    expect(await counts()).toEqual(before);
  });

  test("POST /profile/settings/teacher: 303, and no teacher", async () => {
    const { user, jar } = await member();
    const racing = createRacingApp(2, () => erase(user.id));
    await expectStatus(send("teacher", jar, {}, "", racing), 303);
    expect(
      await db.query.teacherInformation.findFirst({ where: (row, is) => is.eq(row.userId, user.id) }),
    ).toBeUndefined();
  });

  test("PUT /auth/users/me: no failure and no audit event", async () => {
    const { user, jar } = await member();
    const audit = await countRows("audit_log");
    const racing = createRacingApp(1, () => erase(user.id));
    const fields = { first_name: "Ana", last_name: "Blandiana", birth_date: "1990-05-17" };
    expect((await racing.post("/profile", { as: jar, form: fields })).status).toBeLessThan(500);
    expect(await countRows("audit_log")).toBe(audit);
  });
});

test("POST /profile/settings/disable twice by an admin who can create admins: the second changes nothing", async () => {
  const { user, jar } = await member({ role: "a", canCreateAdmin: true });
  const racing = createRacingApp(WRITE, () => change(user.id, { disabledTs: 1, disabledBy: "self" }));
  await expectRedirect(send("disable", jar, { password: PASSWORD }, "", racing), "/account-disabled");
});
