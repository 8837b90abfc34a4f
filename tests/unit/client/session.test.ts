// @vitest-environment happy-dom
import { apiFetch } from "@client/http";
import { getPageSession } from "@client/session";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createToken,
  expectErrors,
  pass,
  refusal,
  settled,
  TestBrowser,
  TestServer,
  tabStorage,
} from "./browser";

const REFRESH = "/auth/users/refresh";
let server: TestServer;
let browser: TestBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  server = new TestServer();
  browser = new TestBrowser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("access token", () => {
  test("is not requested on a page without a signed-in user", async () => {
    const { session } = browser.openTab({ visitor: "" });
    expect(await session.accessToken()).toBeNull();
    expect(server.requests).toEqual([]);
  });

  test("comes from one refresh for all callers, then from memory", async () => {
    const { session } = browser.openTab();
    const all = await settled(Promise.all([session.accessToken(), session.accessToken()]));
    expect(all).toEqual([createToken("anna", 1), createToken("anna", 1)]);
    expect(await session.accessToken()).toBe(createToken("anna", 1));
    expect(session.authenticated).toBe(true);
    expect(server.paths()).toEqual([REFRESH]);
  });

  test("is not returned shortly before it expires", async () => {
    const { session } = browser.openTab({ refreshMs: 10_000_000 });
    await settled(session.accessToken());
    await pass(280_000);
    expect(await session.accessToken()).toBe(createToken("anna", 1));
    await pass(6_000);
    expect(await settled(session.accessToken())).toBe(createToken("anna", 2));
  });

  test("is kept in memory only", async () => {
    const storage = tabStorage();
    const { session, page } = browser.openTab({ storage });
    await settled(session.login("anna@example.test", "secret", true));
    await settled(session.refresh());
    expect(storage().length).toBe(0);
    expect([localStorage.length, sessionStorage.length, document.cookie, page.cookie]).toEqual([
      0,
      0,
      "",
      "",
    ]);
    expect(page.documentElement.outerHTML).not.toContain("signature");
  });
});

describe("refresh timer", () => {
  test("refreshes every ACCESS_REFRESH_MS once there is a token", async () => {
    const { session } = browser.openTab();
    await pass(300_000);
    expect(server.count(REFRESH)).toBe(0);
    await settled(session.accessToken());
    await pass(120_000);
    expect(server.count(REFRESH)).toBe(2);
    await pass(360_000);
    expect(server.count(REFRESH)).toBe(5);
    expect(await session.accessToken()).toBe(createToken("anna", 5));
  });

  test("pauses while the page is hidden and catches up when it is shown", async () => {
    const { session, show } = browser.openTab();
    await settled(session.accessToken());
    show(false);
    await pass(1_000_000);
    expect(server.count(REFRESH)).toBe(1);
    show(true);
    await pass(100);
    expect(server.count(REFRESH)).toBe(2);
    expect(await session.accessToken()).toBe(createToken("anna", 2));
  });
});

describe("three tabs", () => {
  const openThree = (more = {}) => [1, 2, 3].map(() => browser.openTab(more).session);

  test("refresh in parallel with one call, and all get its token", async () => {
    const tabs = openThree();
    const tokens = await settled(Promise.all(tabs.map((tab) => tab.refresh())));
    expect(tokens).toEqual(Array(3).fill(createToken("anna", 1)));
    expect(server.count(REFRESH)).toBe(1);
  });

  test("refresh one after the other when the broadcast is late, and stay signed in", async () => {
    browser.channels.delayMs = 500;
    const tabs = openThree();
    await settled(Promise.all(tabs.map((tab) => tab.refresh())));
    expect(server.count(REFRESH)).toBe(3);
    expect(server.busiest).toBe(1);
    expect(tabs.map((tab) => tab.authenticated)).toEqual([true, true, true]);
  });

  test("refresh separately without Web Locks, and stay signed in", async () => {
    browser.channels.delayMs = 500;
    const tabs = openThree({ locks: false });
    const tokens = await settled(Promise.all(tabs.map((tab) => tab.refresh())));
    expect(new Set(tokens).size).toBe(3);
    expect(tabs.map((tab) => tab.authenticated)).toEqual([true, true, true]);
  });

  test("do not wait for ever for a refresh that hangs", async () => {
    const timeout = new DOMException("late", "TimeoutError");
    vi.spyOn(browser.locks, "request").mockRejectedValue(timeout);
    expect(await settled(browser.openTab().session.accessToken())).toBe(createToken("anna", 1));
  });

  test("are all signed out when one learns that the session ended, and stop calling", async () => {
    const logged = expectErrors();
    const tabs = openThree();
    await settled(Promise.all(tabs.map((tab) => tab.accessToken())));
    server.on(REFRESH, () => refusal(401));
    expect(await settled(Promise.all(tabs.map((tab) => tab.refresh())))).toEqual([null, null, null]);
    expect(tabs.map((tab) => tab.authenticated)).toEqual([false, false, false]);
    await pass(1_000_000);
    expect(await Promise.all(tabs.map((tab) => tab.accessToken()))).toEqual([null, null, null]);
    // One call for the tokens, and two that were refused.
    expect(server.count(REFRESH)).toBe(3);
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe("failed refresh", () => {
  test("with 401 clears token, timer and user", async () => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.fetchUser());
    server.on(REFRESH, () => refusal(401));
    await pass(120_000);
    expect(logged).toHaveBeenCalledWith("refresh failed", expect.objectContaining({ status: 401 }));
    expect(session.authenticated).toBe(false);
    expect(session.user).toMatchObject({ _id: "", fetched: false });
    expect(browser.channels.messages.at(-1)).toEqual({ userId: null });
    await pass(1_000_000);
    expect(server.count(REFRESH)).toBe(3);
  });

  test("with 401, after a sign-in in another tab: takes over that session", async () => {
    expectErrors();
    const { session } = browser.openTab();
    await settled(session.accessToken());
    let refused = 0;
    server.on(REFRESH, () => (refused++ === 0 ? refusal(401) : server.token("bianca")));
    expect(await settled(session.refresh())).toBe(createToken("bianca", 2));
    expect(browser.channels.messages).not.toContainEqual({ userId: null });
  });

  test.each([
    ["without an answer", () => Promise.reject(new TypeError("offline"))],
    ["with 503", () => refusal(503)],
    ["with a hotspot's page", () => new Response("<h1>Welcome</h1>")],
  ])("%s does not sign out", async (_, answer) => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.accessToken());
    server.on(REFRESH, answer);
    await pass(130_000);
    expect(logged).toHaveBeenCalled();
    expect(await session.accessToken()).toBe(createToken("anna", 1));
    await pass(250_000);
    await expect(settled(session.accessToken())).rejects.toMatchObject({ name: "CallFailed" });
    expect(browser.channels.messages).not.toContainEqual({ userId: null });
    server.on(REFRESH, () => server.token());
    expect(await settled(session.accessToken())).toBe(createToken("anna", 2));
  });

  test("with a network failure is retried as the same call, until it is answered", async () => {
    expectErrors();
    const { session } = browser.openTab();
    server.on(REFRESH, () => Promise.reject(new TypeError("offline")));
    await expect(settled(session.accessToken())).rejects.toMatchObject({ status: 0 });
    server.on(REFRESH, () => server.token());
    await settled(session.accessToken());
    await settled(session.refresh());
    const keys = server.requests.map(({ headers }) => headers.get("idempotency-key"));
    // Two failed tries and the third are the same call; the next refresh is another.
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys).toHaveLength(4);
    expect(keys[3]).not.toBe(keys[2]);
  });

  test("with a network failure is the same call on the tab's next page", async () => {
    expectErrors();
    const storage = tabStorage();
    server.on(REFRESH, () => Promise.reject(new TypeError("offline")));
    await expect(settled(browser.openTab({ storage }).session.accessToken())).rejects.toThrow();
    server.on(REFRESH, () => server.token());
    await settled(browser.openTab({ storage }).session.accessToken());
    expect(storage().length).toBe(0);
    await settled(browser.openTab({ storage }).session.accessToken());
    await settled(browser.openTab().session.accessToken());
    const keys = server.requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(5);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys.slice(2)).size).toBe(3);
  });

  test("clears nothing when another tab got a token meanwhile", async () => {
    expectErrors();
    const loser = browser.openTab({ locks: false }).session;
    await settled(loser.accessToken());
    server.on(REFRESH, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return refusal(401);
    });
    const losing = loser.refresh();
    await pass(500);
    server.on(REFRESH, () => server.token());
    await settled(browser.openTab({ locks: false }).session.refresh());
    expect(await losing).toBe(createToken("anna", 2));
    expect(loser.authenticated).toBe(true);
    expect(browser.channels.messages).not.toContainEqual({ userId: null });
  });
});

describe("login", () => {
  test("sends the form, stores the token and loads the user", async () => {
    const { session } = browser.openTab({ visitor: "" });
    expect(await settled(session.login("anna@example.test", "ă & b", true))).toBeNull();
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/auth/users/token?remember_me=1" });
    expect(request?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(request?.body).toBe("username=anna%40example.test&password=%C4%83+%26+b");
    expect(request?.init.credentials).toBe("include");
    expect(session.authenticated).toBe(true);
    expect(session.user).toMatchObject({ _id: "anna", firstName: "Anna", fetched: true });
    expect(server.paths()).toEqual(["/auth/users/token?remember_me=1", "/auth/users/me"]);
  });

  test("is broadcast to the other tabs", async () => {
    const otherSession = browser.openTab({ visitor: "" }).session;
    await settled(browser.openTab({ visitor: "" }).session.login("a", "b", false));
    expect(await otherSession.accessToken()).toBe(createToken("anna", 1));
    expect(server.count(REFRESH)).toBe(0);
  });

  test("as another user clears the previous user's data", async () => {
    const { session } = browser.openTab();
    const otherSession = browser.openTab().session;
    await settled(Promise.all([session.fetchUser(), otherSession.fetchUser()]));
    server.on("/auth/users/token", () => server.token("bela"));
    server.on("/auth/users/me", () => refusal(500));
    expectErrors();
    await settled(session.login("bela@example.test", "b", false));
    expect(session.user).toMatchObject({ _id: "", firstName: "", fetched: false });
    expect(otherSession.user).toMatchObject({ _id: "", firstName: "", fetched: false });
  });

  test("logs and reports a failure with the server's message, and stores no token", async () => {
    const logged = expectErrors();
    server.on("/auth/users/token", () => refusal(401));
    const { session } = browser.openTab({ visitor: "" });
    const failure = await settled(session.login("anna@example.test", "guess", false));
    expect(failure).toMatchObject({ status: 401, problem: { detail: "refused: 401" } });
    expect(logged).toHaveBeenCalledWith("login failed", failure);
    expect(session.authenticated).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});

describe("logout", () => {
  test("sends the token, clears everything and notifies the other tabs", async () => {
    const { session } = browser.openTab();
    const otherSession = browser.openTab().session;
    await settled(session.fetchUser());
    expect(await settled(session.logout())).toBe(true);
    const request = server.requests.at(-1);
    expect(request).toMatchObject({
      method: "POST",
      path: "/auth/users/logout",
      init: { credentials: "include" },
    });
    expect(JSON.parse(String(request?.body))).toEqual({
      access_token: createToken("anna", 1),
      token_type: "bearer",
    });
    for (const tab of [session, otherSession]) {
      expect(tab.authenticated).toBe(false);
      expect(tab.user).toMatchObject({ _id: "", fetched: false });
      expect(await tab.accessToken()).toBeNull();
    }
    await pass(1_000_000);
    expect(server.count(REFRESH)).toBe(1);
  });

  test("logs a failure, returns false and keeps the session", async () => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.accessToken());
    server.on("/auth/users/logout", () => refusal(503));
    expect(await settled(session.logout())).toBe(false);
    expect(logged).toHaveBeenCalledWith("logout failed", expect.objectContaining({ status: 503 }));
    expect(session.authenticated).toBe(true);
    expect(browser.channels.messages).not.toContainEqual({ userId: null });
  });
});

describe("session user", () => {
  const ME = "/auth/users/me";
  const userJson = {
    _id: "anna",
    role: "t",
    first_name: "Anna",
    last_name: "Pop",
    can_create_admin: false,
    signup_ts: { seconds: 1, nanoseconds: 0 },
    teacher_information: { phone_number: null, qualifications: ["x_y"], studies: { high_school: "Liceul" } },
  };

  test("is fetched once a token exists, in camelCase, with both names", async () => {
    server.on(ME, () => Response.json({ content: userJson }));
    const { session } = browser.openTab();
    expect(session.user).toMatchObject({ fetched: false, error: null, fullName: "N/A", name: "N/A" });
    await settled(Promise.all([session.fetchUser(), session.fetchUser()]));
    await settled(session.fetchUser());
    expect(server.paths()).toEqual([REFRESH, ME]);
    expect(server.requests[1]?.headers.get("authorization")).toBe(`Bearer ${createToken("anna", 1)}`);
    expect(server.requests[1]?.init.credentials).toBe("omit");
    expect(session.user).toMatchObject({
      _id: "anna",
      role: "t",
      firstName: "Anna",
      signupTs: { seconds: 1 },
      canCreateAdmin: false,
      teacherInformation: { phoneNumber: null, qualifications: ["x_y"], studies: { highSchool: "Liceul" } },
      fullName: "Anna Pop",
      name: "Pop Anna",
      fetched: true,
      error: null,
    });
  });

  test("a failure resets `fetched` and stores the error; the next fetch succeeds", async () => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.fetchUser());
    server.on(ME, () => refusal(500));
    await settled(session.fetchUser({ force: true }));
    expect(session.user).toMatchObject({ fetched: false, error: { status: 500 }, firstName: "Anna" });
    expect(logged).toHaveBeenCalledWith("user fetch failed", expect.objectContaining({ status: 500 }));
    server.on(ME, () => Response.json({ content: userJson }));
    expect(await settled(session.fetchUser())).toMatchObject({ fetched: true, error: null });
  });

  test("a response that arrives after a clear is ignored", async () => {
    const { session } = browser.openTab();
    const otherSession = browser.openTab().session;
    await settled(session.accessToken());
    const late = session.fetchUser();
    await settled(Promise.all([late, otherSession.logout()]));
    expect(session.user).toMatchObject({ _id: "", fetched: false });
  });
});

test("a page has one session for all calls, configured by its root element", async () => {
  vi.useRealTimers();
  const openChannel = vi.fn(() => browser.channels.channel());
  vi.stubGlobal("BroadcastChannel", function open() {
    return openChannel();
  });
  const api = "https://api.example.test";
  server.on(`${api}/ro/auth/users/refresh`, () => server.token());
  server.on(`${api}/ro/storage/x`, () => Response.json({ content: "stored" }));
  document.documentElement.lang = "ro";
  Object.assign(document.body.dataset, { visitor: "anna", apiBase: api, accessRefreshMs: "9000" });

  expect(getPageSession()).toBe(getPageSession());
  expect(await apiFetch("/storage/x", { method: "PUT", file: new Blob(["x"]) })).toEqual({
    content: "stored",
  });
  expect(getPageSession().authenticated).toBe(true);
  expect(await getPageSession().accessToken()).toBe(createToken("anna", 1));
  expect(server.paths()).toEqual([`${api}/ro/auth/users/refresh`, `${api}/ro/storage/x`]);
  expect(openChannel).toHaveBeenCalledOnce();
});
