import { expect, test } from "vitest";
import { createUserWithPassword, requestToken } from "../../helpers/accounts";
import { createTestApp, newJar, ORIGIN } from "../../helpers/app";

const API = "https://api.catedra.test";
const app = createTestApp({ API_BASE: API });
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
const allowed = (answer: Response) =>
  ["origin", "credentials"].map((name) => answer.headers.get(`access-control-allow-${name}`));

test.each([
  ["/auth/users/token", "content-type,idempotency-key"],
  ["/ro/api/orders", "accept,authorization,content-type,idempotency-key"],
  ["/storage/uploads", "authorization,tus-resumable,upload-length,upload-metadata"],
  ["/storage/uploads/abcd", "authorization,content-type,tus-resumable,upload-offset"],
])("the preflight of %s allows the site's pages what they send", async (path, headers) => {
  const answer = await preflight(path, ORIGIN, headers);
  expect([answer.status, ...allowed(answer)]).toEqual([204, ORIGIN, "true"]);
  const names = answer.headers.get("access-control-allow-headers")?.toLowerCase().split(",");
  expect(names).toEqual(expect.arrayContaining(headers.split(",")));
  expect(answer.headers.get("access-control-allow-methods")).toMatch(/GET.*POST.*PUT.*PATCH.*DELETE/);
  expect(answer.headers.get("vary")).toContain("Origin");
});

test.each(["https://evil.test", "https://other.catedra.test", API, "http://catedra.test", "null"])(
  "the origin %s is allowed nothing",
  async (origin) => {
    const asked = await preflight("/auth/users/token", origin, "content-type");
    const read = await app.get(`${API}/api/listings`, { headers: { origin } });
    expect([...allowed(asked), ...allowed(read)]).toEqual([null, null, null, null]);
    expect(read.headers.get("vary")).toContain("Origin");
  },
);

test("without API_BASE, or with the site's own origin, nothing is said of other origins", async () => {
  for (const API_BASE of ["", ORIGIN]) {
    const own = createTestApp({ API_BASE });
    const asked = await preflight("/auth/users/token", ORIGIN, "content-type", own);
    const read = await own.get("/api/listings", { headers: { origin: ORIGIN } });
    expect([...allowed(asked), ...allowed(read)]).toEqual([null, null, null, null]);
  }
});

test("refusals can be read too, with the headers that the client looks at; pages can't", async () => {
  const answer = await app.get(`${API}/auth/users/me`, { headers: FROM_SITE });
  expect([answer.status, ...allowed(answer)]).toEqual([401, ORIGIN, "true"]);
  const exposed = answer.headers.get("access-control-expose-headers")?.split(",");
  for (const name of ["Location", "Upload-Offset", "Retry-After", "Tus-Resumable", "X-Request-Id"]) {
    expect(exposed).toContain(name);
  }
  expect(allowed(await app.get(`${API}/sign-in`, { headers: FROM_SITE }))).toEqual([null, null]);
});

test("a session begun at the API is known to the site's pages, and is kept and ended from there", async () => {
  const { email } = await createUserWithPassword(app);
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
  ]);
  expect((await app.get("/profile", { as })).status).toBe(200);

  for (const headers of [
    { origin: "https://other.catedra.test", "sec-fetch-site": "same-site" },
    { origin: ORIGIN, "sec-fetch-site": "cross-site" },
  ]) {
    expect((await call("/auth/users/refresh", headers)).status).toBe(403);
  }
  expect((await call("/auth/users/refresh")).status).toBe(200);
  const ended = await call("/auth/users/logout");
  expect(ended.status).toBe(200);
  // A cookie of before API_BASE was set is in no domain.
  const cleared = ended.headers.getSetCookie();
  expect(cleared).toEqual([
    expect.stringContaining("Domain=catedra.test"),
    expect.not.stringContaining("Domain"),
  ]);
  expect((await app.get("/profile", { as })).status).toBe(302);
});

test("forms stay with their own origin, and a session of the site's own origin in no domain", async () => {
  const { email } = await createUserWithPassword(app);
  const as = newJar();
  const form = { email, password: "trei culori cunosc pe lume", next: "/" };
  expect((await app.post("/sign-in", { as, form, headers: FROM_SITE })).status).toBe(403);
  expect((await app.post("/sign-in", { as, form })).headers.getSetCookie()[0]).toContain(
    "Domain=catedra.test",
  );
  const [cookie] = (await requestToken(createTestApp(), { email })).headers.getSetCookie();
  expect(cookie).not.toContain("Domain");
});
