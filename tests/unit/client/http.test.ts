// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { expectErrors, refusal, TestBrowser, TestServer, tokenOf } from "./browser";

const PATH = "/api/listings";
const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];
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

/** What came of a call within 20 s, and how often the server was asked. */
async function outcomeOf(call: Promise<unknown>) {
  let outcome: unknown = "still waiting";
  call.then(
    (value) => {
      outcome = value;
    },
    (error: { status?: number; name: string }) => {
      outcome = error.status ?? error.name;
    },
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return { outcome, tries: server.count(PATH) };
}

/** Signed out, so that nothing but the call itself is asked. */
const anybody = () => browser.openTab({ visitor: "" }).session;

/** Fails once with this, then works. */
function failOnce(failure: () => Response | Promise<Response>) {
  let failed = false;
  server.on(PATH, () => {
    if (failed) return Response.json({ content: "done" });
    failed = true;
    return failure();
  });
}
const done = { content: "done" };

describe("a second try", () => {
  describe.each(["POST", "PATCH"] as const)("of %s", (method) => {
    test.each(RETRIED)("after %i", async (status) => {
      failOnce(() => refusal(status));
      expect(await outcomeOf(anybody().call(PATH, { method }))).toEqual({ outcome: done, tries: 2 });
    });

    test("after no answer", async () => {
      failOnce(() => Promise.reject(new TypeError("offline")));
      expect(await outcomeOf(anybody().call(PATH, { method }))).toEqual({ outcome: done, tries: 2 });
    });

    test("is the last one", async () => {
      server.on(PATH, () => refusal(503));
      expect(await outcomeOf(anybody().call(PATH, { method }))).toEqual({ outcome: 503, tries: 2 });
    });

    test.each([400, 401, 403, 404, 410, 413, 415, 422, 501])("is not made after %i", async (status) => {
      failOnce(() => refusal(status));
      expect(await outcomeOf(anybody().call(PATH, { method }))).toEqual({ outcome: status, tries: 1 });
    });

    test("has the same Idempotency-Key, another call another one", async () => {
      failOnce(() => refusal(500));
      await outcomeOf(anybody().call(PATH, { method, json: { a: 1 } }));
      await outcomeOf(anybody().call(PATH, { method, json: { a: 1 } }));
      const keys = server.asked.map(({ headers }) => headers.get("idempotency-key"));
      expect(keys[0]).toBe(keys[1]);
      expect(keys[2]).toMatch(/^[\da-f-]{36}$/);
      expect(keys[2]).not.toBe(keys[0]);
      expect(server.asked.map(({ body }) => body)).toEqual(Array(3).fill('{"a":1}'));
    });
  });

  describe.each(["GET", "PUT", "DELETE"] as const)("of %s is never made", (method) => {
    test.each([...RETRIED, 0])("after %i", async (status) => {
      failOnce(() => (status ? refusal(status) : Promise.reject(new TypeError("offline"))));
      expect(await outcomeOf(anybody().call(PATH, { method }))).toEqual({ outcome: status, tries: 1 });
      expect(server.asked[0]?.headers.has("idempotency-key")).toBe(false);
    });
  });

  test.each([
    ["3", 3_000],
    ["0", 0],
    [null, 500],
    ["soon", 500],
    [new Date(4_000).toUTCString(), 3_950],
  ])("waits as Retry-After %j says", async (header, ms) => {
    vi.setSystemTime(0);
    failOnce(() => refusal(503, header === null ? {} : { "retry-after": header }));
    void anybody().call(PATH, { method: "POST" });
    // The first answer takes 50 ms.
    await vi.advanceTimersByTimeAsync(49 + ms);
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(server.asked).toHaveLength(2);
  });

  test("is not made where the server asks for a long wait: that is told instead", async () => {
    failOnce(() => refusal(429, { "retry-after": "900" }));
    const call = anybody().call(PATH, { method: "POST" });
    await expect(Promise.all([call, vi.advanceTimersByTimeAsync(100)])).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 900_000,
    });
    expect(server.asked).toHaveLength(1);
  });

  test("is not made once the caller gave up", async () => {
    const giveUp = new AbortController();
    server.on(PATH, () => {
      giveUp.abort();
      return Promise.reject(giveUp.signal.reason);
    });
    const call = anybody().call(PATH, { method: "POST", signal: giveUp.signal });
    expect(await outcomeOf(call)).toEqual({ outcome: "AbortError", tries: 1 });
  });
});

describe("a call", () => {
  test("speaks to API_BASE, in the page's language", async () => {
    const apiBase = "https://api.example.test";
    const { session } = browser.openTab({ visitor: "", lang: "ro", apiBase });
    server.on(`${apiBase}/ro${PATH}`, () => Response.json(done));
    expect((await outcomeOf(session.call(PATH))).outcome).toEqual(done);
  });

  test("sends a form, a file or JSON as such, and no cookie", async () => {
    const session = anybody();
    server.on(PATH, () => new Response(null, { status: 204 }));
    const file = new Blob(["x"], { type: "image/png" });
    for (const body of [{ form: { a: "ș" } }, { json: { a: 1 } }, { file }, {}]) {
      expect((await outcomeOf(session.call(PATH, { method: "PUT", ...body }))).outcome).toBeUndefined();
    }
    expect(server.asked.map(({ body, headers }) => [headers.get("content-type"), body])).toEqual([
      ["application/x-www-form-urlencoded", "a=%C8%99"],
      ["application/json", '{"a":1}'],
      ["image/png", file],
      [null, undefined],
    ]);
    expect(new Set(server.asked.map(({ init }) => init.credentials))).toEqual(new Set(["omit"]));
  });

  test("that is refused says why, also where it is no problem document", async () => {
    server.on(PATH, () => refusal(422));
    const refused = anybody().call(PATH);
    await expect(Promise.all([refused, vi.advanceTimersByTimeAsync(100)])).rejects.toMatchObject({
      name: "CallFailed",
      status: 422,
      problem: { detail: "refused: 422", request_id: "r" },
    });
    server.on(PATH, () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const broken = anybody().call(PATH);
    await expect(Promise.all([broken, vi.advanceTimersByTimeAsync(100)])).rejects.toMatchObject({
      status: 502,
      problem: null,
    });
  });

  test("of somebody signed in carries their token; refused, it is refreshed and sent again, once", async () => {
    const { session } = browser.openTab();
    failOnce(() => refusal(401));
    expect(await outcomeOf(session.call(PATH, { method: "POST", json: 1 }))).toEqual({
      outcome: done,
      tries: 2,
    });
    const sent = server.asked.filter(({ path }) => path === PATH);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      `Bearer ${tokenOf("anna", 1)}`,
      `Bearer ${tokenOf("anna", 2)}`,
    ]);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test("that is refused with a fresh token, too, fails", async () => {
    server.on(PATH, () => refusal(401));
    expect(await outcomeOf(browser.openTab().session.call(PATH))).toEqual({ outcome: 401, tries: 2 });
  });

  test("is not sent again when the session is over", async () => {
    expectErrors();
    const { session } = browser.openTab();
    await outcomeOf(session.accessToken());
    server.on(PATH, () => refusal(401));
    server.on("/auth/users/refresh", () => refusal(401));
    expect(await outcomeOf(session.call(PATH))).toEqual({ outcome: 401, tries: 1 });
    expect(session.authenticated).toBe(false);
  });
});
