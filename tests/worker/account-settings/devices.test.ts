import { describe, expect, test } from "vitest";
import { createUserWithPassword, openSession, requestToken } from "../../helpers/accounts";
import { createTestApp, newJar } from "../../helpers/app";
import { onTwoDevices, opens, send, words } from "./helpers";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const MINUTE_MS = 60_000;
const app = createTestApp();

const sessionsOf = async (userId: string, on = app) =>
  (
    await on.bindings.DB.prepare("select id from sessions where user_id = ? order by created_ts")
      .bind(userId)
      .all<{ id: string }>()
  ).results.map(({ id }) => id);

describe("GET /profile/settings, devices", () => {
  test("names browser, system and country in the page's language, the current device first", async () => {
    const member = await createUserWithPassword(app);
    const there = newJar();
    const headers = { "user-agent": FIREFOX, "cf-ipcountry": "DE" };
    await requestToken(app, { email: member.email, as: there, headers });
    const { jar } = await openSession(app, member.email);
    const english = await words(await app.get("/profile/settings", { as: jar }));
    expect(english).toMatch(/This device.*Firefox, Windows, Germany/);
    const romanian = await words(await app.get("/ro/profile/settings", { as: jar }));
    expect(romanian).toMatch(/Acest dispozitiv.*Firefox, Windows, Germania/);
  });

  test.each(["XX", "T1", "", "<b"])("shows no country for an unknown code: %j", async (country) => {
    const member = await createUserWithPassword(app);
    const jar = newJar();
    const headers = { "user-agent": FIREFOX, "cf-ipcountry": country };
    await requestToken(app, { email: member.email, as: jar, headers });
    const page = await words(await app.get("/profile/settings", { as: jar }));
    expect(page).toMatch(/Firefox, Windows This device Last used/);
  });

  test("shows only active sessions of the user", async () => {
    const other = createTestApp();
    const { member, here } = await onTwoDevices(other);
    await onTwoDevices(other);
    const count = async () =>
      (await (await other.get("/profile/settings", { as: here })).text()).split('name="session"').length - 1;
    expect(await count()).toBe(2);
    const [, second] = await sessionsOf(member.id, other);
    await other.bindings.DB.prepare("update sessions set idle_expires_ts = ? where id = ?")
      .bind(other.clock.now, second)
      .run();
    expect(await count()).toBe(1);
  });

  test("shows at most fifty, the last used and the current one", async () => {
    const other = createTestApp();
    const { member, here } = await onTwoDevices(other);
    const [source] = await sessionsOf(member.id, other);
    for (let n = 0; n < 60; n++) {
      await other.bindings.DB.prepare(
        `insert into sessions (id, user_id, token_hash, spent_tokens, created_ts, last_seen_ts, idle_expires_ts,
          absolute_expires_ts, remember, user_agent, country) select ?, user_id, ?, spent_tokens, created_ts, last_seen_ts + ?, idle_expires_ts,
          absolute_expires_ts, remember, user_agent, country from sessions where id = ?`,
      )
        .bind(`copy${n}`, `hash${n}`, (n + 1) * MINUTE_MS, source)
        .run();
    }
    const page = await (await other.get("/profile/settings", { as: here })).text();
    expect(page.split('name="session"').length - 1).toBe(50);
    expect(page).toContain("This device");
    expect(page).toContain('value="copy59"');
    expect(page).not.toContain('value="copy10"');
  });
});

describe("POST /profile/settings/end-session", () => {
  test("another device: 303, signed out immediately for pages and API; this one stays", async () => {
    const { member, here, hereToken, there, thereToken } = await onTwoDevices(app);
    const [, second] = await sessionsOf(member.id);
    const answer = await send(app, "end-session", here, { session: second ?? "" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile/settings?done=session"]);
    expect(await opens(app, there, thereToken)).toEqual({ pages: false, calls: false });
    expect((await app.post("/auth/users/refresh", { as: there })).status).toBe(401);
    expect(await opens(app, here, hereToken)).toEqual({ pages: true, calls: true });
  });

  test("this device: signs out, clears the cookie and leads away", async () => {
    const { member, here, hereToken, there, thereToken } = await onTwoDevices(app);
    const [first] = await sessionsOf(member.id);
    const kept = new Map(here);
    const answer = await send(app, "end-session", here, { session: first ?? "" }, "/ro");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/ro"]);
    expect(here.has("refresh_token")).toBe(false);
    expect(await opens(app, kept, hereToken)).toEqual({ pages: false, calls: false });
    expect(await opens(app, there, thereToken)).toEqual({ pages: true, calls: true });
  });

  test.each(["", "no-such-session", "' or 1=1 --"])("ends no session for %j", async (session) => {
    const { member, here } = await onTwoDevices(app);
    expect((await send(app, "end-session", here, { session })).status).toBe(303);
    expect(await sessionsOf(member.id)).toHaveLength(2);
  });

  test("another user's session stays, and the answer is the same as for an ended one", async () => {
    const victim = await onTwoDevices(app);
    const { here } = await onTwoDevices(app);
    const [session] = await sessionsOf(victim.member.id);
    const answer = await send(app, "end-session", here, { session: session ?? "" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile/settings?done=session"]);
    expect(await opens(app, victim.here, victim.hereToken)).toEqual({ pages: true, calls: true });
  });
});

describe("POST /profile/settings/end-other-sessions", () => {
  test("returns 303 and ends the user's other sessions only", async () => {
    const { here, hereToken, there, thereToken } = await onTwoDevices(app);
    const somebody = await onTwoDevices(app);
    const answer = await send(app, "end-other-sessions", here);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile/settings?done=sessions"]);
    expect(await opens(app, there, thereToken)).toEqual({ pages: false, calls: false });
    expect(await opens(app, here, hereToken)).toEqual({ pages: true, calls: true });
    expect(await opens(app, somebody.there, somebody.thereToken)).toEqual({ pages: true, calls: true });
  });
});
