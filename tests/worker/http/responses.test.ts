import { describe, expect, test, vi } from "vitest";
import { app, createTestApp, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createUser, signIn } from "../../helpers/factories";

const BOTS = [
  "Googlebot/2.1 (+http://www.google.com/bot.html)",
  "facebookexternalhit/1.1",
  "Mozilla/5.0 (compatible; bingbot/2.0)",
];

describe("security headers", () => {
  test.each(["/ro/sign-in", "/nothing", "/admin", "/auth/users/me", "/robots.txt"])(
    "GET %s",
    async (path) => {
      const { headers } = await app.get(path);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      const policy = headers.get("content-security-policy") ?? "";
      expectText(policy, "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|script-src[^;]*https?:/);
      expect(headers.get("x-request-id")).toMatch(/^[\w-]+$/);
    },
  );

  test.each(["/", "/tutoring"])(
    "%s: every script is a file of the site or data, as the policy requires",
    async (path) => {
      const response = await app.get(path);
      expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
      const page = await response.text();
      const scripts = [...page.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.some((tag) => tag.includes('type="module"'))).toBe(true);
      for (const tag of scripts) expect(tag).toMatch(/ type="application\/(ld\+)?json"| src="\/[^/]/);
      expect(page).not.toMatch(/ style="| on[a-z]+="/);
    },
  );

  test("pages may call the API's own origin", async () => {
    const otherApp = createTestApp({ API_BASE: "https://api.catedra.test" });
    expect((await otherApp.get("/sign-in")).headers.get("content-security-policy")).toContain(
      "connect-src 'self' https://api.catedra.test",
    );
  });
});

describe("a path that does not exist", () => {
  test("404 with the path, escaped, a link and noindex", async () => {
    for (const [path, message] of [
      ["/m%C4%83r", "Page Not Found: /măr"],
      ["/ro/nimic", "Pagina nu a fost găsită: /ro/nimic"],
      ["/%3Cscript%3Ealert(1)%3C/script%3E", "Page Not Found: /&lt;script&gt;alert(1)&lt;/script&gt;"],
      ["/%E0%A4%A", "Page Not Found: /%E0%A4%A"],
    ] as const) {
      const response = await app.get(path);
      const page = await expectPage(response, 404);
      // The path is a detail for support, next to the request number.
      expectText(
        page,
        `<p class="small break-anywhere">${message} · `,
        `<h1>${path.startsWith("/ro") ? "Pagina nu există" : "Page not found"}</h1>`,
        'name="robots" content="noindex"',
        response.headers.get("x-request-id") ?? "no id",
      );
      expect(page).toMatch(/href="(\/ro)?\/tutoring"/);
    }
  });

  test("no link of the page leads to a host in the path", async () => {
    expect(await app.read("/ro//evil.test")).not.toMatch(/(href|action)="\/\//);
  });

  test("POST to a page without a form, and unknown methods: 404", async () => {
    await expectStatus(app.post("/nothing", { form: {} }), 404);
    await expectStatus(app.request("/sign-in", { method: "DELETE" }), 404);
  });

  test("GET of an unknown call: 404 as problem+json", async () => {
    const response = await app.get("/api/nothing");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json",
    ]);
    expect(await response.json()).toMatchObject({
      title: "not_found",
      status: 404,
      request_id: expect.any(String),
    });
  });

  test("a crawler gets the status and no page, a browser or program the page", async () => {
    const read = async (agent: string) => {
      const response = await app.get("/nothing", { headers: { "user-agent": agent } });
      return [response.status, await response.text()];
    };
    for (const agent of BOTS) expect(await read(agent), agent).toEqual([404, ""]);
    await expectStatus(app.get("/sign-in", { headers: { "user-agent": BOTS[0] ?? "" } }), 200);
    for (const agent of [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
      "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0 Mobile Safari/537.36",
      "curl/8.5.0",
      "",
    ])
      expect(await read(agent), agent).toEqual([404, expect.stringContaining("Page Not Found")]);
  });
});

describe("an unexpected error", () => {
  const broken = createTestApp({
    DB: {
      prepare: () => {
        throw new Error("D1 is away");
      },
    } as never,
  });
  const withCookie = { headers: { cookie: `__Host-refresh_token=${"a".repeat(86)}` } };

  test("500 as a page with the request id; one log line without values", async () => {
    const spoken = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await broken.get("/sign-in", withCookie);
    const page = await response.text();
    expect(response.status).toBe(500);
    expectText(page, "Internal Server Error", response.headers.get("x-request-id") ?? "no id");
    expect(page).not.toContain("D1 is away");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const lines = spoken.mock.calls.flat().map(String);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: "error",
      event: "request_failed",
      path: "/sign-in",
    });
    spoken.mockClear();
  });

  test("500 as problem+json for a call", async () => {
    const spoken = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await broken.post("/auth/users/token", {
      form: { username: "secret@example.test", password: "geheim und lang" },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      500,
      "application/problem+json",
    ]);
    expect(await response.json()).toMatchObject({ title: "Internal Server Error", status: 500 });
    expect(spoken.mock.calls.flat().join()).not.toMatch(/secret@example|geheim/);
    spoken.mockClear();
  });
});

test("the request log one JSON line for each request: method, path, status, id; no query, body, cookie, token or address", async () => {
  const as = await signIn(await createUser());
  const spoken = vi.spyOn(console, "log").mockImplementation(() => {});
  const response = await app.post("/auth/users/token?remember_me=geheim1", {
    as,
    form: { username: "geheim2@example.test", password: "geheim3" },
    headers: { authorization: "Bearer geheim4", "cf-connecting-ip": "192.0.2.77" },
  });
  const lines = spoken.mock.calls.flat().map(String);
  spoken.mockRestore();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    ts: expect.stringMatching(/^\d{4}-.*Z$/),
    level: "info",
    event: "request",
    request_id: response.headers.get("x-request-id"),
    method: "POST",
    path: "/auth/users/token",
    status: 401,
    ms: expect.any(Number),
  });
  expect(lines[0]).not.toMatch(/geheim|192\.0\.2\.77/);
  expect(lines[0]).not.toContain(as.get("__Host-refresh_token"));
});

test("a missing setting: every request gets 500, and the log names the setting", async () => {
  const spoken = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await expectPage(createTestApp({ JWT_SECRET: "too short" }).get("/"), 500)).not.toContain(
    "JWT_SECRET",
  );
  expect(spoken.mock.calls.flat().join()).toContain("JWT_SECRET is malformed");
  spoken.mockClear();
});

test("a method without a route: 405 with Allow for a call, 404 for anything else", async () => {
  for (const [method, path, status, allow] of [
    ["PUT", "/auth/users/user-list", 405, "GET, HEAD"],
    ["POST", "/ro/auth/users/me", 405, "GET, HEAD, PUT, DELETE"],
    ["POST", "/storage/images/x.png", 405, "GET, HEAD, PUT, DELETE"],
    ["GET", "/webhooks/stripe", 405, "POST"],
    ["GET", "/auth/users/nothing/here", 404, null],
    ["PATCH", "/nothing", 404, null],
    ["POST", "/ranking", 404, null],
  ] as const) {
    const response = await app.request(path, { method });
    expect([path, response.status, response.headers.get("allow")]).toEqual([path, status, allow]);
  }
});

test("the policy allows Turnstile's script and frame on pages with its check, if a key is set", async () => {
  const getPolicy = async (path: string, vars = {}) =>
    (await createTestApp(vars).get(path)).headers.get("content-security-policy") ?? "";
  const keys = { TURNSTILE_SITE_KEY: "0x4AAA", TURNSTILE_SECRET_KEY: "secret" };
  const policy = await getPolicy("/sign-up", keys);
  expect(policy).toMatch(/script-src 'self' https:\/\/challenges\.cloudflare\.com;/);
  expect(policy).toContain("frame-src 'self' https://challenges.cloudflare.com;");
  for (const without of [await getPolicy("/sign-up"), await getPolicy("/sign-in", keys)])
    expect(without).not.toContain("challenges.cloudflare.com");
});
