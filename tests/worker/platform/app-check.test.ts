import { afterEach, describe, expect, it, vi } from "vitest";
import { createSharedServices } from "@/http/app-context";
import { createAppCheck } from "@/platform/app-check";
import { createLog } from "@/platform/log";
import { bindings } from "../../helpers/app";

const URL = "https://stubs.test/turnstile/siteverify";
const log = createLog({});
const verify = (token: string, secretKey: string | undefined = "secret") =>
  createAppCheck({ secretKey, verifyUrl: URL }).verify(token, "203.0.113.7", log);

/** Replaces fetch with a stub that returns the given response. Returns the requests it received. */
function stubResponse(respond: () => Response | Promise<Response>) {
  const requests: { url: string; form: Record<string, string> }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, form: Object.fromEntries(init.body as URLSearchParams) });
    return respond();
  });
  return requests;
}
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("app check", () => {
  it("sends the token and the visitor's IP address to the service", async () => {
    const requests = stubResponse(json({ success: true, "error-codes": [] }));
    expect(await verify("token")).toBe(true);
    expect(requests).toEqual([
      { url: URL, form: { secret: "secret", response: "token", remoteip: "203.0.113.7" } },
    ]);
  });

  it.each([["invalid-input-response"], ["timeout-or-duplicate"], ["missing-input-response"]])(
    "rejects a token with error %s",
    async (code) => {
      stubResponse(json({ success: false, "error-codes": [code] }));
      expect(await verify("token")).toBe(false);
    },
  );

  it("rejects a form without a token, or with an overlong one, without a call to the service", async () => {
    const requests = stubResponse(json({ success: true }));
    expect(await verify("")).toBe(false);
    expect(await verify("x".repeat(2049))).toBe(false);
    expect(requests).toEqual([]);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["is down", () => new Response("no", { status: 503 })],
    ["cannot be reached", () => Promise.reject(new TypeError("connection refused"))],
    ["answers no JSON", () => new Response("<html>")],
    ["answers something else", json({ result: "fine" })],
    ["answers null", json(null)],
    ["fails itself", json({ success: false, "error-codes": ["internal-error"] })],
    ["does not know our secret", json({ success: false, "error-codes": ["invalid-input-secret"] })],
  ])("accepts and logs when the service %s", async (_, response) => {
    const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
    stubResponse(response);
    expect(await verify("token")).toBe(true);
    const logged = complaint.mock.calls.map(([line]) => String(line));
    complaint.mockClear();
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("app_check_failed");
    expect(logged[0]).not.toContain('"secret"');
  });

  it("without a key accepts every request, and logs so once per worker", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const requests = stubResponse(json({ success: false }));
    const shared = createSharedServices();
    for (const token of ["", "token", "fail"]) {
      expect(await shared.bind(bindings).appCheck.verify(token, "203.0.113.7", log)).toBe(true);
    }
    expect(requests).toEqual([]);
    expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(["app_check_off"]);
  });
});
