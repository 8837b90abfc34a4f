// @vitest-environment happy-dom
import type { ApiRequest } from "@client/http/send";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createToken, refusal, TestBrowser, TestServer } from "./browser";

const PATH = "/api/listings";

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

/** The result of a call within 20 s, and the number of requests. */
async function getOutcome(call: Promise<unknown>) {
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

/** A signed-out session, so that only the call itself is requested. */
const openSignedOutSession = () => browser.openTab({ visitor: "" }).session;

/** Fails once with this response, then succeeds. */
function failOnce(failure: () => Response | Promise<Response>) {
  let failed = false;
  server.on(PATH, () => {
    if (failed) return Response.json({ content: "done" });
    failed = true;
    return failure();
  });
}
const done = { content: "done" };

describe("a retry", () => {
  type Method = NonNullable<ApiRequest["method"]>;
  const call = (method: Method, body: ApiRequest = {}) =>
    getOutcome(openSignedOutSession().call(PATH, { method, ...body }));

  test.each<[Method, number[]]>([
    ["POST", [408, 409, 425, 429, 500, 502, 503, 504, 0]],
    ["PATCH", [503, 0]],
  ])("of %s happens once after %j (0: no response), and not after a refusal", async (method, statuses) => {
    for (const status of statuses) {
      failOnce(() => (status ? refusal(status) : Promise.reject(new TypeError("offline"))));
      server.requests.length = 0;
      expect(await call(method), String(status)).toEqual({ outcome: done, tries: 2 });
    }
    for (const status of [400, 401, 403, 404, 410, 413, 415, 422, 501]) {
      failOnce(() => refusal(status));
      server.requests.length = 0;
      expect(await call(method), String(status)).toEqual({ outcome: status, tries: 1 });
    }
    server.on(PATH, () => refusal(503));
    server.requests.length = 0;
    expect(await call(method)).toEqual({ outcome: 503, tries: 2 });
  });

  test("repeats the Idempotency-Key; another call has another key", async () => {
    failOnce(() => refusal(500));
    await call("POST", { json: { a: 1 } });
    await call("POST", { json: { a: 1 } });
    const keys = server.requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[2]).not.toBe(keys[0]);
    expect(server.requests.map(({ body }) => body)).toEqual(Array(3).fill('{"a":1}'));
  });

  test.each(["GET", "PUT", "DELETE"] as const)("of %s never happens", async (method) => {
    for (const status of [503, 0]) {
      failOnce(() => (status ? refusal(status) : Promise.reject(new TypeError("offline"))));
      server.requests.length = 0;
      expect(await call(method)).toEqual({ outcome: status, tries: 1 });
      expect(server.requests[0]?.headers.has("idempotency-key")).toBe(false);
    }
  });

  test.each([
    ["3", 3_000],
    [null, 500],
    ["soon", 500],
    [new Date(4_000).toUTCString(), 3_950],
  ])("waits for Retry-After %j", async (header, ms) => {
    vi.setSystemTime(0);
    failOnce(() => refusal(503, header === null ? {} : { "retry-after": header }));
    void openSignedOutSession().call(PATH, { method: "POST" });
    // The first answer takes 50 ms.
    await vi.advanceTimersByTimeAsync(49 + ms);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(server.requests).toHaveLength(2);
  });

  test("does not happen after a long Retry-After, which is reported, nor after the caller aborted", async () => {
    failOnce(() => refusal(429, { "retry-after": "900" }));
    const waiting = openSignedOutSession().call(PATH, { method: "POST" });
    await expect(Promise.all([waiting, vi.advanceTimersByTimeAsync(100)])).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 900_000,
    });
    expect(server.requests).toHaveLength(1);
    const giveUp = new AbortController();
    server.on(PATH, () => {
      giveUp.abort();
      return Promise.reject(giveUp.signal.reason);
    });
    const aborted = openSignedOutSession().call(PATH, { method: "POST", signal: giveUp.signal });
    expect(await getOutcome(aborted)).toEqual({ outcome: "AbortError", tries: 2 });
  });
});

describe("call", () => {
  test("sends a form, a file or JSON unchanged, and no cookie", async () => {
    const session = openSignedOutSession();
    server.on(PATH, () => new Response(null, { status: 204 }));
    const file = new Blob(["x"], { type: "image/png" });
    for (const body of [{ form: { a: "ș" } }, { json: { a: 1 } }, { file }, {}]) {
      expect((await getOutcome(session.call(PATH, { method: "PUT", ...body }))).outcome).toBeUndefined();
    }
    expect(server.requests.map(({ body, headers }) => [headers.get("content-type"), body])).toEqual([
      ["application/x-www-form-urlencoded", "a=%C8%99"],
      ["application/json", '{"a":1}'],
      ["image/png", file],
      [null, undefined],
    ]);
    expect(new Set(server.requests.map(({ init }) => init.credentials))).toEqual(new Set(["omit"]));
  });

  test("reports the reason of a refusal, also without a problem document", async () => {
    server.on(PATH, () => refusal(422));
    const refused = openSignedOutSession().call(PATH);
    await expect(Promise.all([refused, vi.advanceTimersByTimeAsync(100)])).rejects.toMatchObject({
      name: "CallFailed",
      status: 422,
      problem: { detail: "refused: 422", request_id: "r" },
    });
    server.on(PATH, () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const broken = openSignedOutSession().call(PATH);
    await expect(Promise.all([broken, vi.advanceTimersByTimeAsync(100)])).rejects.toMatchObject({
      status: 502,
      problem: null,
    });
  });

  test("of a signed-in user has a token; after a 401 it is refreshed and sent again, once", async () => {
    const { session } = browser.openTab();
    failOnce(() => refusal(401));
    expect(await getOutcome(session.call(PATH, { method: "POST", json: 1 }))).toEqual({
      outcome: done,
      tries: 2,
    });
    const requests = server.requests.filter(({ path }) => path === PATH);
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      `Bearer ${createToken("anna", 1)}`,
      `Bearer ${createToken("anna", 2)}`,
    ]);
    expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test("fails when the refreshed token is refused as well", async () => {
    server.on(PATH, () => refusal(401));
    expect(await getOutcome(browser.openTab().session.call(PATH))).toEqual({ outcome: 401, tries: 2 });
  });
});
