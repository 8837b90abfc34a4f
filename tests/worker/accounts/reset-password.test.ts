import { describe, expect, test } from "vitest";
import { oneTimeTokens } from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { newSecret } from "@/shared/ids";
import {
  bearer,
  createUserWithPassword,
  PASSWORD,
  requestToken,
  setHits,
  signInByEmail,
  signInWithPassword,
} from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { countRows, findUser, mailsTo } from "../../helpers/factories";

const NEW = "patru anotimpuri și o primăvară";
let address = 0;
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });

const put = (token: string, json: unknown = { password: NEW }) =>
  app.request(`/auth/users/reset-password?token=${token}`, { method: "PUT", json });

async function createResetToken(userId: string): Promise<string> {
  const { token, statement } = issueToken(
    { db, now: app.clock.now, newSecret },
    "reset_password",
    userId,
    null,
  );
  await db.batch([statement]);
  return token;
}

async function createUserWithResetLink(overrides: Parameters<typeof createUserWithPassword>[0] = {}) {
  const member = await createUserWithPassword(overrides);
  return { member, email: member.email, token: await createResetToken(member.id) };
}

const readStatusAndTitle = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { title: string }).title,
];

describe("PUT /auth/users/reset-password", () => {
  test("returns 200: the new password works, the old one does not; the user is notified and the address verified", async () => {
    const { member, email, token } = await createUserWithResetLink({ emailVerifiedTs: null });
    const answer = await put(token);
    expect([answer.status, await answer.json()]).toEqual([200, { content: "Password changed" }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    await expectStatus(requestToken({ email, headers: from() }), 401);
    await expectStatus(requestToken({ email, password: NEW, headers: from() }), 200);
    expect((await mailsTo(email)).map((mail) => mail.template)).toEqual(["password_changed"]);
    expect(await findUser(member.id)).toMatchObject({ emailVerifiedTs: app.clock.now });
    const events = await db.query.auditLog.findMany({
      where: (row, { eq }) => eq(row.subject, `user:${member.id}`),
    });
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["user.password_reset", member.id],
    ]);
  });

  test("ends every session immediately, for pages and the API", async () => {
    const { email, token } = await createUserWithResetLink();
    const devices = [await signInWithPassword(email, "?remember_me=1"), await signInByEmail(email)];
    await expectStatus(put(token), 200);
    for (const device of devices) {
      await expectStatus(app.get("/auth/users/me", bearer(device.token)), 401);
      await expectStatus(app.get("/profile", { as: device.jar }), 302);
      await expectStatus(app.post("/auth/users/refresh", { as: device.jar }), 401);
    }
  });

  test("a link works once and invalidates the other mailed links", async () => {
    const { member, token } = await createUserWithResetLink();
    const second = await createResetToken(member.id);
    await expectStatus(put(second), 200);
    for (const spent of [second, token]) {
      expect(await readStatusAndTitle(await put(spent, { password: PASSWORD }))).toEqual([
        400,
        "invalid_token",
      ]);
    }
  });

  test("a pending change of address is cancelled as well", async () => {
    const { member, token } = await createUserWithResetLink();
    await db.insert(oneTimeTokens).values({
      tokenHash: `waits-${member.id}`,
      purpose: "change_email",
      userId: member.id,
      email: "thief@example.test",
      createdTs: app.clock.now,
      expiresTs: app.clock.now + 1000,
    });
    await put(token);
    const waiting = await db.query.oneTimeTokens.findFirst({
      where: (row, { eq }) => eq(row.tokenHash, `waits-${member.id}`),
    });
    expect(waiting?.usedTs).toBe(app.clock.now);
  });

  test("two parallel requests: one succeeds", async () => {
    const { email, token } = await createUserWithResetLink();
    const answers = await Promise.all([put(token, { password: NEW }), put(token, { password: `${NEW}!` })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const winner = answers[0]?.status === 200 ? NEW : `${NEW}!`;
    await expectStatus(requestToken({ email, password: winner, headers: from() }), 200);
    expect((await mailsTo(email)).filter((mail) => mail.template === "password_changed")).toHaveLength(1);
  });

  test("returns 400 invalid_token for unknown, empty, expired tokens and those of another purpose; hashes nothing", async () => {
    const { member, email, token } = await createUserWithResetLink();
    const before = await findUser(member.id);
    for (const wrong of ["", "x", `${token}x`, token.toUpperCase(), "%00", "' or 1=1"]) {
      expect(await readStatusAndTitle(await put(encodeURIComponent(wrong)))).toEqual([400, "invalid_token"]);
    }
    const bare = await app.request("/auth/users/reset-password", { method: "PUT", json: { password: NEW } });
    expect(await readStatusAndTitle(bare)).toEqual([400, "invalid_token"]);
    app.clock.now += 3_600_000;
    expect(await readStatusAndTitle(await put(token, { password: NEW }))).toEqual([400, "invalid_token"]);
    await db.update(oneTimeTokens).set({ purpose: "verify_email" });
    expect(await readStatusAndTitle(await put(token))).toEqual([400, "invalid_token"]);
    expect(await findUser(member.id)).toEqual(before);
    await expectStatus(requestToken({ email, headers: from() }), 200);
  });

  test("returns 400 if an admin disabled the account; 200 if its owner closed it, and it stays closed", async () => {
    const { member, token } = await createUserWithResetLink();
    const disable = (by: string) =>
      app.bindings.DB.prepare("update users set disabled_ts = 1, disabled_by = ? where id = ?")
        .bind(by, member.id)
        .run();
    await disable("admin");
    expect(await readStatusAndTitle(await put(token))).toEqual([400, "invalid_token"]);
    await disable("self");
    await expectStatus(put(token), 200);
    expect((await findUser(member.id))?.disabledTs).toBe(1);
  });

  test.each([
    [{ password: "scurtă" }, "too_short"],
    [{ password: "Password123" }, "password_common"],
    [{ password: "Catedra!" }, "password_is_email"],
    [{}, "required"],
  ])("returns 422 for %j, and the token stays valid", async (json, code) => {
    const { token } = await createUserWithResetLink();
    const answer = await expectStatus(put(token, json), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "password", code }] });
    await expectStatus(put(token), 200);
  });

  test("failed sign-ins before the reset do not block the new password", async () => {
    const { email, token } = await createUserWithResetLink();
    const headers = from();
    await requestToken({ email, password: "wrong one", headers });
    const [counter] = await db.query.limitCounters.findMany({
      where: (row, { and, eq, like }) => and(eq(row.name, "sign_in"), like(row.key, "%")),
      orderBy: (row, { desc }) => desc(row.hits),
    });
    await setHits("sign_in", counter?.key ?? "", 10);
    await app.request(`/auth/users/reset-password?token=${token}`, {
      method: "PUT",
      json: { password: NEW },
      headers,
    });
    await expectStatus(requestToken({ email, password: NEW, headers }), 200);
  });
});

describe("page of the mailed link", () => {
  test("GET with a used, expired or invalid link: 400 without a form", async () => {
    const { email, token } = await createUserWithResetLink();
    const refused = async (link: string) => {
      const answer = await app.get(`/ro/reset-password?token=${link}`);
      const page = await answer.text();
      expect([answer.status, page.includes('name="password"')]).toEqual([400, false]);
      expect(page).toMatch(/<main[\s\S]*href="\/ro\/reset-password"/);
    };
    await refused("x".repeat(43));
    await expectStatus(put(token), 200);
    await refused(token);
    await expectStatus(requestToken({ email, password: NEW, headers: from() }), 200);
    const late = await createUserWithResetLink();
    app.clock.now += 61 * 60_000;
    await refused(late.token);
  });

  test("GET shows the form and changes nothing; POST sets the password and redirects to a page with a sign-in link", async () => {
    const { email, token } = await createUserWithResetLink();
    const page = await expectPage(app.get(`/ro/reset-password?token=${token}`), 200);
    expectText(page, `name="token" value="${token}"`, 'name="password"', 'name="robots" content="noindex"');
    await expectStatus(requestToken({ email, headers: from() }), 200);

    await expectRedirect(
      app.post("/ro/reset-password", { form: { token, password: NEW } }),
      "/ro/reset-password/done",
    );
    expect(await app.read("/ro/reset-password/done")).toContain('href="/ro/sign-in"');
    await expectStatus(requestToken({ email, password: NEW, headers: from() }), 200);
  });

  test("clears the cookie of the account's own session; another user's cookie stays", async () => {
    const user = await createUserWithResetLink();
    const ownSession = await signInByEmail(user.email);
    await app.post("/reset-password", { as: ownSession.jar, form: { token: user.token, password: NEW } });
    expect(ownSession.jar.has("__Host-refresh_token")).toBe(false);

    const otherSession = await signInByEmail((await createUserWithPassword()).email);
    const two = await createUserWithResetLink();
    await app.post("/reset-password", { as: otherSession.jar, form: { token: two.token, password: NEW } });
    await expectStatus(app.get("/profile", { as: otherSession.jar }), 200);
  });
});

test("a parallel sign-in with the old password opens no session after the reset", async () => {
  const { email, token } = await createUserWithResetLink();
  const before = await countRows("sessions");
  const [tokenAnswer, reset] = await Promise.all([requestToken({ email, headers: from() }), put(token)]);
  expect(reset.status).toBe(200);
  expect([200, 401]).toContain(tokenAnswer.status);
  expect(await countRows("sessions")).toBe(before);
});
