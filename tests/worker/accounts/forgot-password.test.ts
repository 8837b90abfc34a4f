import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "@/app";
import { createUserWithPassword, findLinkToken, newEmail } from "../../helpers/accounts";
import {
  app,
  createTestApp,
  db,
  expectNoText,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  ORIGIN,
  testShared,
} from "../../helpers/app";
import { countRows, mailsTo } from "../../helpers/factories";
import { intercept } from "../../helpers/intercept";

let askers = 0;
/** Another visitor each time, since requests are limited by IP address too. */
const from = () => ({ "cf-connecting-ip": `2001:db8:0:${(++askers).toString(16)}::1` });
const requestReset = (email: string, on = app, query = "", headers = from()) =>
  on.get(`/auth/users/forgot-password/${encodeURIComponent(email)}${query}`, { headers });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("GET /auth/users/forgot-password/{user}", () => {
  test("stores the mail before it answers, so an isolate that ends then loses nothing", async () => {
    const on = createTestApp();
    let answered = false;
    const unlessAnswered = (real: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      answered ? new Promise(() => {}) : real(...args);
    intercept(on, "DB", "batch", unlessAnswered);
    const { email } = await createUserWithPassword();
    const path = `/auth/users/forgot-password/${encodeURIComponent(email)}`;
    const execution = { waitUntil() {}, passThroughOnException() {}, props: {} };
    const alone = createApp(() => on.clock.now, testShared());
    const answer = await alone.fetch(new Request(ORIGIN + path, { headers: from() }), on.bindings, execution);
    answered = true;
    expect(answer.status).toBe(200);
    expect((await mailsTo(email)).map((mail) => mail.template)).toEqual(["reset_password"]);
  });

  test("returns 429 after thirty an hour from one IP address, over all mailboxes; other IP addresses may continue", async () => {
    const visitor = from();
    const { email } = await createUserWithPassword();
    const others = Array.from({ length: 30 }, (_, n) => (n % 2 ? "no address" : newEmail()));
    const answers = await Promise.all(others.map((address) => requestReset(address, app, "", visitor)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    const refused = await requestReset(email, app, "", visitor);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(await mailsTo(email)).toEqual([]);
    await expectStatus(requestReset(email), 200);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("sends the mail in the user's language, with a link that is stored hashed for an hour", async () => {
    const { email } = await createUserWithPassword({ locale: "ro" });
    await requestReset(email);
    const [mail] = await mailsTo(email);
    const token = findLinkToken(mail?.text ?? "");
    expect(mail?.text).toContain(`https://catedra.test/ro/reset-password?token=${token}`);
    expect(mail?.subject).toContain("parolă nouă");
    const rows = await db.query.oneTimeTokens.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.find((row) => row.purpose === "reset_password" && row.usedTs === null)).toMatchObject({
      expiresTs: app.clock.now + 3_600_000,
    });
  });

  test("a disabled account gets no mail if an admin disabled it, the link if its owner did", async () => {
    const byAdmin = await createUserWithPassword({ disabledTs: 1, disabledBy: "admin" });
    const longAgo = await createUserWithPassword({ disabledTs: 1 });
    const bySelf = await createUserWithPassword({ disabledTs: 1, disabledBy: "self" });
    for (const { email } of [byAdmin, longAgo, bySelf]) await expectStatus(requestReset(email), 200);
    expect([await mailsTo(byAdmin.email), await mailsTo(longAgo.email)]).toEqual([[], []]);
    expect(await mailsTo(bySelf.email)).toHaveLength(1);
  });

  test("three of ten parallel requests an hour are accepted, for known and unknown addresses alike", async () => {
    const { email } = await createUserWithPassword();
    for (const address of [email, newEmail()]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => requestReset(address)));
      const refused = answers.filter((answer) => answer.status === 429);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
      expect(refused.map((answer) => answer.headers.get("retry-after"))).toEqual(Array(7).fill("3600"));
    }
    expect(await mailsTo(email)).toHaveLength(3);
    await expectStatus(requestReset(email.toUpperCase()), 429);
  });

  test("no counter contains the email or IP address", async () => {
    const email = newEmail();
    await requestReset(email, app, "", { "cf-connecting-ip": "203.0.113.77" });
    const counters = JSON.stringify(await db.query.limitCounters.findMany());
    expectText(counters, "reset_mail", "password_reset_network");
    expectNoText(counters, email, "203.0.113.77");
  });

  test("HEAD returns 200, sends no mail and is not counted", async () => {
    const member = await createUserWithPassword();
    const path = `/auth/users/forgot-password/${encodeURIComponent(member.email)}`;
    const counted = await countRows("limit_counters");
    const answer = await app.request(path, { method: "HEAD" });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await mailsTo(member.email)).toEqual([]);
    expect(await countRows("limit_counters")).toBe(counted);
  });
});

describe("app check of forgot-password", () => {
  const checking = createTestApp({ TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" });
  const verify = () =>
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) =>
      Response.json({ success: (init.body as URLSearchParams).get("response") === "good" }),
    );

  test("returns 200 with the token in the query or in the header", async () => {
    verify();
    const { email } = await createUserWithPassword();
    await expectStatus(requestReset(email, checking, "?cf-turnstile-response=good"), 200);
    const path = `/auth/users/forgot-password/${email}`;
    const headers = { "cf-turnstile-response": "good" };
    await expectStatus(checking.get(path, { headers }), 200);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test("POST /reset-password has the same check: 403 with the typed value, 303 with the token", async () => {
    verify();
    const { email } = await createUserWithPassword();
    const page = await expectPage(checking.post("/reset-password", { form: { email } }), 403);
    expectText(page, `value="${email}"`, "cf-turnstile");
    const form = { email, "cf-turnstile-response": "good" };
    await expectStatus(checking.post("/reset-password", { form }), 303);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

test("/reset-password POST redirects to the same message for every address", async () => {
  const { email } = await createUserWithPassword();
  for (const address of [email, newEmail()]) {
    await expectRedirect(
      app.post("/ro/reset-password", { form: { email: address } }),
      "/ro/reset-password/sent",
    );
  }
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await app.read("/ro/reset-password/sent")).toContain("Dacă există un cont");
});
