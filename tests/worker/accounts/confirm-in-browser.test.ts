import { expect, test } from "vitest";
import { REFRESH_COOKIE } from "@/auth/sessions";
import { parseConfig } from "@/env";
import { createSignUpCookie } from "@/features/accounts/sign-up/sign-up-browser";
import { findLinkToken, signUpInput } from "../../helpers/accounts";
import { createTestApp, type Jar, newJar } from "../../helpers/app";
import { createListing, createTeacher, findUserByEmail, mailsTo, signIn } from "../../helpers/factories";

// The confirmation of an address in the browser that signed up: docs/decisions/0087.

const app = createTestApp();
let address = 0;
/** Each sign-up has its own IP address, so that the hourly limit does not count. */
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const SIGN_UP_COOKIE = "sign_up";
const passwordHash = async (email: string) => (await findUserByEmail(email))?.passwordHash ?? "";

/** Signs up by the form, with the cookies of a browser; returns the token of the mailed link. */
async function signUpIn(
  jar: Jar,
  overrides: Record<string, unknown> = {},
  { path = "/sign-up", next = "" }: { path?: string; next?: string } = {},
) {
  const form = { ...signUpInput(overrides), terms: "1", next } as Record<string, string>;
  const answer = await app.post(path, { form, as: jar, headers: from() });
  expect(answer.status).toBe(303);
  const token = findLinkToken((await mailsTo(form.email ?? ""))[0]?.text ?? "");
  return { email: form.email ?? "", token, answer };
}
const confirm = (jar: Jar, token: string, path = "/verify-email", headers = {}) =>
  app.post(path, { form: { token }, as: jar, headers });
const to = (answer: Response) => [answer.status, answer.headers.get("location")];
const isSignedIn = async (jar: Jar) => (await app.get("/profile", { as: new Map(jar) })).status === 200;

test("signs in a teacher, who continues at a new listing with three steps", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar, { role: "t" }, { path: "/ro/sign-up", next: "/tutoring" });
  expect(await isSignedIn(jar)).toBe(false);
  const answer = await confirm(jar, token, "/ro/verify-email");
  expect(to(answer)).toEqual([303, "/ro/tutoring/create?confirmed=1"]);
  expect(jar.has(SIGN_UP_COOKIE)).toBe(false);
  expect(await isSignedIn(jar)).toBe(true);
  const page = await (await app.get("/ro/tutoring/create?confirmed=1", { as: jar })).text();
  expect(page).toContain("Adresa de e-mail este confirmată și ați intrat în cont.");
  expect(page).toContain("Trei pași până la primii elevi");
  expect((await findUserByEmail(email))?.emailVerifiedTs).not.toBeNull();
  // The session ends with the browser.
  expect(answer.headers.getSetCookie().find((line) => line.startsWith("refresh_token="))).not.toMatch(
    /max-age/i,
  );
});

test.each([
  ["/ro/tutoring/0123456789abcdef?q=1.5#write", "/ro/tutoring/0123456789abcdef?q=1.5#write"],
  ["/shortlist", "/shortlist"],
  ["", "/verify-email/done"],
  ["//evil.test/x", "/verify-email/done"],
  ["https://evil.test", "/verify-email/done"],
  ["/\\evil.test", "/verify-email/done"],
])("signs in a learner who came from %s and continues at %s", async (next, location) => {
  const jar = newJar();
  const { token } = await signUpIn(jar, {}, { next });
  expect(to(await confirm(jar, token))).toEqual([303, location]);
  expect(await isSignedIn(jar)).toBe(true);
});

test("adds the browser's shortlist to the account, and mails nothing about a new device", async () => {
  const teacher = await createTeacher(app);
  const { id } = await createListing(app, teacher);
  const jar: Jar = new Map([["shortlist", id]]);
  const { email, token } = await signUpIn(jar);
  await confirm(jar, token);
  expect(await (await app.get("/shortlist", { as: jar })).text()).toContain(id);
  expect(jar.has("shortlist")).toBe(false);
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["verify_email"]);
});

test("asks any other browser for the password, and then continues at the new listing", async () => {
  const jar = newJar();
  const { token } = await signUpIn(jar, { role: "t" });
  const other = newJar();
  const answer = await confirm(other, token);
  expect(to(answer)).toEqual([303, "/verify-email/done?next=/tutoring/create?confirmed=1"]);
  expect(other.has(REFRESH_COOKIE)).toBe(false);
  const page = await (await app.get(answer.headers.get("location") ?? "")).text();
  expect(page).toContain("Your email address is confirmed.");
  expect(page).toContain('name="password"');
  expect(page).toContain('name="next" value="/tutoring/create?confirmed=1"');
  expect(await isSignedIn(jar)).toBe(false);
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
    expect(to(await confirm(refused, own))).toEqual([303, "/verify-email/done"]);
    expect(refused.has(REFRESH_COOKIE)).toBe(false);
  }
});

test("signs nobody in after a password change or when the account is disabled", async () => {
  for (const change of ["password_hash = 'changed'", "disabled_ts = 1, disabled_by = 'admin'"]) {
    const jar = newJar();
    const { email, token } = await signUpIn(jar);
    await app.bindings.DB.prepare(`update users set ${change} where email = ?`).bind(email).run();
    expect(to(await confirm(jar, token))).toEqual([303, "/verify-email/done"]);
    expect(jar.has(REFRESH_COOKIE)).toBe(false);
  }
});

test("a link works once: the second press of two signs nobody in", async () => {
  const jar = newJar();
  const { token } = await signUpIn(jar);
  const copy = new Map(jar);
  expect((await confirm(jar, token)).status).toBe(303);
  expect((await confirm(copy, token)).status).toBe(400);
  expect(copy.has(REFRESH_COOKIE)).toBe(false);
});

test("keeps the session of a signed-in visitor", async () => {
  const jar = newJar();
  const { email, token } = await signUpIn(jar, { role: "t" });
  const stranger = await signIn(app, await createTeacher(app));
  const mixed = new Map([...jar, ...stranger]);
  expect(to(await confirm(mixed, token))).toEqual([303, "/verify-email/done"]);
  expect(mixed.get(REFRESH_COOKIE)).toBe(stranger.get(REFRESH_COOKIE));
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
  expect(to(await confirm(otherJar, token))).toEqual([303, "/verify-email/done"]);
  expect(otherJar.has(REFRESH_COOKIE)).toBe(false);
});

test("another site can set no cookie by a sign-up, and use none for a confirmation", async () => {
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  const jar = newJar();
  const form = { ...signUpInput(), terms: "1" } as Record<string, string>;
  expect((await app.post("/sign-up", { form, as: jar, headers: { ...from(), ...foreign } })).status).toBe(
    303,
  );
  expect(jar.size).toBe(0);
  const own = newJar();
  const { token } = await signUpIn(own);
  expect(to(await confirm(own, token, "/verify-email", foreign))).toEqual([303, "/verify-email/done"]);
  expect(own.has(REFRESH_COOKIE)).toBe(false);
});
