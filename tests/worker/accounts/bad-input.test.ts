import { describe, expect, test } from "vitest";
import {
  bearer,
  createUserWithPassword,
  findLinkToken,
  newEmail,
  PASSWORD,
  signInByEmail,
  signUpInput,
  type TokenResponse,
} from "../../helpers/accounts";
import { app, createJar, expectStatus } from "../../helpers/app";
import { findUserByEmail, mailsTo } from "../../helpers/factories";

let address = 0;
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const JSON_TYPE = { "content-type": "application/json" };

test("invalid refresh tokens an access token or a mailed token in the cookie: 401; any in a header or body: 401", async () => {
  const { email } = await createUserWithPassword();
  const { token, jar } = await signInByEmail(email);
  await app.get(`/auth/users/forgot-password/${email}`);
  const mailed = findLinkToken((await mailsTo(email))[0]?.text ?? "");
  for (const wrong of [token, mailed, mailed + mailed]) {
    await expectStatus(app.post("/auth/users/refresh", { as: createJar(wrong) }), 401);
  }
  const value = jar.get("__Host-refresh_token") ?? "";
  const requestInit = { json: { refresh_token: value }, headers: { "x-refresh-token": value } };
  await expectStatus(app.post(`/auth/users/refresh?refresh_token=${value}`, requestInit), 401);
  await expectStatus(app.post("/auth/users/refresh", { as: jar }), 200);
});

describe("POST /auth/users/token", () => {
  test("fields that come twice, nested or with strange names are rejected", async () => {
    const [user, other] = [await createUserWithPassword(), await createUserWithPassword()];
    const twice = await app.post("/auth/users/token", {
      form: { username: [user.email, other.email], password: [PASSWORD, "x"], role: "a", __proto__: "x" },
      headers: from(),
    });
    const { access_token } = (await twice.json()) as TokenResponse;
    const me = await app.get("/auth/users/me", bearer(access_token));
    expect(await me.json()).toMatchObject({ content: { _id: user.id, role: "u" } });
    const spellings: Record<string, string>[] = [
      { "username[]": user.email, "password[]": PASSWORD },
      { "user[username]": user.email, "user[password]": PASSWORD },
      { USERNAME: user.email, PASSWORD },
      { email: user.email, password: PASSWORD },
    ];
    for (const form of spellings) {
      await expectStatus(app.post("/auth/users/token", { form, headers: from() }), 422);
    }
  });

  test.each(["username=%E0%A4%A&password=%", "\0=\0", "%00=%00&password=x"])(
    "a form of %j is rejected without a server error",
    async (body) => {
      const headers = { ...from(), "content-type": "application/x-www-form-urlencoded" };
      const answer = await app.post("/auth/users/token", { body, headers });
      expect([400, 401, 422]).toContain(answer.status);
    },
  );
});

describe("POST /auth/users/signup", () => {
  test("privileged fields have no effect in any spelling, nested or repeated", async () => {
    const email = newEmail();
    const body = JSON.stringify(signUpInput({ email })).replace(
      "{",
      `{"role":"a","ROLE":"a","Role":"a","roles":["a"],"user":{"role":"a"},"content":{"role":"a"},
        "canCreateAdmin":true,"can-create-admin":true,"CAN_CREATE_ADMIN":1,"is_admin":true,"admin":true,
        "disabled_ts":1,"disabledBy":"admin","emailVerifiedTs":1,"email_verified":true,"password_hash":"x",
        "id":"0000000000000000","locale":"ro","teacher_information":{"user_id":"x"},`,
    );
    await expectStatus(app.post("/auth/users/signup", { body, headers: { ...from(), ...JSON_TYPE } }), 201);
    expect(await findUserByEmail(email)).toMatchObject({
      role: "u",
      canCreateAdmin: false,
      disabledTs: null,
      emailVerifiedTs: null,
      locale: "en",
    });
  });

  test.each([["a"], [["u", "a"]], [{ $ne: "u" }], ["t "]])("role %j: 422", async (role) => {
    const json = signUpInput({ role });
    await expectStatus(app.post("/auth/users/signup", { json, headers: from() }), 422);
    expect(await findUserByEmail(json.email)).toBeUndefined();
  });
});

test("three tabs of one browser refresh in parallel, repeatedly, with a lost answer in one: all stay signed in", async () => {
  const { jar } = await signInByEmail((await createUserWithPassword()).email);
  for (let round = 0; round < 2; round++) {
    app.clock.now += 120_000;
    // All tabs share the cookies as they are at the time of the request.
    const before = createJar(jar.get("__Host-refresh_token"));
    const tabs = await Promise.all(
      [0, 1, 2].map(() => app.post("/auth/users/refresh", { as: new Map(before) })),
    );
    expect(tabs.map((tab) => tab.status)).toEqual([200, 200, 200]);
    const cookies = tabs.flatMap((tab) => tab.headers.getSetCookie());
    expect(cookies).toHaveLength(1);
    // Every other round the first answer is lost. Its retry, seconds later, is inside the grace period.
    if (round % 2 === 1) {
      app.clock.now += 5000;
      const retried = await app.post("/auth/users/refresh", { as: new Map(before) });
      expect([retried.status, retried.headers.getSetCookie()]).toEqual([200, []]);
    }
    jar.set("__Host-refresh_token", cookies[0]?.match(/refresh_token=([\w-]+)/)?.[1] ?? "");
  }
  await expectStatus(app.get("/profile", { as: jar }), 200);
});
