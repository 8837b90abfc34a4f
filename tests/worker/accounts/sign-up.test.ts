import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limitKey } from "@/features/accounts/limits";
import { createShared } from "@/http/services";
import { createTestApp, db } from "../../helpers/app";
import { countRows, mailsTo } from "../../helpers/factories";
import { askToken, bearer, learner, newEmail, PASSWORD, setHits, tokenIn, tokenOf } from "./people";

const app = createTestApp();
let address = 0;
/** Each test its own address, so that the hourly limit of one is not felt by the next. */
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const signUp = (json: unknown, headers: Record<string, string> = {}) =>
  app.post("/auth/users/signup", { json, headers: { ...from(), ...headers } });

type Problem = { status: number; title: string; errors?: { field: string; code: string; message: string }[] };
const codes = async (answer: Response) =>
  ((await answer.json()) as Problem).errors?.map(({ field, code }) => `${field}: ${code}`);

describe("POST /auth/users/signup", () => {
  test("201 says back what was said, without an id, and signs nobody in", async () => {
    const person = learner({ first_name: "  Ioana ", last_name: "Şerban" });
    const answer = await signUp(person);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      content: { email: person.email, role: "u", first_name: "Ioana", last_name: "Șerban" },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("the mail with the link comes in the same batch, in the page's language", async () => {
    const person = learner();
    await app.post("/ro/auth/users/signup", { json: person, headers: from() });
    const [mail, ...others] = await mailsTo(person.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: "verify_email" });
    expect(mail?.subject).toContain("Confirmați");
    expect(mail?.text).toMatch(/https:\/\/catedra\.test\/ro\/verify-email\?token=[\w-]{43}/);
  });

  test("a known address gets the same answer and a different mail", async () => {
    const person = learner();
    const first = await signUp(person);
    const second = await signUp({ ...person, email: person.email.toUpperCase() });
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
    expect((await mailsTo(person.email)).map((mail) => mail.template)).toEqual([
      "verify_email",
      "account_exists",
    ]);
    expect(
      await db.query.users.findMany({ where: (user, { eq }) => eq(user.email, person.email) }),
    ).toHaveLength(1);
  });

  test("an address that is typed again and again is not flooded with mail", async () => {
    const person = learner();
    for (let n = 0; n < 6; n++) expect((await signUp(person)).status).toBe(201);
    expect(await mailsTo(person.email)).toHaveLength(3);
  });

  test("two at the same moment make one account", async () => {
    const person = learner();
    const answers = await Promise.all([signUp(person), signUp(person)]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(
      await db.query.users.findMany({ where: (user, { eq }) => eq(user.email, person.email) }),
    ).toHaveLength(1);
  });

  test("ids, flags and a prototype are no fields of a sign-up", async () => {
    const email = newEmail();
    const body = JSON.stringify({
      ...learner({ email }),
      _id: "0000000000000000",
      can_create_admin: true,
      disabled: true,
      email_verified_ts: 1,
      signup_ts: { seconds: 1, nanoseconds: 0 },
    }).replace(
      "{",
      '{"__proto__":{"role":"a","can_create_admin":true},"constructor":{"prototype":{"role":"a"}},',
    );
    const answer = await app.post("/auth/users/signup", {
      body,
      headers: { ...from(), "content-type": "application/json" },
    });
    expect(answer.status).toBe(201);
    const user = await db.query.users.findFirst({ where: (one, { eq }) => eq(one.email, email) });
    expect(user).toMatchObject({ role: "u", canCreateAdmin: false, disabledTs: null, emailVerifiedTs: null });
    expect(user?.id).not.toBe("0000000000000000");
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  test("role a is refused: 422", async () => {
    expect(await codes(await signUp(learner({ role: "a" })))).toEqual(["role: invalid_choice"]);
  });

  test("a teacher's information is kept, a learner's has no effect", async () => {
    const information = {
      phone_number: "0712 345 678",
      county: "cj",
      studies: { bachelors: "UBB" },
      experience: { teaching: 7 },
    };
    const teacher = learner({ role: "t", teacher_information: information });
    const pupil = learner({ teacher_information: { phone_number: "not a number" } });
    expect([(await signUp(teacher)).status, (await signUp(pupil)).status]).toEqual([201, 201]);
    const me = async (email: string) => {
      const { token } = await tokenOf(app, email);
      const answer = await app.get("/auth/users/me", bearer(token));
      return ((await answer.json()) as { content: { teacher_information: unknown } }).content
        .teacher_information;
    };
    expect(await me(teacher.email)).toEqual({
      phone_number: "+40712345678",
      county: "cj",
      neighbourhood: "",
      qualifications: [],
      job: "",
      employer: "",
      studies: { high_school: "", bachelors: "UBB", masters: "", doctorate: "" },
      experience: { job: 0, teaching: 7 },
    });
    expect(await me(pupil.email)).toBeNull();
  });

  test("a teacher's wrong phone number is named: 422", async () => {
    const wrong = learner({ role: "t", teacher_information: { phone_number: "0900 123 456" } });
    expect(await codes(await signUp(wrong))).toEqual(["teacher_information.phone_number: not_phone"]);
  });

  test.each([
    [{ email: "ana" }, "email: not_email"],
    [{ email: undefined }, "email: required"],
    [{ email: `${"a".repeat(250)}@example.test` }, "email: too_long"],
    [{ first_name: " " }, "first_name: required"],
    [{ last_name: "x".repeat(61) }, "last_name: too_long"],
    [{ birth_date: "1990-02-30" }, "birth_date: not_date"],
    [{ birth_date: "yesterday" }, "birth_date: not_date"],
    [{ password: "scurtă" }, "password: too_short"],
    [{ password: "😀😀😀😀" }, "password: too_short"],
    [{ password: "x".repeat(129) }, "password: too_long"],
    [{ password: "Password123" }, "password: password_common"],
    [{ password: "qwertyuiop" }, "password: password_common"],
    [{ email: "baseball@example.test", password: "baseball" }, "password: password_common"],
    [{ email: "ana.pop@example.test", password: "Ana.Pop@Example.test" }, "password: password_is_email"],
    [{ password: "Catedra!" }, "password: password_is_email"],
    [{ password: "catedra-catedra" }, "password: password_is_email"],
  ])("422 for %j", async (changes, expected) => {
    const users = await countRows("users");
    const answer = await signUp(learner(changes));
    expect(answer.status).toBe(422);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await codes(answer)).toEqual([expected]);
    expect(await countRows("users")).toBe(users);
  });

  test("passwords of 8 and of 128 characters are good, whatever letters they have", async () => {
    for (const password of ["ășțîâ 7x", "ă".repeat(128)])
      expect((await signUp(learner({ password }))).status).toBe(201);
  });

  test.each([
    ["a body that is no object", "[1]", "application/json", 400],
    ["broken JSON", "{", "application/json", 400],
    ["a form", "email=a", "application/x-www-form-urlencoded", 415],
    ["text", "{}", "text/plain", 415],
  ])("%s: %s", async (_, body, type, status) => {
    const answer = await app.post("/auth/users/signup", {
      body,
      headers: { ...from(), "content-type": type },
    });
    expect(answer.status).toBe(status);
  });
});

describe("ages count in Bucharest on the day itself", () => {
  // 21:59 UTC on 19 November is 23:59 in Bucharest; two minutes later the 20th has begun there.
  const before = Date.UTC(2026, 10, 19, 21, 59);
  test.each([
    ["u", "2010-11-20", before, 422],
    ["u", "2010-11-20", before + 120_000, 201],
    ["t", "2008-11-20", before, 422],
    ["t", "2008-11-20", before + 120_000, 201],
    ["t", "2010-11-20", before + 120_000, 422],
    ["u", "2030-01-01", before, 422],
  ])("%s born %s at %d: %i", async (role, birth_date, now, status) => {
    const other = createTestApp();
    other.clock.now = now;
    const answer = await other.post("/auth/users/signup", {
      json: learner({ role, birth_date }),
      headers: from(),
    });
    expect(answer.status).toBe(status);
    if (status === 422) expect(await codes(answer)).toEqual(["birth_date: too_young"]);
  });
});

test("POST /auth/users/signup: the 21st of an address in an hour gets 429, the next hour is open", async () => {
  const other = createTestApp();
  other.clock.now += 60_000;
  const headers = { "cf-connecting-ip": "198.51.100.7", "x-forwarded-for": "203.0.113.9" };
  const one = () =>
    other.post("/auth/users/signup", {
      json: learner(),
      headers: { ...headers, "x-forwarded-for": newEmail() },
    });
  expect((await one()).status).toBe(201);
  await setHits(other, "sign_up", limitKey(headers["cf-connecting-ip"]), 19);
  expect((await one()).status).toBe(201);
  const refused = await one();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await refused.text()).toContain("in 60 minutes");
  other.clock.now += 3_600_000;
  expect((await one()).status).toBe(201);
});

test("POST /auth/users/signup while others hash: 503 without a query, but mistakes are told first", async () => {
  const full = { full: () => true, run: async () => null };
  const busy = createTestApp({}, { ...createShared(), hashGate: full });
  busy.bindings.DB = {} as typeof busy.bindings.DB;
  const answer = await busy.post("/auth/users/signup", { json: learner() });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  const json = learner({ email: "ana@" });
  expect((await busy.post("/auth/users/signup", { json })).status).toBe(422);
});

describe("the sign-up form", () => {
  const fields = () => ({ ...learner(), terms: "1" }) as Record<string, string>;
  const send = (form: Record<string, string>, path = "/sign-up") => app.post(path, { form, headers: from() });

  test.each(["/sign-up", "/ro/sign-up"])("GET %s is a form that works without script", async (path) => {
    const page = await (await app.get(path)).text();
    for (const name of ["email", "password", "first_name", "last_name", "birth_date", "role", "terms"]) {
      expect(page).toContain(`name="${name}"`);
    }
    expect(page).toContain(`action="${path}"`);
  });

  test("POST /sign-up: 303 to a page that speaks of the mailbox, no cookie", async () => {
    const form = fields();
    const answer = await send(form, "/ro/sign-up");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/ro/sign-up/done"]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const page = await (await app.get(answer.headers.get("location") ?? "")).text();
    expect(page).toContain("Verificați e-mailul");
    expect((await mailsTo(form.email ?? "")).map((mail) => mail.template)).toEqual(["verify_email"]);
  });

  test("POST /sign-up with a known address: the very same answer", async () => {
    const form = fields();
    const [first, second] = [await send(form), await send(form)];
    expect([second.status, second.headers.get("location")]).toEqual([
      first.status,
      first.headers.get("location"),
    ]);
  });

  test("POST /sign-up with mistakes: 422, values kept, errors in words at their fields, no password", async () => {
    const answer = await send({ ...fields(), email: "ana@", first_name: "<b>Ana</b>", password: "scurtă" });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('value="ana@"');
    expect(page).toContain("&lt;b&gt;Ana&lt;/b&gt;");
    expect(page).not.toContain("scurtă");
    expect(page).toContain('id="field-email-error"');
    expect(page).toContain('id="field-password-error"');
    expect(page).toContain('href="#field-email"');
  });

  test("POST /sign-up without consent: 422, and no account", async () => {
    const { terms: _, ...form } = fields();
    const answer = await send({ ...form, password: "x" });
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain('id="field-terms-error"');
    expect(page).toContain('id="field-password-error"');
    expect(await mailsTo(form.email ?? "")).toEqual([]);
  });

  test.each([
    ["/ro/sign-up", "04.03.1990", "1990-03-04"],
    ["/sign-up", "03/04/1990", "1990-03-04"],
  ])("POST %s reads %s as %s, where a browser has no date input", async (path, birth_date, day) => {
    const { email = "", ...others } = fields();
    expect((await send({ ...others, email, birth_date }, path)).status).toBe(303);
    const user = await db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, email) });
    expect(user?.birthDate).toBe(day);
  });

  test("POST /sign-up swaps no day and month: 422", async () => {
    expect((await send({ ...fields(), birth_date: "04.03.1990" })).status).toBe(422);
    expect((await send({ ...fields(), birth_date: "04/03/1990" }, "/ro/sign-up")).status).toBe(422);
  });
});

describe("the app check of a sign-up", () => {
  const checking = createTestApp({ TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" });
  const asked = vi.fn((token: unknown) => token === "good");
  beforeEach(() => {
    asked.mockClear();
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) =>
      Response.json({ success: asked((init.body as URLSearchParams).get("response")) }),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("POST /auth/users/signup: 403 app_check without the token or with a wrong one, 201 with it", async () => {
    const person = learner();
    for (const token of [undefined, "", "bad", ["good"], { good: 1 }]) {
      const json = { ...person, "cf-turnstile-response": token };
      const refused = await checking.post("/auth/users/signup", { json, headers: from() });
      expect([refused.status, ((await refused.json()) as Problem).title]).toEqual([403, "app_check"]);
    }
    expect(await mailsTo(person.email)).toEqual([]);
    const json = { ...person, "cf-turnstile-response": "good" };
    expect((await checking.post("/auth/users/signup", { json, headers: from() })).status).toBe(201);
  });

  test("POST /sign-up: 403 with all that was typed but the password, 303 with the token", async () => {
    const form = { ...learner({ first_name: "Smaranda" }), terms: "1" } as Record<string, string>;
    const refused = await checking.post("/sign-up", { form, headers: from() });
    const page = await refused.text();
    expect(refused.status).toBe(403);
    for (const kept of [form.email, "Smaranda", form.birth_date]) expect(page).toContain(`value="${kept}"`);
    expect(page).toContain("cf-turnstile");
    expect(page).not.toContain(PASSWORD);
    const checked = { ...form, "cf-turnstile-response": "good" };
    expect((await checking.post("/sign-up", { form: checked, headers: from() })).status).toBe(303);
  });

  test("a form with mistakes costs no token", async () => {
    const form = { email: "ana@", "cf-turnstile-response": "good" };
    expect((await checking.post("/sign-up", { form, headers: from() })).status).toBe(422);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("verifying the address", () => {
  const newcomer = async () => {
    const person = learner();
    await signUp(person);
    return { email: person.email, token: tokenIn((await mailsTo(person.email))[0]?.text ?? "") };
  };
  const verified = async (email: string) =>
    (await db.query.users.findFirst({ where: (user, { eq }) => eq(user.email, email) }))?.emailVerifiedTs !==
    null;

  test("GET shows a button and does nothing; POST confirms; the token works once", async () => {
    const { email, token } = await newcomer();
    const page = await app.get(`/verify-email?token=${token}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`value="${token}"`);
    expect(await verified(email)).toBe(false);

    const done = await app.post("/verify-email", { form: { token } });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/verify-email/done"]);
    expect(await verified(email)).toBe(true);
    expect((await app.post("/verify-email", { form: { token } })).status).toBe(400);
  });

  test("a used link again: 303 to the good news for whoever is signed in and has confirmed, 400 for others", async () => {
    const { email, token } = await newcomer();
    await app.post("/verify-email", { form: { token } });
    const { jar } = await tokenOf(app, email);
    const again = await app.post("/ro/verify-email", { form: { token }, as: jar });
    expect([again.status, again.headers.get("location")]).toEqual([303, "/ro/verify-email/done"]);
    expect((await app.post("/verify-email", { form: { token } })).status).toBe(400);
  });

  test("GET without a link names the mailbox and leads to another one; signed out it only asks to sign in", async () => {
    const { email } = await newcomer();
    const { jar } = await tokenOf(app, email);
    for (const path of ["/verify-email", "/verify-email?sent=1"]) {
      const page = await (await app.get(path, { as: jar })).text();
      expect(page).toContain(` to ${email}. Open `);
      expect(page).toContain('href="/profile/settings#email"');
      const signedOut = await (await app.get(path)).text();
      expect(signedOut).not.toMatch(/message with a link|on its way|#email/);
      expect(signedOut).toContain('href="/sign-in?next=%2Fverify-email"');
    }
  });

  test("POST with an unknown, empty or expired token: 400", async () => {
    const { email, token } = await newcomer();
    for (const wrong of ["", "x", `${token}x`, "a'b\"<c>"]) {
      expect((await app.post("/verify-email", { form: { token: wrong } })).status).toBe(400);
    }
    const later = createTestApp();
    later.clock.now += 3 * 86_400_000;
    expect((await later.post("/verify-email", { form: { token } })).status).toBe(400);
    expect(await verified(email)).toBe(false);
  });

  test("POST /verify-email/resend: three an hour, then 429; signed out 401", async () => {
    const { email } = await newcomer();
    const { jar } = await tokenOf(app, email);
    for (let n = 0; n < 3; n++)
      expect((await app.post("/verify-email/resend", { as: jar, form: {} })).status).toBe(303);
    const refused = await app.post("/verify-email/resend", { as: jar, form: {} });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await mailsTo(email)).toHaveLength(4);
    expect((await app.post("/verify-email/resend", { form: {} })).status).toBe(401);
    const newest = tokenIn((await mailsTo(email)).at(-1)?.text ?? "");
    expect((await app.post("/verify-email", { form: { token: newest }, as: jar })).status).toBe(303);
    expect((await app.post("/verify-email/resend", { as: jar, form: {} })).status).toBe(303);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  test("signing in works before the address is confirmed", async () => {
    const { email } = await newcomer();
    expect((await askToken(app, { email, password: PASSWORD })).status).toBe(200);
  });
});
