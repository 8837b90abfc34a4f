import { inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { limitCounters } from "@/db/schema";
import { createConcurrencyLimiter } from "@/platform/concurrency-limiter";
import {
  bearer,
  createUserWithPassword,
  newEmail,
  openSession,
  PASSWORD,
  requestToken,
  setHits,
  type TokenResponse,
  toLimitKey,
} from "../../helpers/accounts";
import { createTestApp, db, newJar, testShared } from "../../helpers/app";
import { countRows } from "../../helpers/factories";

const app = createTestApp();
let address = 0;
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });

describe("POST /auth/users/token", () => {
  test("returns 200 with an access token and a session cookie", async () => {
    const member = await createUserWithPassword(app);
    const answer = await requestToken(app, { email: ` ${member.email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 300,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^refresh_token=[\w-]{86}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test("with remember_me the cookie lives 30 days", async () => {
    const { email } = await createUserWithPassword(app);
    for (const query of ["?remember_me=true", "?remember_me=1"]) {
      const [cookie] = (await requestToken(app, { email, query })).headers.getSetCookie();
      expect(cookie).toContain("Max-Age=2592000");
    }
    for (const query of ["?remember_me=false", "?remember_me="]) {
      const [cookie] = (await requestToken(app, { email, query })).headers.getSetCookie();
      expect(cookie).not.toContain("Max-Age");
    }
  });

  test("the database contains neither the refresh token nor the password", async () => {
    const { email } = await createUserWithPassword(app);
    const { jar } = await openSession(app, email);
    const rows = JSON.stringify([await db.query.sessions.findMany(), await db.query.users.findMany()]);
    expect(rows).not.toContain(jar.get("refresh_token"));
    expect(rows).not.toContain(jar.get("refresh_token")?.slice(0, 43));
    expect(rows).not.toContain(PASSWORD);
  });

  test("a password typed with combining marks matches", async () => {
    const { email } = await createUserWithPassword(app);
    expect((await requestToken(app, { email, password: PASSWORD.normalize("NFD") })).status).toBe(200);
  });

  test("returns the same 401 for a wrong password, unknown address, disabled account or missing password", async () => {
    const member = await createUserWithPassword(app);
    const disabled = await createUserWithPassword(app, { disabledTs: app.clock.now });
    const special = await createUserWithPassword(app, { passwordHash: null });
    const sessions = await countRows("sessions");
    const answers: unknown[][] = [];
    for (const who of [
      { email: member.email, password: "something else" },
      { email: newEmail() },
      { email: disabled.email },
      { email: special.email },
      { email: "no address" },
      { email: "' or 1=1 --" },
    ]) {
      const answer = await requestToken(app, { ...who, headers: from() });
      const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
      const { headers } = answer;
      answers.push([answer.status, headers.get("www-authenticate"), headers.getSetCookie(), body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
    expect(await countRows("sessions")).toBe(sessions);
  });

  test.each(["application/json", "multipart/form-data; boundary=x", "text/plain", ""])(
    "content type %s: 415",
    async (type) => {
      const answer = await app.post("/auth/users/token", {
        body: new TextEncoder().encode('{"username":"a","password":"b"}'),
        headers: type ? { "content-type": type } : {},
      });
      expect(answer.status).toBe(415);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
    },
  );

  test("without username or password: 422 lists them", async () => {
    const answer = await app.post("/auth/users/token", { form: { username: "" } });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: [
        { field: "username", code: "required" },
        { field: "password", code: "required" },
      ],
    });
  });

  test("after 10 failures of an account from an IP address: 429 even with the right password; other IP addresses work", async () => {
    const { email } = await createUserWithPassword(app);
    const headers = from();
    for (let n = 0; n < 10; n++) {
      expect((await requestToken(app, { email, password: "wrong one", headers })).status).toBe(401);
    }
    const refused = await requestToken(app, { email, headers });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await requestToken(app, { email, headers: from() })).status).toBe(200);
    const later = createTestApp();
    later.clock.now += 900_000;
    expect((await requestToken(later, { email, headers })).status).toBe(200);
  });

  test("successful sign-ins are not counted", async () => {
    const { email } = await createUserWithPassword(app);
    const headers = from();
    for (let n = 0; n < 12; n++) expect((await requestToken(app, { email, headers })).status).toBe(200);
    for (let n = 0; n < 10; n++)
      expect((await requestToken(app, { email, password: "x", headers })).status).toBe(401);
    expect((await requestToken(app, { email, headers })).status).toBe(429);
  });

  test("after 50 failures from an IP address: 429 for every account there", async () => {
    const { email } = await createUserWithPassword(app);
    const headers = from();
    const guess = () => requestToken(app, { email: newEmail(), password: "guess", headers });
    expect((await guess()).status).toBe(401);
    await setHits(app, "sign_in_address", toLimitKey(app, headers["cf-connecting-ip"]), 49);
    expect((await guess()).status).toBe(401);
    expect((await requestToken(app, { email, headers })).status).toBe(429);
    expect((await requestToken(app, { email, headers: from() })).status).toBe(200);
  });

  test("over the limit of parallel requests: some wait, the others get 503 with Retry-After, none 500", async () => {
    const hashLimiter = createConcurrencyLimiter({ waiting: 1, restMs: null, waitMs: 30_000 });
    const busy = createTestApp({}, { ...testShared(), hashLimiter });
    const { email } = await createUserWithPassword(busy);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => requestToken(busy, { email, headers: from() })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    for (const answer of answers.filter((one) => one.status === 503)) {
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await requestToken(busy, { email })).status).toBe(200);
  });

  test("three parallel sign-ins from one IP address wait for each other and succeed", async () => {
    const { email } = await createUserWithPassword(app);
    const headers = from();
    const answers = await Promise.all([1, 2, 3].map(() => requestToken(app, { email, headers })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  test("40 parallel wrong passwords: only those that were hashed count as failures", async () => {
    const { email } = await createUserWithPassword(app);
    const headers = from();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => requestToken(app, { email, password: "guess", headers })),
    );
    const failures = answers.filter((answer) => answer.status === 401).length;
    expect(failures).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.status === 503).length).toBeGreaterThan(0);
    const address = toLimitKey(app, headers["cf-connecting-ip"]);
    const counters = await db
      .select({ hits: limitCounters.hits })
      .from(limitCounters)
      .where(inArray(limitCounters.key, [address, `${toLimitKey(app, email)}.${address}`]));
    expect(counters.map(({ hits }) => hits)).toEqual([failures, failures]);
  });

  test("parallel guesses are counted too", async () => {
    const { email } = await createUserWithPassword(app);
    const headers = from();
    let wrong = 0;
    for (let round = 0; round < 12; round++) {
      const guesses = Array.from({ length: 5 }, () =>
        requestToken(app, { email, password: "guess", headers }),
      );
      wrong += (await Promise.all(guesses)).filter((answer) => answer.status === 401).length;
    }
    expect(wrong).toBeLessThanOrEqual(10);
  });
});

describe("GET /auth/users/me", () => {
  test("returns the user's own fields only", async () => {
    const member = await createUserWithPassword(app, {
      firstName: "Ana",
      lastName: "Pop",
      birthDate: "1990-05-17",
    });
    const { token } = await openSession(app, member.email);
    const answer = await app.get("/auth/users/me", bearer(token));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      content: {
        _id: member.id,
        email: member.email,
        role: "u",
        first_name: "Ana",
        last_name: "Pop",
        birth_date: "1990-05-17",
        signup_ts: { seconds: Math.floor(app.clock.now / 1000), nanoseconds: 0 },
        disabled: false,
        can_create_admin: false,
        profile_picture: null,
        teacher_information: null,
      },
    });
  });

  test("returns 401 with WWW-Authenticate without a token, or with only the cookie", async () => {
    const { email } = await createUserWithPassword(app);
    const { jar } = await openSession(app, email);
    for (const as of [newJar(), jar]) {
      const answer = await app.get("/auth/users/me", { as });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
    }
  });
});

describe("GET /auth/users/is-authenticated", () => {
  test("returns 200 with a token, else 401", async () => {
    const { email } = await createUserWithPassword(app);
    const { token } = await openSession(app, email);
    const answer = await app.get("/auth/users/is-authenticated", bearer(token));
    expect([answer.status, await answer.json()]).toEqual([200, { content: "Is authenticated" }]);
    expect((await app.get("/auth/users/is-authenticated")).status).toBe(401);
  });

  test("a disabled account's token stops working immediately", async () => {
    const member = await createUserWithPassword(app);
    const { token, jar } = await openSession(app, member.email);
    await app.bindings.DB.prepare("update users set disabled_ts = 1 where id = ?").bind(member.id).run();
    expect((await app.get("/auth/users/is-authenticated", bearer(token))).status).toBe(401);
    expect((await app.post("/auth/users/refresh", { as: jar })).status).toBe(401);
    expect((await app.get("/profile", { as: jar })).status).toBe(302);
  });

  test("a changed role applies immediately, whatever the token says", async () => {
    const member = await createUserWithPassword(app, { role: "a" });
    const { token } = await openSession(app, member.email);
    await app.bindings.DB.prepare("update users set role = 'u' where id = ?").bind(member.id).run();
    const me = (await (await app.get("/auth/users/me", bearer(token))).json()) as {
      content: { role: string };
    };
    expect(me.content.role).toBe("u");
  });
});

describe("POST /auth/users/logout", () => {
  test("ends the session of the token and of the cookie", async () => {
    const { email } = await createUserWithPassword(app);
    const byToken = await openSession(app, email);
    const out = await app.post("/auth/users/logout", {
      json: { access_token: byToken.token, token_type: "bearer" },
    });
    expect(out.status).toBe(200);
    expect((await app.get("/auth/users/me", bearer(byToken.token))).status).toBe(401);
    expect((await app.post("/auth/users/refresh", { as: byToken.jar })).status).toBe(401);

    const byCookie = await openSession(app, email);
    const cookieOut = await app.post("/auth/users/logout", { as: byCookie.jar, json: {} });
    expect(cookieOut.status).toBe(200);
    expect(byCookie.jar.has("refresh_token")).toBe(false);
    expect((await app.get("/auth/users/me", bearer(byCookie.token))).status).toBe(401);
  });

  test("returns 401 when not authenticated", async () => {
    expect(
      (await app.post("/auth/users/logout", { json: { access_token: "x", token_type: "bearer" } })).status,
    ).toBe(401);
    expect((await app.post("/auth/users/logout")).status).toBe(401);
  });

  test("returns 403 for a cross-site request", async () => {
    const { email } = await createUserWithPassword(app);
    const { jar, token } = await openSession(app, email);
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    expect((await app.post("/auth/users/logout", { as: jar, json: {}, headers })).status).toBe(403);
    expect((await app.get("/auth/users/me", bearer(token))).status).toBe(200);
  });
});

test("tokens contain only the specified claims", async () => {
  const member = await createUserWithPassword(app, { role: "t" });
  const answer = await requestToken(app, { email: member.email });
  const [header = "", claims = ""] = ((await answer.json()) as TokenResponse).access_token.split(".");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const iat = Math.floor(app.clock.now / 1000);
  expect(read(header)).toEqual({ alg: "HS256", typ: "at+jwt" });
  expect(read(claims)).toEqual({
    iss: "https://catedra.test",
    aud: "catedra",
    sub: member.id,
    sid: expect.stringMatching(/^[0-9a-z]{16}$/),
    role: "t",
    iat,
    exp: iat + 300,
  });
});
