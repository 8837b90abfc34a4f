import { describe, expect, test } from "vitest";
import { auditLog } from "@/db/schema";
import { PASSWORD } from "../../helpers/accounts";
import { app, expectPage, expectRedirect, expectStatus, expectText, newJar } from "../../helpers/app";
import { listRows } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { createTwoStepUser, toCode } from "../../helpers/two-step";

let address = 0;
const from = () => ({ "cf-connecting-ip": `198.51.100.${++address}` });

const requestToken = (email: string, otp?: string, password = PASSWORD) =>
  app.post("/auth/users/token", {
    form: { username: email, password, ...(otp === undefined ? {} : { otp }) },
    headers: from(),
  });
const reasonOf = async (answer: Response) => {
  const { title } = (await answer.json()) as { title: string };
  return [answer.status, title];
};

describe("POST /auth/users/token of an account with two-step sign-in", () => {
  test("returns 401 otp_required without a code, and wrong_credentials for a wrong password", async () => {
    const { user, key } = await createTwoStepUser();
    expect(await reasonOf(await requestToken(user.email))).toEqual([401, "otp_required"]);
    const wrong = await requestToken(user.email, toCode(key), "something else");
    expect(await reasonOf(wrong)).toEqual([401, "wrong_credentials"]);
  });

  test("accepts a code at most one step away, with spaces, once", async () => {
    const { user, key } = await createTwoStepUser();
    for (const steps of [-2, 2]) {
      const answer = await requestToken(user.email, toCode(key, steps));
      expect(await reasonOf(answer)).toEqual([401, "invalid_otp"]);
    }
    const next = toCode(key, 1);
    await expectStatus(requestToken(user.email, ` ${next.slice(0, 3)} ${next.slice(3)}`), 200);
    expect(await reasonOf(await requestToken(user.email, next))).toEqual([401, "invalid_otp"]);
    await expectStatus(requestToken(user.email, toCode(key)), 200);
    // The set-up took the code of the step before, so the clock goes on.
    app.clock.now += 3 * 30_000;
    const signInEarly = () => requestToken(user.email, toCode(key, -1), PASSWORD);
    await expectStatus(signInEarly(), 200);
    expect(await reasonOf(await signInEarly())).toEqual([401, "invalid_otp"]);
  });

  test("of parallel sign-ins with one code, one succeeds", async () => {
    const { user, key, codes } = await createTwoStepUser();
    for (const code of [toCode(key), codes[0]]) {
      const answers = await Promise.all([1, 2].map(() => requestToken(user.email, code)));
      const outcomes = await Promise.all(answers.map(reasonOf));
      expect(outcomes.sort(), `code ${code} of ${codes}`).toEqual([
        [200, undefined],
        [401, "invalid_otp"],
      ]);
    }
  });

  test("accepts a recovery code once, with an audit event", async () => {
    const { user, codes } = await createTwoStepUser();
    await expectStatus(requestToken(user.email, codes[3]?.replaceAll("-", " ")), 200);
    expect(await reasonOf(await requestToken(user.email, codes[3]))).toEqual([401, "invalid_otp"]);
    expect(await listRows(auditLog, { actorId: user.id, action: "user.recovery_code_used" })).toHaveLength(1);
  });

  test("after five wrong codes, 429 with Retry-After for 15 minutes, also for a correct one", async () => {
    const { user, key } = await createTwoStepUser();
    for (let n = 0; n < 5; n++) {
      expect(await reasonOf(await requestToken(user.email, `00000${n}`))).toEqual([401, "invalid_otp"]);
    }
    const refused = await requestToken(user.email, toCode(key));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    app.clock.now += 900_000;
    await expectStatus(requestToken(user.email, toCode(key), PASSWORD), 200);
  });
});

describe("POST /sign-in of an account with two-step sign-in", () => {
  const submit = (form: Record<string, string>, as = newJar()) =>
    app.post("/ro/sign-in", { form, as, headers: from() });
  /** The fields of the page that asks for the code. */
  async function enterPassword(email: string) {
    const form = { email, password: PASSWORD, next: "/ro/shortlist", remember_me: "1" };
    const answer = await expectStatus(submit(form), 200);
    const page = await answer.text();
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(page).not.toContain(PASSWORD);
    return Object.fromEntries(parseFormEntries(page, /<form[^>]*action="\/ro\/sign-in"/));
  }

  test("asks for the code on a second page without the password, and then continues", async () => {
    const { user, key } = await createTwoStepUser();
    const fields = await enterPassword(user.email);
    const wrong = await expectPage(submit({ ...fields, otp: "12" }), 401);
    expect(wrong).toMatch(/id="field-otp"[^>]*aria-invalid="true"/);
    const jar = newJar();
    const done = await submit({ ...fields, otp: toCode(key) }, jar);
    await expectRedirect(Promise.resolve(done), "/ro/shortlist");
    expect(done.headers.getSetCookie()[0]).toContain("Max-Age=2592000");
    await expectStatus(app.get("/profile", { as: jar }), 200);
  });

  test("asks for the password again after 10 minutes, or with another token", async () => {
    const { user, key } = await createTwoStepUser();
    const fields = await enterPassword(user.email);
    const other = await createTwoStepUser();
    const stolen = fields.token?.replace(user.id, other.user.id) ?? "";
    for (const token of [stolen, "x", `${user.id}.0.9e15.x`]) {
      const page = await expectPage(submit({ token, otp: toCode(other.key) }), 401);
      expectText(page, "de la introducerea parolei", 'name="password"');
    }
    app.clock.now += 600_000;
    const late = await app.post("/sign-in", {
      form: { ...fields, otp: toCode(key) },
      headers: from(),
    });
    expect(await late.text()).toContain('name="password"');
  });
});
