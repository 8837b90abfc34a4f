import { describe, expect, test } from "vitest";
import { createSharedServices } from "@/http/app-context";
import { bearer, newEmail, setHits, signInByEmail, signUpInput, toLimitKey } from "../../helpers/accounts";
import { app, createTestApp, db, expectStatus } from "../../helpers/app";
import { countRows, mailsTo } from "../../helpers/factories";

let address = 0;
/** Each test uses its own IP address, so the hourly limit does not carry over. */
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const signUp = (json: unknown, headers: Record<string, string> = {}) =>
  app.post("/auth/users/signup", { json, headers: { ...from(), ...headers } });

type Problem = { status: number; title: string; errors?: { field: string; code: string; message: string }[] };
const codes = async (answer: Response) =>
  ((await answer.json()) as Problem).errors?.map(({ field, code }) => `${field}: ${code}`);

describe("POST /auth/users/signup", () => {
  test("returns 201 with the submitted values, without an id and without a session", async () => {
    const person = signUpInput({ first_name: "  Ioana ", last_name: "Şerban" });
    const answer = await expectStatus(signUp(person), 201);
    expect(await answer.json()).toEqual({
      content: { email: person.email, role: "u", first_name: "Ioana", last_name: "Șerban" },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("a known address gets the same answer and a different mail", async () => {
    const person = signUpInput();
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

  test("two parallel requests create one account", async () => {
    const person = signUpInput();
    const answers = await Promise.all([signUp(person), signUp(person)]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(
      await db.query.users.findMany({ where: (user, { eq }) => eq(user.email, person.email) }),
    ).toHaveLength(1);
  });

  test("stores a teacher's information, and ignores a learner's", async () => {
    const information = {
      phone_number: "0712 345 678",
      county: "cj",
      studies: { bachelors: "UBB" },
      experience: { teaching: 7 },
    };
    const teacher = signUpInput({ role: "t", teacher_information: information });
    const pupil = signUpInput({ teacher_information: { phone_number: "not a number" } });
    expect([(await signUp(teacher)).status, (await signUp(pupil)).status]).toEqual([201, 201]);
    const me = async (email: string) => {
      const { token } = await signInByEmail(email);
      const answer = await app.get("/auth/users/me", bearer(token));
      return ((await answer.json()) as { content: { teacher_information: unknown } }).content
        .teacher_information;
    };
    expect(await me(teacher.email)).toEqual({
      phone_number: "+40712345678",
      whatsapp: false,
      about: "",
      county: "cj",
      neighbourhood: "",
      qualifications: [],
      job: "",
      employer: "",
      studies: { high_school: "", bachelors: "UBB", masters: "", doctorate: "" },
      experience: { job: 0, teaching: 7 },
      languages: ["ro"],
    });
    expect(await me(pupil.email)).toBeNull();
  });

  test.each([
    [{ email: "ana" }, "email: not_email"],
    [{ first_name: "Ana 0712 345 678" }, "first_name: contact_data_in_text"],
    [{ first_name: "Ana 0712", last_name: "345 678 Pop" }, "last_name: contact_data_in_text"],
    [
      { role: "t", teacher_information: { qualifications: ["Sunați la 0712", "345 678"] } },
      "teacher_information.qualifications: contact_data_in_text",
    ],
    [{ birth_date: "1990-02-30" }, "birth_date: not_date"],
    [{ password: "scurtă" }, "password: too_short"],
    [{ password: "Password123" }, "password: password_common"],
    [{ email: "ana.pop@example.test", password: "Ana.Pop@Example.test" }, "password: password_is_email"],
    [{ password: "Catedra!" }, "password: password_is_email"],
  ])("returns 422 for %j", async (changes, expected) => {
    const users = await countRows("users");
    const answer = await expectStatus(signUp(signUpInput(changes)), 422);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await codes(answer)).toEqual([expected]);
    expect(await countRows("users")).toBe(users);
  });

  test("accepts passwords of 8 and of 128 characters in any alphabet", async () => {
    for (const password of ["ășțîâ 7x", "ă".repeat(128)])
      await expectStatus(signUp(signUpInput({ password })), 201);
  });
});

describe("age is computed in Bucharest time", () => {
  // 21:59 UTC on 19 November is 23:59 in Bucharest. Two minutes later it is the 20th there.
  const before = Date.UTC(2026, 10, 19, 21, 59);
  test.each([
    ["u", "2010-11-20", before, 422],
    ["u", "2010-11-20", before + 120_000, 201],
    ["t", "2008-11-20", before, 422],
    ["t", "2008-11-20", before + 120_000, 201],
    ["t", "2010-11-20", before + 120_000, 422],
    ["u", "2030-01-01", before, 422],
  ])("%s born %s at %d: %i", async (role, birth_date, now, status) => {
    app.clock.now = now;
    const answer = await expectStatus(
      app.post("/auth/users/signup", {
        json: signUpInput({ role, birth_date }),
        headers: from(),
      }),
      status,
    );
    if (status === 422) expect(await codes(answer)).toEqual(["birth_date: too_young"]);
  });
});

test("POST /auth/users/signup: the 21st from an IP address in an hour gets 429, until the next hour", async () => {
  app.clock.now += 60_000;
  const headers = { "cf-connecting-ip": "198.51.100.7", "x-forwarded-for": "203.0.113.9" };
  const signUpOnce = () =>
    app.post("/auth/users/signup", {
      json: signUpInput(),
      headers: { ...headers, "x-forwarded-for": newEmail() },
    });
  await expectStatus(signUpOnce(), 201);
  await setHits("sign_up", toLimitKey(headers["cf-connecting-ip"]), 19);
  await expectStatus(signUpOnce(), 201);
  const refused = await signUpOnce();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await refused.text()).toContain("in 60 minutes");
  app.clock.now += 3_600_000;
  await expectStatus(signUpOnce(), 201);
});

test("POST /auth/users/signup over the hashing limit: 503 without a query, but 422 comes first", async () => {
  const full = { isFull: () => true, run: async () => null };
  const busy = createTestApp({}, { ...createSharedServices(), hashLimiter: full });
  busy.bindings.DB = {} as typeof busy.bindings.DB;
  const answer = await busy.post("/auth/users/signup", { json: signUpInput() });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  const json = signUpInput({ email: "ana@" });
  await expectStatus(busy.post("/auth/users/signup", { json }), 422);
});
