import { expect, test, vi } from "vitest";
import { createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";

// A browser sends every cookie of a name whose path matches, including one set earlier for another path.
const createCookieHeaders = (...tokens: (string | undefined)[]) => ({
  headers: { cookie: tokens.map((token) => `__Host-refresh_token=${token}`).join("; ") },
});
const getRefreshCookie = (jar: Map<string, string>) => jar.get("__Host-refresh_token");

/** The current cookie of a session, and the one before it. */
async function createRotatedSession() {
  const { email } = await createUserWithPassword();
  const { jar } = await signInByEmail(email);
  const spent = getRefreshCookie(jar);
  await app.post("/auth/users/refresh", { as: jar });
  return { spent, newest: getRefreshCookie(jar), email };
}

const NONSENSE = [undefined, "x", "a".repeat(86), "a".repeat(9000)];

test("GET /profile: 200 if one of several cookies is valid, in any order", async () => {
  const { newest } = await createRotatedSession();
  for (const invalidCookie of NONSENSE) {
    await expectStatus(app.get("/profile", createCookieHeaders(invalidCookie, newest)), 200);
    await expectStatus(app.get("/profile", createCookieHeaders(newest, invalidCookie)), 200);
  }
  await expectStatus(app.get("/profile", createCookieHeaders(...NONSENSE)), 302);
});

test("POST /auth/users/refresh: 200, and the valid cookie rotates", async () => {
  const { newest } = await createRotatedSession();
  const answer = await expectStatus(
    app.post("/auth/users/refresh", createCookieHeaders("a".repeat(86), newest, "x")),
    200,
  );
  const [, next] = answer.headers.getSetCookie()[0]?.match(/^__Host-refresh_token=([\w-]{86});/) ?? [];
  expect(next?.slice(0, 43)).toBe(newest?.slice(0, 43));
});

test("a used token ends its session only if the newest one is not sent with it", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { spent, newest } = await createRotatedSession();
  app.clock.now += 31_000;
  await expectStatus(app.get("/profile", createCookieHeaders(spent, newest)), 200);
  await expectStatus(app.get("/profile", createCookieHeaders(newest, spent)), 200);
  expect(warn).not.toHaveBeenCalled();
  await expectStatus(app.get("/profile", createCookieHeaders(spent, "x")), 302);
  await expectStatus(app.get("/profile", createCookieHeaders(newest)), 302);
  expect(warn.mock.calls.flat().join()).toContain("refresh_token_reused");
  warn.mockRestore();
});

test("of two users' cookies the later sign-in counts; signing out ends both sessions", async () => {
  const first = await createRotatedSession();
  app.clock.now += 1000;
  const last = await createRotatedSession();
  for (const both of [
    createCookieHeaders(first.newest, last.newest),
    createCookieHeaders(last.newest, first.newest),
  ]) {
    const page = await app.read("/profile", both);
    expect([page.includes(last.email), page.includes(first.email)]).toEqual([true, false]);
  }
  await expectStatus(app.post("/sign-out", createCookieHeaders(first.newest, last.newest)), 303);
  for (const { newest } of [first, last]) {
    await expectStatus(app.get("/profile", createCookieHeaders(newest)), 302);
  }
});
