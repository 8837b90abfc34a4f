// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createToken, expectErrors, pass, refusal, settled, TestBrowser, TestServer } from "./browser";

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

  test("succeeds when the user cannot be loaded", async () => {
    expectErrors();
    server.on("/auth/users/me", () => refusal(500));
    const { session } = browser.openTab({ visitor: "" });
    expect(await settled(session.login("a", "b", false))).toBeNull();
    expect(session.user).toMatchObject({ fetched: false, error: { status: 500 } });
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

  test("is not fetched while signed out", async () => {
    const { session } = browser.openTab({ visitor: "" });
    expect(await session.fetchUser({ force: true })).toMatchObject({ fetched: false, error: null });
    expect(server.requests).toEqual([]);
  });

  test("can be fetched again by force", async () => {
    const { session } = browser.openTab();
    await settled(session.fetchUser());
    server.on(ME, () => Response.json({ content: { ...userJson, first_name: "Ana" } }));
    expect(await settled(session.fetchUser({ force: true }))).toMatchObject({ firstName: "Ana" });
    expect(server.count(ME)).toBe(2);
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
