// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { expectErrors, refusal, TestBrowser, TestServer, tabStorage, tokenOf } from "./browser";

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

/** Lets so many ms go by, until all that they bring about is done. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function settled<T>(work: Promise<T>): Promise<T> {
  const outcome = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await pass(5_000);
  const done = await outcome;
  if ("error" in done) throw done.error;
  return done.value;
}

describe("an access token", () => {
  test("is not asked for on a page without a visitor", async () => {
    const { session } = browser.openTab({ visitor: "" });
    expect(await session.accessToken()).toBeNull();
    expect(server.asked).toEqual([]);
  });

  test("comes from one refresh, for all who ask, and then from memory", async () => {
    const { session } = browser.openTab();
    const all = await settled(Promise.all([session.accessToken(), session.accessToken()]));
    expect(all).toEqual([tokenOf("anna", 1), tokenOf("anna", 1)]);
    expect(await session.accessToken()).toBe(tokenOf("anna", 1));
    expect(session.authenticated).toBe(true);
    expect(server.paths()).toEqual([REFRESH]);
  });

  test("is asked for by cookie, with an Idempotency-Key, and that call outlives the page", async () => {
    await settled(browser.openTab().session.accessToken());
    const [asked] = server.asked;
    expect(asked).toMatchObject({ method: "POST", init: { credentials: "include", keepalive: true } });
    expect(asked?.headers.get("authorization")).toBeNull();
    expect(asked?.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
  });

  test("that is about to end is not handed out", async () => {
    const { session } = browser.openTab({ refreshMs: 10_000_000 });
    await settled(session.accessToken());
    await pass(280_000);
    expect(await session.accessToken()).toBe(tokenOf("anna", 1));
    await pass(6_000);
    expect(await settled(session.accessToken())).toBe(tokenOf("anna", 2));
  });

  test("is kept in memory alone", async () => {
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

describe("the timer", () => {
  test("refreshes each ACCESS_REFRESH_MS once there is a token", async () => {
    const { session } = browser.openTab();
    await pass(300_000);
    expect(server.count(REFRESH)).toBe(0);
    await settled(session.accessToken());
    await pass(120_000);
    expect(server.count(REFRESH)).toBe(2);
    await pass(360_000);
    expect(server.count(REFRESH)).toBe(5);
    expect(await session.accessToken()).toBe(tokenOf("anna", 5));
  });

  test("sleeps while the page is hidden and catches up when it is shown", async () => {
    const { session, show } = browser.openTab();
    await settled(session.accessToken());
    show(false);
    await pass(1_000_000);
    expect(server.count(REFRESH)).toBe(1);
    show(true);
    await pass(100);
    expect(server.count(REFRESH)).toBe(2);
    expect(await session.accessToken()).toBe(tokenOf("anna", 2));
  });

  test("asks for nothing early when a page is shown again soon", async () => {
    const { session, show } = browser.openTab();
    await settled(session.accessToken());
    show(false);
    await pass(30_000);
    show(true);
    await pass(60_000);
    expect(server.count(REFRESH)).toBe(1);
    await pass(30_000);
    expect(server.count(REFRESH)).toBe(2);
  });

  test("bears an interval that is longer than a timer can be", async () => {
    const { session } = browser.openTab({ refreshMs: 3_000_000_000 });
    await settled(session.accessToken());
    await pass(60_000);
    expect(server.count(REFRESH)).toBe(1);
  });
});

describe("three tabs", () => {
  const openThree = (more = {}) => [1, 2, 3].map(() => browser.openTab(more).session);

  test("that refresh at once make one call, and all have its token", async () => {
    const tabs = openThree();
    const tokens = await settled(Promise.all(tabs.map((tab) => tab.refresh())));
    expect(tokens).toEqual(Array(3).fill(tokenOf("anna", 1)));
    expect(server.count(REFRESH)).toBe(1);
  });

  test("refresh one after the other when the word comes late, and stay in", async () => {
    browser.channels.delayMs = 500;
    const tabs = openThree();
    await settled(Promise.all(tabs.map((tab) => tab.refresh())));
    expect(server.count(REFRESH)).toBe(3);
    expect(server.busiest).toBe(1);
    expect(tabs.map((tab) => tab.authenticated)).toEqual([true, true, true]);
  });

  test("need one refresh an interval between them", async () => {
    const tabs = openThree();
    await settled(Promise.all(tabs.map((tab) => tab.accessToken())));
    await pass(120_000 * 10);
    expect(server.count(REFRESH)).toBeLessThanOrEqual(11);
    expect(await Promise.all(tabs.map((tab) => tab.accessToken()))).toEqual(
      Array(3).fill(tokenOf("anna", server.count(REFRESH))),
    );
  });

  test("without Web Locks each refresh for themselves, and stay in", async () => {
    browser.channels.delayMs = 500;
    const tabs = openThree({ locks: false });
    const tokens = await settled(Promise.all(tabs.map((tab) => tab.refresh())));
    expect(new Set(tokens).size).toBe(3);
    expect(tabs.map((tab) => tab.authenticated)).toEqual([true, true, true]);
  });

  test("do not wait for ever for one that hangs", async () => {
    const gone = new DOMException("late", "TimeoutError");
    vi.spyOn(browser.locks, "request").mockRejectedValue(gone);
    expect(await settled(browser.openTab().session.accessToken())).toBe(tokenOf("anna", 1));
  });

  test("are all out when one learns that the session is over, and ask no more", async () => {
    const logged = expectErrors();
    const tabs = openThree();
    await settled(Promise.all(tabs.map((tab) => tab.accessToken())));
    server.on(REFRESH, () => refusal(401));
    expect(await settled(Promise.all(tabs.map((tab) => tab.refresh())))).toEqual([null, null, null]);
    expect(tabs.map((tab) => tab.authenticated)).toEqual([false, false, false]);
    await pass(1_000_000);
    expect(await Promise.all(tabs.map((tab) => tab.accessToken()))).toEqual([null, null, null]);
    expect(server.count(REFRESH)).toBe(2);
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe("a refresh that fails", () => {
  test("with 401 clears token, timer and user", async () => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.fetchUser());
    server.on(REFRESH, () => refusal(401));
    await pass(120_000);
    expect(logged).toHaveBeenCalledWith("refresh failed", expect.objectContaining({ status: 401 }));
    expect(session.authenticated).toBe(false);
    expect(session.user).toMatchObject({ _id: "", fetched: false });
    expect(browser.channels.told.at(-1)).toEqual({ visitor: "" });
    await pass(1_000_000);
    expect(server.count(REFRESH)).toBe(2);
  });

  test.each([
    ["without an answer", () => Promise.reject(new TypeError("offline"))],
    ["with 503", () => refusal(503)],
    ["with 500", () => refusal(500)],
    ["with 403", () => refusal(403)],
    ["with a hotspot's page", () => new Response("<h1>Welcome</h1>")],
  ])("%s signs nobody out", async (_, answer) => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.accessToken());
    server.on(REFRESH, answer);
    await pass(130_000);
    expect(logged).toHaveBeenCalled();
    expect(await session.accessToken()).toBe(tokenOf("anna", 1));
    await pass(250_000);
    await expect(settled(session.accessToken())).rejects.toMatchObject({ name: "CallFailed" });
    expect(browser.channels.told).not.toContainEqual({ visitor: "" });
    server.on(REFRESH, () => server.token());
    expect(await settled(session.accessToken())).toBe(tokenOf("anna", 2));
  });

  test("without an answer is asked again as the same call, until one came", async () => {
    expectErrors();
    const { session } = browser.openTab();
    server.on(REFRESH, () => Promise.reject(new TypeError("offline")));
    await expect(settled(session.accessToken())).rejects.toMatchObject({ status: 0 });
    server.on(REFRESH, () => server.token());
    await settled(session.accessToken());
    await settled(session.refresh());
    const keys = server.asked.map(({ headers }) => headers.get("idempotency-key"));
    // Two tries without an answer and the third one are the same call; the next refresh is another.
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys).toHaveLength(4);
    expect(keys[3]).not.toBe(keys[2]);
  });

  test("without an answer is the same call for the tab's next page", async () => {
    expectErrors();
    const storage = tabStorage();
    server.on(REFRESH, () => Promise.reject(new TypeError("offline")));
    await expect(settled(browser.openTab({ storage }).session.accessToken())).rejects.toThrow();
    server.on(REFRESH, () => server.token());
    await settled(browser.openTab({ storage }).session.accessToken());
    expect(storage().length).toBe(0);
    await settled(browser.openTab({ storage }).session.accessToken());
    await settled(browser.openTab().session.accessToken());
    const keys = server.asked.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(5);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys.slice(2)).size).toBe(3);
  });

  test("without an answer is the same call within the page where the tab may keep nothing", async () => {
    expectErrors();
    const storage = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const { session } = browser.openTab({ storage });
    server.on(REFRESH, () => Promise.reject(new TypeError("offline")));
    await expect(settled(session.accessToken())).rejects.toThrow();
    server.on(REFRESH, () => server.token());
    expect(await settled(session.accessToken())).toBe(tokenOf("anna", 1));
    expect(new Set(server.asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
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
    expect(await losing).toBe(tokenOf("anna", 2));
    expect(loser.authenticated).toBe(true);
    expect(browser.channels.told).not.toContainEqual({ visitor: "" });
  });
});

describe("login", () => {
  test("sends the form, keeps the token and loads the user", async () => {
    const { session } = browser.openTab({ visitor: "" });
    expect(await settled(session.login("anna@example.test", "ă & b", true))).toBeNull();
    const [asked] = server.asked;
    expect(asked).toMatchObject({ method: "POST", path: "/auth/users/token?remember_me=1" });
    expect(asked?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(asked?.body).toBe("username=anna%40example.test&password=%C4%83+%26+b");
    expect(asked?.init.credentials).toBe("include");
    expect(session.authenticated).toBe(true);
    expect(session.user).toMatchObject({ _id: "anna", firstName: "Anna", fetched: true });
    expect(server.paths()).toEqual(["/auth/users/token?remember_me=1", "/auth/users/me"]);
  });

  test("without remember_me does not name it", async () => {
    await settled(browser.openTab({ visitor: "" }).session.login("a", "b", false));
    expect(server.paths()[0]).toBe("/auth/users/token");
  });

  test("reaches the other tabs", async () => {
    const other = browser.openTab({ visitor: "" }).session;
    await settled(browser.openTab({ visitor: "" }).session.login("a", "b", false));
    expect(await other.accessToken()).toBe(tokenOf("anna", 1));
    expect(server.count(REFRESH)).toBe(0);
  });

  test("as somebody else leaves nothing of whoever was there", async () => {
    const { session } = browser.openTab();
    const other = browser.openTab().session;
    await settled(Promise.all([session.fetchUser(), other.fetchUser()]));
    server.on("/auth/users/token", () => server.token("bela"));
    server.on("/auth/users/me", () => refusal(500));
    expectErrors();
    await settled(session.login("bela@example.test", "b", false));
    expect(session.user).toMatchObject({ _id: "", firstName: "", fetched: false });
    expect(other.user).toMatchObject({ _id: "", firstName: "", fetched: false });
  });

  test("that fails is logged and told, with the server's words, and keeps no token", async () => {
    const logged = expectErrors();
    server.on("/auth/users/token", () => refusal(401));
    const { session } = browser.openTab({ visitor: "" });
    const failure = await settled(session.login("anna@example.test", "guess", false));
    expect(failure).toMatchObject({ status: 401, problem: { detail: "refused: 401" } });
    expect(logged).toHaveBeenCalledWith("login failed", failure);
    expect(session.authenticated).toBe(false);
    expect(server.asked).toHaveLength(1);
  });

  test("whose user cannot be loaded is a login all the same", async () => {
    expectErrors();
    server.on("/auth/users/me", () => refusal(500));
    const { session } = browser.openTab({ visitor: "" });
    expect(await settled(session.login("a", "b", false))).toBeNull();
    expect(session.user).toMatchObject({ fetched: false, error: { status: 500 } });
  });
});

describe("logout", () => {
  test("is not tried without a token", async () => {
    expect(await browser.openTab().session.logout()).toBe(false);
    expect(server.asked).toEqual([]);
  });

  test("sends the token, clears everything and tells the other tabs", async () => {
    const { session } = browser.openTab();
    const other = browser.openTab().session;
    await settled(session.fetchUser());
    expect(await settled(session.logout())).toBe(true);
    const asked = server.asked.at(-1);
    expect(asked).toMatchObject({
      method: "POST",
      path: "/auth/users/logout",
      init: { credentials: "include" },
    });
    expect(JSON.parse(String(asked?.body))).toEqual({
      access_token: tokenOf("anna", 1),
      token_type: "bearer",
    });
    for (const one of [session, other]) {
      expect(one.authenticated).toBe(false);
      expect(one.user).toMatchObject({ _id: "", fetched: false });
      expect(await one.accessToken()).toBeNull();
    }
    await pass(1_000_000);
    expect(server.count(REFRESH)).toBe(1);
  });

  test("that fails is logged, answers false and keeps the session", async () => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.accessToken());
    server.on("/auth/users/logout", () => refusal(503));
    expect(await settled(session.logout())).toBe(false);
    expect(logged).toHaveBeenCalledWith("logout failed", expect.objectContaining({ status: 503 }));
    expect(session.authenticated).toBe(true);
    expect(browser.channels.told).not.toContainEqual({ visitor: "" });
  });
});

describe("the user", () => {
  const ME = "/auth/users/me";
  const wire = {
    _id: "anna",
    role: "t",
    first_name: "Anna",
    last_name: "Pop",
    can_create_admin: false,
    signup_ts: { seconds: 1, nanoseconds: 0 },
    teacher_information: { phone_number: null, qualifications: ["x_y"], studies: { high_school: "Liceul" } },
  };

  test("is fetched once a token exists, in camelCase, with both names", async () => {
    server.on(ME, () => Response.json({ content: wire }));
    const { session } = browser.openTab();
    expect(session.user).toMatchObject({ fetched: false, error: null, fullName: "N/A", name: "N/A" });
    await settled(Promise.all([session.fetchUser(), session.fetchUser()]));
    await settled(session.fetchUser());
    expect(server.paths()).toEqual([REFRESH, ME]);
    expect(server.asked[1]?.headers.get("authorization")).toBe(`Bearer ${tokenOf("anna", 1)}`);
    expect(server.asked[1]?.init.credentials).toBe("omit");
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

  test("is not fetched while nobody is signed in", async () => {
    const { session } = browser.openTab({ visitor: "" });
    expect(await session.fetchUser({ force: true })).toMatchObject({ fetched: false, error: null });
    expect(server.asked).toEqual([]);
  });

  test("is fetched again by force", async () => {
    const { session } = browser.openTab();
    await settled(session.fetchUser());
    server.on(ME, () => Response.json({ content: { ...wire, first_name: "Ana" } }));
    expect(await settled(session.fetchUser({ force: true }))).toMatchObject({ firstName: "Ana" });
    expect(server.count(ME)).toBe(2);
  });

  test("a failure resets `fetched` and keeps the error, and the next fetch mends it", async () => {
    const logged = expectErrors();
    const { session } = browser.openTab();
    await settled(session.fetchUser());
    server.on(ME, () => refusal(500));
    await settled(session.fetchUser({ force: true }));
    expect(session.user).toMatchObject({ fetched: false, error: { status: 500 }, firstName: "Anna" });
    expect(logged).toHaveBeenCalledWith("user fetch failed", expect.objectContaining({ status: 500 }));
    server.on(ME, () => Response.json({ content: wire }));
    expect(await settled(session.fetchUser())).toMatchObject({ fetched: true, error: null });
  });

  test("an answer that comes after everything was cleared fills nothing", async () => {
    const { session } = browser.openTab();
    const other = browser.openTab().session;
    await settled(session.accessToken());
    const late = session.fetchUser();
    await settled(Promise.all([late, other.logout()]));
    expect(session.user).toMatchObject({ _id: "", fetched: false });
  });

  test("listeners hear each change until they leave", async () => {
    const { session } = browser.openTab();
    const heard = vi.fn();
    const leave = session.subscribe(heard);
    await settled(session.fetchUser());
    expect(heard).toHaveBeenCalledTimes(2);
    leave();
    await settled(session.logout());
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
