import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatTypedDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import { findLinkToken, PASSWORD, signInByEmail, signUpInput } from "../../helpers/accounts";
import {
  app,
  createTestApp,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  keepCookies,
  newJar,
} from "../../helpers/app";
import { createListing, createTeacher, findUserByEmail, mailsTo } from "../../helpers/factories";
import { confirmAsGuest, writeAsGuest } from "../../helpers/guests";

let address = 0;
/** Each test uses its own IP address, so the hourly limit does not carry over. */
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const signUp = (json: unknown) => app.post("/auth/users/signup", { json, headers: from() });

describe("sign-up form", () => {
  const fields = () => ({ ...signUpInput(), terms: "1" }) as Record<string, string>;
  const send = (form: Record<string, string>, path = "/sign-up") => app.post(path, { form, headers: from() });

  test.each(["/sign-up", "/ro/sign-up"])("GET %s works without a script", async (path) => {
    const page = await app.read(path);
    for (const name of ["email", "password", "first_name", "last_name", "role", "terms"]) {
      expect(page).toContain(`name="${name}"`);
    }
    const [input = ""] = page.match(/<input[^>]* name="birth_date"[^>]*>/) ?? [];
    expect(input.toLowerCase()).toMatch(/(?=.* type="text")(?=.* autocomplete="bday").* inputmode="numeric"/);
    expect(page).toContain(path === "/sign-up" ? "03/14/1990 or 03141990" : "14.03.1990 sau 14031990");
    expect(page).toContain(`action="${path}"`);
  });

  test("POST /sign-up redirects to a page about the verification mail, without a session", async () => {
    const form = fields();
    const answer = await send(form, "/ro/sign-up");
    await expectRedirect(answer, "/ro/sign-up/done");
    expect(answer.headers.getSetCookie().join()).not.toContain("__Host-refresh_token");
    const jar = newJar();
    keepCookies(jar, answer);
    const done = await app.get("/ro/sign-up/done", { as: jar });
    expect(done.headers.get("cache-control")).toBe("private, no-store");
    const page = await done.text();
    expectText(page, "Verificați e-mailul", form.email ?? "no address");
    expect(await app.read("/ro/sign-up/done")).toContain('href="/ro/sign-in?next=/verify-email"');
    const next = paths.createRequest({ subject: "m" });
    for (const path of [next, `/ro${next}`])
      expect(await app.read(paths.signedUp({ next: path }))).toContain("you can finish your request");
    expect(await app.read(paths.signedUp({ next: "/plan" }))).not.toContain("your request");
    const token = findLinkToken((await mailsTo(form.email ?? ""))[0]?.text ?? "");
    await expectRedirect(app.post("/ro/verify-email", { form: { token }, as: jar }), "/ro/verify-email/done");
    expect((await mailsTo(form.email ?? "")).map((mail) => mail.template)).toEqual(["verify_email"]);
  });

  test("POST /sign-up with mistakes: 422, values kept, an error at each field, no password", async () => {
    const page = await expectPage(
      send({
        ...fields(),
        birth_date: "03042015",
        email: "ana@",
        first_name: "<b>Ana</b>",
        password: "scurtă",
      }),
      422,
    );
    expectText(page, 'value="ana@"', "&lt;b&gt;Ana&lt;/b&gt;", "at least 16 years old. A parent can write");
    expect(page).not.toContain("scurtă");
    expect(page).toContain("Type the password again: the form does not keep it.");
    expect(await app.read("/sign-up")).not.toContain("Type the password again");
    expectText(page, 'id="field-email-error"', 'id="field-password-error"', 'href="#field-email"');
  });

  test("POST /sign-up without consent: 422, and no account", async () => {
    const { terms: _, ...form } = fields();
    const page = await expectPage(send({ ...form, password: "x" }), 422);
    expectText(page, 'id="field-terms-error"', 'id="field-password-error"');
    expect(await mailsTo(form.email ?? "")).toEqual([]);
  });

  test.each(["31.02.1990", "4/3/90", "patru martie"])(
    "POST /sign-up refuses the birth date %s and keeps it: 422",
    async (birth_date) => {
      const page = await expectPage(send({ ...fields(), birth_date }, "/ro/sign-up"), 422);
      expectText(page, 'id="field-birth_date-error"', "Scrieți ziua, luna și anul, de exemplu 14.03.1990.");
      expect(page).toMatch(new RegExp(`name="birth_date"[^>]* value="${birth_date}"`));
    },
  );
});

describe("correction of the address on /sign-up/done", () => {
  const correct = (form: { email: string; signed_up_email: string }, as = newJar()) =>
    app.post("/sign-up/done", { form, as, headers: from() });

  /** Signs up, and returns the browser with the mailed token. */
  async function signUpAs(email: string, more: Record<string, string> = {}) {
    const jar = newJar();
    const form = { ...signUpInput(), email, terms: "1", ...more } as Record<string, string>;
    keepCookies(jar, await app.post("/sign-up", { form, headers: from() }));
    return { jar, token: findLinkToken((await mailsTo(email))[0]?.text ?? "") };
  }

  test("a mistyped provider is questioned, and the link goes to the corrected address", async () => {
    const mistyped = `ana-${crypto.randomUUID()}@gmial.com`;
    const email = mistyped.replace("gmial", "gmail");
    const form = { ...signUpInput({ first_name: "" }), email: mistyped, terms: "1" } as Record<
      string,
      string
    >;
    const asked = await expectPage(app.post("/sign-up", { form, headers: from() }), 200);
    expectText(
      asked,
      `You typed ${mistyped}. We filled in ${email}`,
      `value="${email}"`,
      "field-first_name-error",
    );
    for (const address of [mistyped, email]) {
      expect(await findUserByEmail(address)).toBeUndefined();
      expect(await mailsTo(address)).toEqual([]);
    }
    const kept = { asked_email: mistyped, kept_email: mistyped };
    const { jar } = await signUpAs(email, kept);
    const oldToken = findLinkToken((await mailsTo(mistyped))[0]?.text ?? "");
    // Also when the page is opened again, as long as nobody signs in or out.
    for (const path of ["/sign-up/done", "/sign-in", "/sign-up/done"]) {
      const page = await app.read(path, { as: jar });
      expect(page.includes(`value="${mistyped}"`)).toBe(path === "/sign-up/done");
    }

    const answer = await correct({ email, signed_up_email: mistyped }, jar);
    await expectRedirect(answer, "/sign-up/done");
    keepCookies(jar, answer);
    expect(await app.read("/sign-up/done", { as: jar })).toContain(email);
    expect(await findUserByEmail(mistyped)).toBeUndefined();
    await expectStatus(app.post("/verify-email", { form: { token: oldToken }, as: jar }), 400);
    const token = findLinkToken((await mailsTo(email))[0]?.text ?? "");
    await expectRedirect(app.post("/verify-email", { form: { token }, as: jar }), "/verify-email/done");
    const before = await app.read("/verify-email/done", { as: jar });
    expectText(before.match(/<main.*<\/main>/s)?.[0] ?? "", 'href="/tutoring"', 'href="/safety"');
    expect(before).not.toContain("without an account, from this address");
    const listing = await createListing(await createTeacher());
    await writeAsGuest(listing.id, { email });
    await confirmAsGuest(email);
    expectText(
      await app.read("/verify-email/done", { as: jar }),
      "without an account, from this address",
      'href="/profile/enquiries?box=sent"',
    );
    // A confirmed address changes in the settings.
    await correct({ email: mistyped, signed_up_email: email }, jar);
    expect(await findUserByEmail(mistyped)).toBeUndefined();
  });

  test("another browser changes nothing, and the answer is the same", async () => {
    const first = `ana-${crypto.randomUUID()}@example.com`;
    const { jar } = await signUpAs(`dan-${crypto.randomUUID()}@example.com`);
    await signUpAs(first);
    for (const as of [newJar(), jar]) {
      const email = `eva-${crypto.randomUUID()}@example.com`;
      await expectRedirect(correct({ email, signed_up_email: first }, as), "/sign-up/done");
      expect(await mailsTo(email)).toEqual([]);
    }
    expect(await findUserByEmail(first)).toBeDefined();
  });

  test("the owner of an address with an account gets the mail of a sign-up, and nothing changes", async () => {
    const [mine, other] = [1, 2].map(() => `ana-${crypto.randomUUID()}@example.com`) as [string, string];
    await signUpAs(other);
    const { jar } = await signUpAs(mine);
    await expectRedirect(correct({ email: other, signed_up_email: mine }, jar), "/sign-up/done");
    expect((await mailsTo(other)).map((mail) => mail.template)).toContain("account_exists");
    expect(await findUserByEmail(mine)).toBeDefined();
  });
});

describe("app check of sign-up", () => {
  const checking = createTestApp({ TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" });
  const checkToken = vi.fn((token: unknown) => token === "good");
  beforeEach(() => {
    checkToken.mockClear();
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) =>
      Response.json({ success: checkToken((init.body as URLSearchParams).get("response")) }),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("POST /sign-up: 403 with all values kept except the password, 303 with the token", async () => {
    const form = { ...signUpInput({ first_name: "Smaranda" }), terms: "1" } as Record<string, string>;
    const page = await expectPage(checking.post("/sign-up", { form, headers: from() }), 403);
    for (const value of [form.email, "Smaranda", formatTypedDay(form.birth_date ?? "", "en")])
      expect(page).toContain(`value="${value}"`);
    expect(page).toContain("cf-turnstile");
    expect(page).not.toContain(PASSWORD);
    const checked = { ...form, "cf-turnstile-response": "good" };
    await expectStatus(checking.post("/sign-up", { form: checked, headers: from() }), 303);
  });

  test("a form with mistakes does not use the token", async () => {
    const form = { email: "ana@", "cf-turnstile-response": "good" };
    await expectStatus(checking.post("/sign-up", { form, headers: from() }), 422);
    expect(checkToken).not.toHaveBeenCalled();
  });
});

describe("email verification", () => {
  const newcomer = async () => {
    const person = signUpInput();
    await signUp(person);
    return { email: person.email, token: findLinkToken((await mailsTo(person.email))[0]?.text ?? "") };
  };

  const verified = async (email: string) => (await findUserByEmail(email))?.emailVerifiedTs !== null;

  test("GET without a link names the mailbox and offers another mail; signed out it asks to sign in", async () => {
    const { email } = await newcomer();
    const { jar } = await signInByEmail(email);
    for (const path of ["/verify-email", "/verify-email?sent=1"]) {
      const page = await app.read(path, { as: jar });
      expectText(page, ` to ${email}. Open `, 'href="/profile/settings#email"');
      const signedOut = await app.read(path);
      expect(signedOut).not.toMatch(/email with a link|sent a new email|#email/);
      expect(signedOut).toContain('href="/sign-in?next=/verify-email"');
    }
  });

  test("POST with an unknown, empty or expired token: 400", async () => {
    const { email, token } = await newcomer();
    for (const wrong of ["", "x", `${token}x`, "a'b\"<c>"]) {
      await expectStatus(app.post("/verify-email", { form: { token: wrong } }), 400);
    }
    app.clock.now += 3 * 86_400_000;
    await expectStatus(app.post("/verify-email", { form: { token } }), 400);
    expect(await verified(email)).toBe(false);
  });

  test("POST /verify-email/resend: three an hour, then 429; signed out 401", async () => {
    const { email } = await newcomer();
    const { jar } = await signInByEmail(email);
    for (let n = 0; n < 3; n++)
      await expectStatus(app.post("/verify-email/resend", { as: jar, form: {} }), 303);
    const refused = await expectStatus(app.post("/verify-email/resend", { as: jar, form: {} }), 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await mailsTo(email)).toHaveLength(4);
    await expectStatus(app.post("/verify-email/resend", { form: {} }), 401);
    const newest = findLinkToken((await mailsTo(email)).at(-1)?.text ?? "");
    await expectStatus(app.post("/verify-email", { form: { token: newest }, as: jar }), 303);
    await expectStatus(app.post("/verify-email/resend", { as: jar, form: {} }), 303);
    expect(await mailsTo(email)).toHaveLength(4);
  });
});
