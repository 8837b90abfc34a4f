import { describe, expect, test } from "vitest";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { createTestApp, newJar } from "../../helpers/app";

const app = createTestApp();

describe("GET /auth/users/me", () => {
  test("returns the user's own fields only", async () => {
    const member = await createUserWithPassword(app, {
      firstName: "Ana",
      lastName: "Pop",
      birthDate: "1990-05-17",
    });
    const { token } = await signInByEmail(app, member.email);
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
    const { jar } = await signInByEmail(app, email);
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
    const { token } = await signInByEmail(app, email);
    const answer = await app.get("/auth/users/is-authenticated", bearer(token));
    expect([answer.status, await answer.json()]).toEqual([200, { content: "Is authenticated" }]);
    expect((await app.get("/auth/users/is-authenticated")).status).toBe(401);
  });

  test("a disabled account's token stops working immediately", async () => {
    const member = await createUserWithPassword(app);
    const { token, jar } = await signInByEmail(app, member.email);
    await app.bindings.DB.prepare("update users set disabled_ts = 1 where id = ?").bind(member.id).run();
    expect((await app.get("/auth/users/is-authenticated", bearer(token))).status).toBe(401);
    expect((await app.post("/auth/users/refresh", { as: jar })).status).toBe(401);
    expect((await app.get("/profile", { as: jar })).status).toBe(302);
  });

  test("a changed role applies immediately, whatever the token says", async () => {
    const member = await createUserWithPassword(app, { role: "a" });
    const { token } = await signInByEmail(app, member.email);
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
    const byToken = await signInByEmail(app, email);
    const out = await app.post("/auth/users/logout", {
      json: { access_token: byToken.token, token_type: "bearer" },
    });
    expect(out.status).toBe(200);
    expect((await app.get("/auth/users/me", bearer(byToken.token))).status).toBe(401);
    expect((await app.post("/auth/users/refresh", { as: byToken.jar })).status).toBe(401);

    const byCookie = await signInByEmail(app, email);
    const cookieOut = await app.post("/auth/users/logout", { as: byCookie.jar, json: {} });
    expect(cookieOut.status).toBe(200);
    expect(byCookie.jar.has("refresh_token")).toBe(false);
    expect((await app.get("/auth/users/me", bearer(byCookie.token))).status).toBe(401);
  });
});
