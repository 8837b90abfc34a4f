import { describe, expect, test, vi } from "vitest";
import {
  bearer,
  createUserWithPassword,
  signInByEmail,
  signInWithPassword,
  type TokenResponse,
} from "../../helpers/accounts";
import { type Actor, app, createJar, expectStatus, type Jar, newJar } from "../../helpers/app";
import { countRows } from "../../helpers/factories";

const HOUR_MS = 3_600_000;
const refresh = (as: Actor) => app.post("/auth/users/refresh", { as });
const getRefreshCookie = (jar: Jar) => jar.get("__Host-refresh_token");

async function createSignedIn(query = "") {
  const member = await createUserWithPassword();
  return { ...(await signInWithPassword(member.email, query)), member };
}

describe("POST /auth/users/refresh", () => {
  test("returns 200 with a token; the cookie rotates, and the new one works", async () => {
    const { jar } = await signInWithPassword((await createUserWithPassword()).email);
    const first = getRefreshCookie(jar);
    const answer = await expectStatus(refresh(jar), 200);
    const { access_token, ...rest } = (await answer.json()) as TokenResponse;
    expect(rest).toEqual({ token_type: "bearer", expires_in: 300 });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-refresh_token=[\w-]{86}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(getRefreshCookie(jar)).not.toBe(first);
    await expectStatus(app.get("/auth/users/me", bearer(access_token)), 200);
    await expectStatus(refresh(jar), 200);
  });

  test("without a cookie: 401; clears no cookie, since a sign-in may have set one meanwhile", async () => {
    const answer = await refresh(newJar());
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  });

  test("an unknown or malformed cookie: 401, and the cookie is cleared", async () => {
    for (const value of ["x", "a".repeat(86), "é".repeat(43), "a".repeat(9000)]) {
      const jar = createJar(encodeURIComponent(value));
      const answer = await expectStatus(refresh(jar), 401);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-refresh_token=;.*Max-Age=0/);
    }
  });

  test("a retry with its Idempotency-Key returns the same cookie, in case the first answer was lost", async () => {
    const { jar } = await createSignedIn("?remember_me=true");
    const before = getRefreshCookie(jar);
    const ask = (key?: string) =>
      app.post("/auth/users/refresh", {
        as: createJar(before),
        ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
      });
    const lost = (await ask("k1")).headers.getSetCookie();
    app.clock.now += 20_000;
    // Another tab of that browser has the old cookie too, but did not send that request.
    expect((await ask()).headers.getSetCookie()).toEqual([]);
    expect((await ask("k2")).headers.getSetCookie()).toEqual([]);
    const [again] = (await ask("k1")).headers.getSetCookie();
    const value = (cookie?: string) => cookie?.match(/refresh_token=([\w-]+)/)?.[1];
    expect(value(again)).toBe(value(lost[0]));
    app.clock.now += 60_000;
    await expectStatus(refresh(createJar(value(again))), 200);
  });

  test("its Idempotency-Key has no effect after the grace period, or once the next token was used", async () => {
    const { jar } = await createSignedIn();
    const before = createJar(getRefreshCookie(jar));
    const headers = { "idempotency-key": "k1" };
    const used = new Map(before);
    await app.post("/auth/users/refresh", { as: used, headers });
    await app.post("/auth/users/refresh", { as: used });
    const late = await app.post("/auth/users/refresh", { as: new Map(before), headers });
    expect([late.status, late.headers.getSetCookie()]).toEqual([200, []]);
    app.clock.now += 31_000;
    await expectStatus(app.post("/auth/users/refresh", { as: new Map(before), headers }), 401);
    await expectStatus(refresh(used), 401);
  });

  test("the previous value is valid for 30 seconds: 200, an access token, no cookie header", async () => {
    const { jar } = await createSignedIn();
    const before = getRefreshCookie(jar);
    await refresh(jar);
    app.clock.now += 30_000;
    const answer = await expectStatus(refresh(createJar(before)), 200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    await expectStatus(
      app.get("/auth/users/me", bearer(((await answer.json()) as TokenResponse).access_token)),
      200,
    );
    await expectStatus(app.get("/profile", { as: createJar(before) }), 200);
    await expectStatus(refresh(jar), 200);
  });

  test("use of the previous value after that ends the whole session", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { jar } = await createSignedIn();
    const before = getRefreshCookie(jar);
    const { access_token } = (await (await refresh(jar)).json()) as TokenResponse;
    app.clock.now += 30_001;
    const answer = await expectStatus(refresh(createJar(before)), 401);
    expect(answer.headers.getSetCookie()[0]).toContain("Max-Age=0");
    await expectStatus(refresh(jar), 401);
    await expectStatus(app.get("/auth/users/me", bearer(access_token)), 401);
    expect(warn.mock.calls.flat().join()).toContain("refresh_token_reused");
    expect(warn.mock.calls.flat().join()).not.toContain(before);
    warn.mockRestore();
  });

  test("use of a value several rotations old ends it too, also on a page", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { jar } = await createSignedIn();
    const oldest = getRefreshCookie(jar);
    for (let n = 0; n < 4; n++) {
      app.clock.now += 120_000;
      await expectStatus(refresh(jar), 200);
    }
    await expectStatus(app.get("/profile", { as: createJar(oldest) }), 302);
    await expectStatus(refresh(jar), 401);
    warn.mockRestore();
  });

  test("a slow tab with a value two rotations but only seconds old stays signed in", async () => {
    const { jar } = await createSignedIn();
    const slow = getRefreshCookie(jar);
    for (let n = 0; n < 3; n++) {
      app.clock.now += 5000;
      await refresh(jar);
    }
    const answer = await refresh(createJar(slow));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    await expectStatus(refresh(jar), 200);
  });

  test("twenty in parallel: one gets the new cookie, nineteen get 200 without one, all stay signed in", async () => {
    const { jar } = await signInByEmail((await createUserWithPassword()).email);
    const before = getRefreshCookie(jar);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(createJar(before))));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    const cookies = answers.flatMap((answer) => answer.headers.getSetCookie());
    expect(cookies).toHaveLength(1);
    for (const answer of answers) {
      const { access_token } = (await answer.json()) as TokenResponse;
      await expectStatus(app.get("/auth/users/me", bearer(access_token)), 200);
    }
    const winner = createJar(cookies[0]?.match(/refresh_token=([\w-]+)/)?.[1]);
    await expectStatus(refresh(winner), 200);
  });
});

describe("session expiry", () => {
  test("after 12 idle hours, unless refreshed or used on pages", async () => {
    const idle = await createSignedIn();
    app.clock.now += 12 * HOUR_MS;
    await expectStatus(refresh(idle.jar), 401);

    const used = await createSignedIn();
    app.clock.now += 11 * HOUR_MS;
    await expectStatus(app.get("/profile", { as: used.jar }), 200);
    app.clock.now += 11 * HOUR_MS;
    await expectStatus(refresh(used.jar), 200);
  });

  test("after 24 hours without remember_me, even in use", async () => {
    const { jar } = await createSignedIn();
    for (let n = 0; n < 23; n++) {
      app.clock.now += HOUR_MS;
      await expectStatus(refresh(jar), 200);
    }
    app.clock.now += HOUR_MS;
    await expectStatus(refresh(jar), 401);
    await expectStatus(app.get("/profile", { as: jar }), 302);
  });

  test("after 30 days with remember_me, even in use, and not before when idle", async () => {
    const { jar } = await createSignedIn("?remember_me=true");
    app.clock.now += 29 * 24 * HOUR_MS;
    await expectStatus(refresh(jar), 200);
    app.clock.now += 24 * HOUR_MS;
    await expectStatus(refresh(jar), 401);
  });

  test("its access token ends with the session, or after 5 minutes", async () => {
    const { token, jar } = await createSignedIn();
    app.clock.now += 299_000;
    await expectStatus(app.get("/auth/users/me", bearer(token)), 200);
    app.clock.now += 1000;
    await expectStatus(app.get("/auth/users/me", bearer(token)), 401);
    const answer = await expectStatus(refresh(jar), 200);
    const { access_token: fresh } = (await answer.json()) as TokenResponse;
    await expectStatus(app.get("/auth/users/me", bearer(fresh)), 200);
    await app.post("/auth/users/logout", { json: { access_token: fresh, token_type: "bearer" } });
    await expectStatus(app.get("/auth/users/me", bearer(fresh)), 401);
  });

  test("page use is stored at most once a minute", async () => {
    const { jar, member } = await createSignedIn();
    const seen = async () =>
      (
        await app.bindings.DB.prepare("select last_seen_ts as ts from sessions where user_id = ?")
          .bind(member.id)
          .first<{ ts: number }>()
      )?.ts;
    const start = app.clock.now;
    app.clock.now += 59_000;
    await app.get("/profile", { as: jar });
    expect(await seen()).toBe(start);
    app.clock.now += 1000;
    await app.get("/profile", { as: jar });
    expect(await seen()).toBe(start + 60_000);
  });

  test("job sweep-auth-rows deletes ended sessions", async () => {
    const { runSchedule } = await import("@/jobs");
    await app.bindings.DB.prepare("update sessions set absolute_expires_ts = 1").run();
    await runSchedule("sweep-auth-rows", app.bindings, { waitUntil: () => {} });
    expect(await countRows("sessions")).toBe(0);
  });
});
