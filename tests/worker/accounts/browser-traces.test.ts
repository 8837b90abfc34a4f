import { expect, test } from "vitest";
import { paths } from "@/shared/paths";
import {
  bearer,
  createUserWithPassword,
  findLinkToken,
  PASSWORD,
  requestToken,
  signInByEmail,
  signUpInput,
} from "../../helpers/accounts";
import { type Actor, app, createTestApp, type Jar, newJar } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, publishListing, writeAsGuest } from "../../helpers/guests";

// What a browser remembers of a person without a session ends with a sign-in, a sign-out and a deletion.
const TRACES = ["confirmed_address", "guest_contact", "pending_message", "sign_up"];
const headers = { "cf-connecting-ip": "192.0.2.77" };

/** Cookies of a browser that was used by a guest and for a sign-up. */
const usedJar = (jar: Jar = newJar()): Jar =>
  new Map([...jar, ...TRACES.map((name) => [name, "x"] as const)]);
const listTraces = (jar: Jar) => TRACES.filter((name) => jar.has(name));

test.each<[string, (email: string, jar: Jar) => Promise<Response>]>([
  [
    "POST /sign-in",
    (email, as) => app.post("/sign-in", { form: { email, password: PASSWORD }, as, headers }),
  ],
  ["POST /auth/users/token", (email, as) => requestToken({ email, as, headers })],
])("%s deletes the traces, and a refused sign-in none", async (_, signInAs) => {
  const { email } = await createUserWithPassword();
  const jar = usedJar();
  await signInAs(`nobody.${email}`, jar);
  expect(listTraces(jar)).toEqual(TRACES);
  await signInAs(email, jar);
  expect(jar.has("__Host-refresh_token")).toBe(true);
  expect(listTraces(jar)).toEqual([]);
});

const WORD = "DELETE";
test.each<[string, (jar: Actor, token: string) => Promise<Response>]>([
  ["POST /sign-out", (as) => app.post("/sign-out", { as })],
  ["POST /auth/users/logout", (as) => app.post("/auth/users/logout", { as })],
  [
    "POST /profile/delete",
    (as) => app.post("/profile/delete", { as, form: { password: PASSWORD, word: WORD } }),
  ],
  [
    "DELETE /auth/users/me",
    (as, token) =>
      app.request("/auth/users/me", { method: "DELETE", as, json: { password: PASSWORD }, ...bearer(token) }),
  ],
  [
    "POST /profile/settings/disable",
    (as) => app.post("/profile/settings/disable", { as, form: { password: PASSWORD } }),
  ],
])("%s deletes the traces", async (_, end) => {
  const { email } = await createUserWithPassword();
  const signedIn = await signInByEmail(email);
  const jar = usedJar(signedIn.jar);
  jar.set("kept_message", "x");
  expect((await end(jar, signedIn.token)).status).toBeLessThan(400);
  expect([...jar.keys()]).toEqual([]);
});

test("POST /verify-email deletes the traces when it signs in", async () => {
  const form = { ...signUpInput(), terms: "1" } as Record<string, string>;
  await app.post("/sign-up", { form, headers });
  const token = findLinkToken((await mailsTo(form.email ?? ""))[0]?.text ?? "");
  const jar = usedJar();
  await app.post("/verify-email", { form: { token, password: PASSWORD }, as: jar, headers });
  expect(jar.has("__Host-refresh_token")).toBe(true);
  expect(listTraces(jar)).toEqual([]);
});

test("a guest's deletion deletes the traces, and its page the texts in the browser", async () => {
  const { listing } = await publishListing();
  const email = newGuestEmail();
  const jar: Actor = new Map([["sign_up", "x"]]);
  await writeAsGuest(listing.id, { email, remember: "1" }, { as: jar });
  const { id, token } = await confirmAsGuest(email, jar);
  expect(listTraces(jar)).toEqual(TRACES);
  const answer = await app.post(paths.enquiry(id), { form: { token, intent: "erase" }, as: jar });
  expect(listTraces(jar)).toEqual([]);
  expect(await answer.text()).toContain("data-after-deletion");
});

test("with an API on its own host, its sign-in deletes the traces that the site's pages set", async () => {
  const split = createTestApp({ SITE_URL: "https://www.catedra.test", API_BASE: "https://api.catedra.test" });
  const { email } = await createUserWithPassword();
  const form = { ...signUpInput(), terms: "1" } as Record<string, string>;
  const set = await split.post("https://www.catedra.test/sign-up", {
    form,
    headers: { ...headers, origin: "https://www.catedra.test" },
  });
  expect(set.headers.getSetCookie()[0]).toMatch(/^sign_up=.*; Domain=catedra\.test;/);
  const answer = await split.post("https://api.catedra.test/auth/users/token", {
    form: { username: email, password: PASSWORD },
    as: usedJar(),
    headers: { origin: "https://www.catedra.test", "sec-fetch-site": "same-site" },
  });
  const deleted = answer.headers.getSetCookie().filter((line) => /Max-Age=0/.test(line));
  // Also those that a page of one host set before API_BASE was.
  const [shared, ownHost] = [true, false].map((isShared) =>
    deleted.filter((line) => line.includes("Domain=catedra.test") === isShared),
  );
  for (const lines of [shared, ownHost])
    expect(lines?.map((line) => line.split("=")[0]).sort()).toEqual(TRACES);
});
