import { beforeEach, expect, test } from "vitest";
import { createUserWithPassword, requestToken } from "../../helpers/accounts";
import { app, createTestApp, expectStatus, expectText, newJar, ORIGIN, resetApp } from "../../helpers/app";

const API = "https://api.catedra.test";
beforeEach(() => resetApp({ API_BASE: API }));
const FROM_SITE = { origin: ORIGIN, "sec-fetch-site": "same-site" };
const preflight = (path: string, origin: string, headers: string, over = app) =>
  over.request(API + path, {
    method: "OPTIONS",
    headers: {
      origin,
      "sec-fetch-site": "same-site",
      "access-control-request-method": "POST",
      "access-control-request-headers": headers,
    },
  });
const allowed = (response: Response) =>
  ["origin", "credentials"].map((name) => response.headers.get(`access-control-allow-${name}`));

test.each([
  ["/auth/users/token", "content-type,idempotency-key"],
  ["/ro/api/orders", "accept,authorization,content-type,idempotency-key"],
  ["/storage/uploads", "authorization,tus-resumable,upload-length,upload-metadata"],
  ["/storage/uploads/abcd", "authorization,content-type,tus-resumable,upload-offset"],
])("the preflight of %s allows the site's pages what they send", async (path, headers) => {
  const response = await preflight(path, ORIGIN, headers);
  expect([response.status, ...allowed(response)]).toEqual([204, ORIGIN, "true"]);
  const names = response.headers.get("access-control-allow-headers")?.toLowerCase().split(",");
  expect(names).toEqual(expect.arrayContaining(headers.split(",")));
  expect(response.headers.get("access-control-allow-methods")).toMatch(/GET.*POST.*PUT.*PATCH.*DELETE/);
  expect(response.headers.get("vary")).toContain("Origin");
});

test.each(["https://evil.test", "https://other.catedra.test", API, "http://catedra.test", "null"])(
  "requests from %s get no CORS headers",
  async (origin) => {
    const preflightAnswer = await preflight("/auth/users/token", origin, "content-type");
    const read = await app.get(`${API}/api/listings`, { headers: { origin } });
    expect([...allowed(preflightAnswer), ...allowed(read)]).toEqual([null, null, null, null]);
    expect(read.headers.get("vary")).toContain("Origin");
  },
);

test("without API_BASE, or with the site's origin as API_BASE: no CORS headers", async () => {
  for (const API_BASE of ["", ORIGIN]) {
    const apiApp = createTestApp({ API_BASE });
    const preflightAnswer = await preflight("/auth/users/token", ORIGIN, "content-type", apiApp);
    const read = await apiApp.get("/api/listings", { headers: { origin: ORIGIN } });
    expect([...allowed(preflightAnswer), ...allowed(read)]).toEqual([null, null, null, null]);
  }
});

test("the site's origin may read errors and the headers that the client needs, but no pages", async () => {
  const response = await app.get(`${API}/auth/users/me`, { headers: FROM_SITE });
  expect([response.status, ...allowed(response)]).toEqual([401, ORIGIN, "true"]);
  const exposed = response.headers.get("access-control-expose-headers")?.split(",");
  expectText(exposed, "Location", "Upload-Offset", "Retry-After", "Tus-Resumable", "X-Request-Id");
  expect(allowed(await app.get(`${API}/sign-in`, { headers: FROM_SITE }))).toEqual([null, null]);
});

test("a session created at the API's origin works on pages, and is refreshed and ended from pages", async () => {
  const { email } = await createUserWithPassword();
  const as = newJar();
  const call = (path: string, headers: Record<string, string> = FROM_SITE) =>
    app.post(API + path, { as, headers });
  const form = { username: email, password: "trei culori cunosc pe lume" };
  const began = await app.post(`${API}/auth/users/token`, { as, form, headers: FROM_SITE });
  expect([began.status, ...allowed(began)]).toEqual([200, ORIGIN, "true"]);
  expect(began.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^refresh_token=.*; Domain=catedra\.test; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(/^device=.*; Domain=catedra\.test;/),
  ]);
  await expectStatus(app.get("/profile", { as }), 200);

  for (const headers of [
    { origin: "https://other.catedra.test", "sec-fetch-site": "same-site" },
    { origin: ORIGIN, "sec-fetch-site": "cross-site" },
  ]) {
    await expectStatus(call("/auth/users/refresh", headers), 403);
  }
  await expectStatus(call("/auth/users/refresh"), 200);
  const ended = await expectStatus(call("/auth/users/logout"), 200);
  // A cookie of before API_BASE was set is in no domain.
  const cleared = ended.headers.getSetCookie();
  expect(cleared).toEqual([
    expect.stringContaining("Domain=catedra.test"),
    expect.not.stringContaining("Domain"),
  ]);
  await expectStatus(app.get("/profile", { as }), 302);
});

test("forms accept only their own origin; a session of the site's own origin has no cookie domain", async () => {
  const { email } = await createUserWithPassword();
  const as = newJar();
  const form = { email, password: "trei culori cunosc pe lume", next: "/" };
  await expectStatus(app.post("/sign-in", { as, form, headers: FROM_SITE }), 403);
  expect((await app.post("/sign-in", { as, form })).headers.getSetCookie()[0]).toContain(
    "Domain=catedra.test",
  );
  const [cookie] = (await requestToken({ email }, createTestApp())).headers.getSetCookie();
  expect(cookie).not.toContain("Domain");
});
