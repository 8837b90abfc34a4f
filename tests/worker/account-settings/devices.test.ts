import { describe, expect, test } from "vitest";
import { createUserWithPassword, requestToken, signInByEmail } from "../../helpers/accounts";
import { app, expectRedirect, expectStatus, expectText, newJar } from "../../helpers/app";
import { findAccess, readText, send, signInOnTwoDevices } from "./helpers";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const MINUTE_MS = 60_000;
const listSessionIds = async (userId: string) =>
  (
    await app.bindings.DB.prepare("select id from sessions where user_id = ? order by created_ts")
      .bind(userId)
      .all<{ id: string }>()
  ).results.map(({ id }) => id);

describe("GET /profile/settings, devices", () => {
  test("names browser, system and country in the page's language, the current device first", async () => {
    const member = await createUserWithPassword();
    const otherJar = newJar();
    const headers = { "user-agent": FIREFOX, "cf-ipcountry": "DE" };
    await requestToken({ email: member.email, as: otherJar, headers });
    const { jar } = await signInByEmail(member.email);
    const english = await readText(await app.get("/profile/settings", { as: jar }));
    expect(english).toMatch(/This device.*Firefox, Windows, Germany/);
    const romanian = await readText(await app.get("/ro/profile/settings", { as: jar }));
    expect(romanian).toMatch(/Acest dispozitiv.*Firefox, Windows, Germania/);
  });

  test("shows at most fifty, the last used and the current one", async () => {
    const { member, jar } = await signInOnTwoDevices();
    const [source] = await listSessionIds(member.id);
    for (let n = 0; n < 60; n++) {
      await app.bindings.DB.prepare(
        `insert into sessions (id, user_id, token_hash, spent_tokens, created_ts, last_seen_ts, idle_expires_ts,
          absolute_expires_ts, remember, user_agent, country) select ?, user_id, ?, spent_tokens, created_ts, last_seen_ts + ?, idle_expires_ts,
          absolute_expires_ts, remember, user_agent, country from sessions where id = ?`,
      )
        .bind(`copy${n}`, `hash${n}`, (n + 1) * MINUTE_MS, source)
        .run();
    }
    const page = await app.read("/profile/settings", { as: jar });
    expect(page.split('name="session"').length - 1).toBe(50);
    expectText(page, "This device", 'value="copy59"');
    expect(page).not.toContain('value="copy10"');
  });
});

describe("POST /profile/settings/end-session", () => {
  test("another device: 303, signed out immediately for pages and API; this one stays", async () => {
    const { member, jar, token, otherJar, otherToken } = await signInOnTwoDevices();
    const [, second] = await listSessionIds(member.id);
    await expectRedirect(
      send("end-session", jar, { session: second ?? "" }),
      "/profile/settings?done=session",
    );
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: false, calls: false });
    await expectStatus(app.post("/auth/users/refresh", { as: otherJar }), 401);
    expect(await findAccess(jar, token)).toEqual({ pages: true, calls: true });
  });

  test("this device: signs out, clears the cookie and leads away", async () => {
    const { member, jar, token, otherJar, otherToken } = await signInOnTwoDevices();
    const [first] = await listSessionIds(member.id);
    const oldCookies = new Map(jar);
    await expectRedirect(send("end-session", jar, { session: first ?? "" }, "/ro"), "/ro");
    expect(jar.has("__Host-refresh_token")).toBe(false);
    expect(await findAccess(oldCookies, token)).toEqual({ pages: false, calls: false });
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: true, calls: true });
  });

  test("another user's session stays, and the answer is the same as for an ended one", async () => {
    const victim = await signInOnTwoDevices();
    const { jar } = await signInOnTwoDevices();
    const [session] = await listSessionIds(victim.member.id);
    await expectRedirect(
      send("end-session", jar, { session: session ?? "" }),
      "/profile/settings?done=session",
    );
    expect(await findAccess(victim.jar, victim.token)).toEqual({ pages: true, calls: true });
  });
});

test("POST /profile/settings/end-other-sessions returns 303 and ends the user's other sessions only", async () => {
  const { jar, token, otherJar, otherToken } = await signInOnTwoDevices();
  const otherUser = await signInOnTwoDevices();
  await expectRedirect(send("end-other-sessions", jar), "/profile/settings?done=sessions");
  expect(await findAccess(otherJar, otherToken)).toEqual({ pages: false, calls: false });
  expect(await findAccess(jar, token)).toEqual({ pages: true, calls: true });
  expect(await findAccess(otherUser.otherJar, otherUser.otherToken)).toEqual({
    pages: true,
    calls: true,
  });
});
