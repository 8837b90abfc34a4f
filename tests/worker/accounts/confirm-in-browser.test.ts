import { expect, test } from "vitest";
import { parseConfig } from "@/env";
import { createSignUpCookie } from "@/features/accounts/sign-up/sign-up-browser";
import { paths } from "@/shared/paths";
import {
  findLinkToken,
  PASSWORD,
  requestToken,
  setHits,
  signUpInput,
  toLimitKey,
} from "../../helpers/accounts";
import { type Actor, app, expectStatus, expectText, type Jar, newJar } from "../../helpers/app";
import { createTeacher, findUserByEmail, mailsTo, signIn, templatesTo } from "../../helpers/factories";
import { confirmAsGuest, findEnquiry, publishListing, writeAsGuest } from "../../helpers/guests";
import { SESSION_COOKIE } from "../../helpers/session-cookie";
import { turnOnTwoStep } from "../../helpers/two-step";

// The confirmation of an address, in the browser that signed up and in others: docs/decisions/0061 and 0079.
let address = 0;
/** Each sign-up has its own IP address, so that the hourly limit does not count. */
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const SIGN_UP_COOKIE = "sign_up";
const passwordHash = async (email: string) => (await findUserByEmail(email))?.passwordHash ?? "";

/** Signs up by the form, with the cookies of a browser; returns the token of the mailed link. */
async function signUpIn(
  jar: Actor,
  overrides: Record<string, unknown> = {},
  { path = "/sign-up", next = "" }: { path?: string; next?: string } = {},
) {
  const form = { ...signUpInput(overrides), terms: "1", next } as Record<string, string>;
  const answer = await expectStatus(app.post(path, { form, as: jar, headers: from() }), 303);
  const mails = await mailsTo(form.email ?? "");
  const token = findLinkToken(mails.findLast(({ template }) => template === "verify_email")?.text ?? "");
  return { email: form.email ?? "", token, answer };
}
const confirm = (jar: Actor, token: string, path = "/verify-email", headers = {}) =>
  app.post(path, { form: { token }, as: jar, headers });
/** Presses the button in a browser that did not sign up. */
const confirmElsewhere = (jar: Actor, token: string, password: string, headers = from()) =>
  app.post("/verify-email", { form: { token, password }, as: jar, headers });
const isVerified = async (email: string) => (await findUserByEmail(email))?.emailVerifiedTs !== null;
const to = (answer: Response) => [answer.status, answer.headers.get("location")];
const isSignedIn = async (jar: Jar) => (await app.get("/profile", { as: new Map(jar) })).status === 200;

test("signs in a teacher, who continues at a new listing", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar, { role: "t" }, { path: "/ro/sign-up", next: "/tutoring" });
  expect(await isSignedIn(jar)).toBe(false);
  const answer = await confirm(jar, token, "/ro/verify-email");
  expect(to(answer)).toEqual([303, "/ro/tutoring/create?confirmed=1"]);
  expect(jar.has(SIGN_UP_COOKIE)).toBe(false);
  expect(await isSignedIn(jar)).toBe(true);
  const page = await app.read("/ro/tutoring/create?confirmed=1", { as: jar });
  expectText(page, "Adresa de e-mail este confirmată și ați intrat în cont.");
  expect((await findUserByEmail(email))?.emailVerifiedTs).not.toBeNull();
  // The session ends with the browser.
  expect(answer.headers.getSetCookie().find((line) => line.startsWith("__Host-refresh_token="))).not.toMatch(
    /max-age/i,
  );
});

test("does not sign in to an account with two-step sign-in", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar);
  await turnOnTwoStep(await signIn({ id: (await findUserByEmail(email))?.id ?? "" }));
  await expectStatus(confirm(jar, token), 303);
  expect([await isVerified(email), await isSignedIn(jar)]).toEqual([true, false]);
});

test.each([
  ["/ro/tutoring/0123456789abcdef?q=1.5#write", "/ro/tutoring/0123456789abcdef?q=1.5#write"],
  ["", "/verify-email/done"],
  ["//evil.test/x", "/verify-email/done"],
])("signs in a learner who came from %s and continues at %s", async (next, location) => {
  const jar = newJar();
  const { token } = await signUpIn(jar, {}, { next });
  expect(to(await confirm(jar, token))).toEqual([303, location]);
  expect(await isSignedIn(jar)).toBe(true);
});

test("another browser sees what it confirms, and confirms and signs in with the account's password", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar, { role: "t" });
  const own = await app.read(`/verify-email?token=${token}`, { as: jar });
  expect(own).not.toMatch(/name="password"|verify-email\/delete/);
  const other = newJar();
  const page = await app.get(`/verify-email?token=${token}`, { as: other });
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  const text = await page.text();
  expectText(text, email, "Teacher", "Nov 20, 2026", 'name="password"', "This was not me");

  await expectStatus(confirm(other, token), 422);
  await expectStatus(confirmElsewhere(other, token, ""), 422);
  const wrong = await confirmElsewhere(other, token, "not the password");
  expect([wrong.status, await wrong.text()]).toEqual([
    403,
    expect.stringMatching(/id="field-password-error"[\s\S]*The password is not correct/),
  ]);
  expect([await isVerified(email), other.has(SESSION_COOKIE)]).toEqual([false, false]);

  const answer = await confirmElsewhere(other, token, PASSWORD);
  expect(to(answer)).toEqual([303, "/tutoring/create?confirmed=1"]);
  expect([await isVerified(email), await isSignedIn(other), await isSignedIn(jar)]).toEqual([
    true,
    true,
    false,
  ]);
});

test("the owner of a mailbox confirms no account of a stranger, and deletes it with its sessions", async () => {
  const { listing } = await publishListing();
  const { email } = signUpInput();
  await writeAsGuest(listing.id, { email });
  const { id } = await confirmAsGuest(email);
  const stranger = newJar();
  const { token } = await signUpIn(stranger, { email });
  await requestToken({ email, as: stranger, headers: from() });
  expect(await isSignedIn(stranger)).toBe(true);

  const owner = newJar();
  await expectStatus(confirm(owner, token), 422);
  expect(await isVerified(email)).toBe(false);
  await app.get("/profile/enquiries", { as: stranger });
  expect(await findEnquiry(id)).toMatchObject({ learnerId: null, guestEmail: email });

  const remove = (path = "") => app.post(path + paths.deleteUnverified(), { form: { token }, as: owner });
  expect(to(await remove("/ro"))).toEqual([303, "/ro/verify-email/deleted"]);
  expect(await app.read("/ro/verify-email/deleted")).toContain("<h1>Contul a fost șters</h1>");
  expect(await findUserByEmail(email)).toBeUndefined();
  expect(await isSignedIn(stranger)).toBe(false);
  expect(await templatesTo(email)).toContain("account_closed");
  // The mailbox's own conversation stays.
  expect(await findEnquiry(id)).toMatchObject({ learnerId: null, guestEmail: email });
  await expectStatus(remove(), 400);
  await expectStatus(app.get(`/verify-email?token=${token}`), 400);
});

test("a verified account cannot be deleted by its link", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar);
  await app.bindings.DB.prepare("update users set email_verified_ts = 1 where email = ?").bind(email).run();
  expect(await app.read(`/verify-email?token=${token}`)).not.toContain("verify-email/delete");
  await expectStatus(app.post(paths.deleteUnverified(), { form: { token } }), 400);
  expect(await findUserByEmail(email)).toBeDefined();
});

test("wrong passwords on the page count as failed sign-ins: 429", async () => {
  const { email, token } = await signUpIn(newJar());
  const headers = from();
  await expectStatus(confirmElsewhere(newJar(), token, "not the password", headers), 403);
  const key = `${toLimitKey(email)}.${toLimitKey(headers["cf-connecting-ip"])}`;
  await setHits("sign_in", key, 10);
  const refused = await confirmElsewhere(newJar(), token, PASSWORD, headers);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  await expectStatus(requestToken({ email, headers }), 429);
  expect(await isVerified(email)).toBe(false);
});

test("ignores a cookie of another account, a changed one, and one of another key", async () => {
  const [jar, otherJar] = [newJar(), newJar()];
  const { email } = await signUpIn(jar, {}, { next: "/shortlist" });
  const cookie = decodeURIComponent(jar.get(SIGN_UP_COOKIE) ?? "");
  const id = (await findUserByEmail(email))?.id ?? "";
  const hash = await passwordHash(email);
  const { token } = await signUpIn(otherJar);
  const forged = createSignUpCookie(
    { config: parseConfig({ ...app.bindings, JWT_SECRET: "another secret of at least 32 bytes" }) },
    { id, passwordHash: hash, email },
    "/shortlist",
  );
  for (const value of [cookie, "", ".", "x", `${cookie}x`, `x${cookie}`, forged]) {
    const refused = new Map([[SIGN_UP_COOKIE, encodeURIComponent(value)]]);
    const { token: own } = value === cookie ? { token } : await signUpIn(newJar());
    await expectStatus(confirm(refused, own), 422);
    expect(refused.has(SESSION_COOKIE)).toBe(false);
  }
});

test("signs nobody in after a password change or when the account is disabled", async () => {
  for (const [change, status] of [
    ["password_hash = 'changed'", 422],
    ["disabled_ts = 1, disabled_by = 'admin'", 303],
  ] as const) {
    const jar = newJar();
    const { email, token } = await signUpIn(jar);
    await app.bindings.DB.prepare(`update users set ${change} where email = ?`).bind(email).run();
    await expectStatus(confirm(jar, token), status);
    expect(jar.has(SESSION_COOKIE)).toBe(false);
  }
});

test("a link works once: the second press of two signs nobody in", async () => {
  const jar = newJar();
  const { token } = await signUpIn(jar);
  const copy = new Map(jar);
  await expectStatus(confirm(jar, token), 303);
  await expectStatus(confirm(copy, token), 400);
  expect(copy.has(SESSION_COOKIE)).toBe(false);
});

test("keeps the session of a signed-in visitor", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar, { role: "t" });
  const stranger = await signIn(await createTeacher());
  const mixed = new Map([...jar, ...stranger]);
  expect(to(await confirm(mixed, token))).toEqual([303, "/verify-email/done"]);
  expect(mixed.get(SESSION_COOKIE)).toBe(stranger.get(SESSION_COOKIE));
  expect((await findUserByEmail(email))?.emailVerifiedTs).not.toBeNull();
});

test("the sign-up of a known address sets the same kind of cookie, which signs in to no account", async () => {
  const [jar, otherJar] = [newJar(), newJar()];
  const { email, token, answer } = await signUpIn(jar);
  const { answer: again } = await signUpIn(otherJar, { email });
  const read = (from: Response) =>
    (from.headers.getSetCookie().find((line) => line.startsWith(SIGN_UP_COOKIE)) ?? "").replace(
      /=[^;]+/,
      ({ length }) => `=${length}`,
    );
  expect(read(answer)).toMatch(/^sign_up=\d+; Max-Age=259200; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(read(again)).toBe(read(answer));
  await expectStatus(confirm(otherJar, token), 422);
  expect(otherJar.has(SESSION_COOKIE)).toBe(false);
});

test("another site can set no cookie by a sign-up, and confirm nothing", async () => {
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  const jar = newJar();
  const form = { ...signUpInput(), terms: "1" } as Record<string, string>;
  await expectStatus(app.post("/sign-up", { form, as: jar, headers: { ...from(), ...foreign } }), 303);
  expect(jar.size).toBe(0);
  const own = newJar();
  const { token } = await signUpIn(own);
  await expectStatus(confirm(own, token, "/verify-email", foreign), 403);
  expect(own.has(SESSION_COOKIE)).toBe(false);
});
