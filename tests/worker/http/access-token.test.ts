import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, expectStatus, type TestRequest } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const SECRET = new TextEncoder().encode(String(app.bindings.JWT_SECRET));
const now = () => Math.floor(app.clock.now / 1000);

/** A good token's parts, of a live session, to be spoiled one at a time. */
async function parts() {
  const member = await createUserWithPassword();
  const { token } = await signInByEmail(member.email);
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
  return { token, claims, member };
}

const sign = (
  claims: Record<string, unknown>,
  header: Record<string, string> = {},
  key: Uint8Array = SECRET,
) => new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...header }).sign(key);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const status = async (token: string) => (await app.get("/auth/users/me", bearer(token))).status;
const without = (claims: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

test("GET /auth/users/me with a token that the app did not sign: 401", async () => {
  const [{ claims, token }, other] = [await parts(), await parts()];
  const [header, , signature = ""] = token.split(".");
  const bad: Record<string, string> = {};
  for (const alg of ["none", "nOnE", ""]) {
    const unsigned = `${encode({ alg, typ: "at+jwt" })}.${encode(claims)}.`;
    Object.assign(bad, { [`unsigned ${alg}`]: unsigned, [`${alg} with a signature`]: unsigned + signature });
  }
  const another = new TextEncoder().encode("another secret of at least 32 bytes");
  const long = new Uint8Array(64);
  long.set(SECRET.subarray(0, 64));
  bad["another key"] = await sign(claims, {}, another);
  bad["another algorithm"] = await sign(claims, { alg: "HS512" }, long);
  for (const name of ["exp", "iat", "sub", "sid", "iss", "aud"])
    bad[`without ${name}`] = await sign(without(claims, name));
  const changes: [string, unknown][] = [
    ["exp", now()],
    ["exp", String(now() + 300)],
    ["exp", 1e20],
    ["exp", now() + 300.5],
    ["exp", now() + 3601],
    ["iat", now() + 61],
    ["iat", now() - 0.5],
    ["iat", now() - 3600],
    ["aud", ["catedra"]],
    ["aud", "other"],
    ["nbf", now() + 60],
    ["iss", "https://catedra.test/"],
    ["sub", "0000000000000000"],
    ["sub", 7],
    ["sid", "0000000000000000"],
    ["sid", null],
    ["sid", other.claims.sid],
  ];
  for (const [name, value] of changes)
    bad[`${name} ${JSON.stringify(value)}`] = await sign({ ...claims, [name]: value });
  for (const typ of ["JWT", "", "id+jwt"]) bad[`typ ${typ}`] = await sign(claims, { typ });
  bad["a changed claim"] = [header, encode({ ...claims, role: "a" }), signature].join(".");
  for (const rubbish of ["", ".", "..", "a.b.c", "null", "x".repeat(20_000)])
    bad[`rubbish ${rubbish.slice(0, 5)}`] = rubbish;
  for (const [name, spoiled] of Object.entries(bad)) expect(await status(spoiled), name).toBe(401);
  expect(await status(await sign(claims))).toBe(200);
});

describe("a call that works without an account", () => {
  const GUEST = { message: "Bună ziua!", name: "Ilinca", email: "ilinca@example.test", adult: true };

  test("401 with WWW-Authenticate for an invalid token; nothing is executed", async () => {
    const { token, claims } = await parts();
    const { id } = await createListing(await createTeacher());
    const expired = await sign({ ...claims, iat: now() - 400, exp: now() - 100 });
    const calls: [path: string, init: TestRequest][] = [
      [paths.apiListingEnquiries(id), { method: "POST", json: GUEST }],
      [paths.apiListingPhone(id), { method: "POST", json: {} }],
      [paths.apiListingReports(id), { method: "POST", json: { reason: "spam" } }],
      [paths.apiListings(), {}],
      [paths.apiListing(id), {}],
    ];
    for (const [path, init] of calls) {
      for (const bad of [`${token.slice(0, -4)}AAAA`, expired, "", "no token"]) {
        const response = await app.request(path, { ...init, ...bearer(bad) });
        expect(response.status, `${path} ${bad}`).toBe(401);
        expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
        expect(await response.json()).toMatchObject({ title: "unauthenticated" });
      }
      const headers = { authorization: "Basic Z3Vlc3Q6" };
      expect((await app.request(path, { ...init, headers })).ok, path).toBe(true);
    }
  });

  test("calls under /auth respond as they do without a token", async () => {
    const { id } = await createTeacher();
    await expectStatus(app.get(paths.authUser(id), bearer("spoiled")), 200);
    await expectStatus(
      app.get(paths.authIsAuthenticated(), bearer("spoiled")),
      (await app.get(paths.authIsAuthenticated())).status,
    );
  });
});

test("a token in the query, a cookie or a body is ignored", async () => {
  const { token } = await parts();
  for (const name of ["access_token", "token", "auth"]) {
    await expectStatus(app.get(`/auth/users/me?${name}=${token}`), 401);
  }
  await expectStatus(app.get("/auth/users/me", { headers: { cookie: `access_token=${token}` } }), 401);
  await expectStatus(app.get("/auth/users/me", { headers: { authorization: token } }), 401);
  await expectStatus(app.get("/auth/users/me", { headers: { authorization: `Basic ${token}` } }), 401);
  await expectStatus(app.get("/auth/users/me", { headers: { authorization: `bearer ${token}` } }), 200);
});

test("the role in a token grants no rights", async () => {
  const { claims } = await parts();
  const token = await sign({ ...claims, role: "a" });
  const me = (await (await app.get("/auth/users/me", bearer(token))).json()) as { content: { role: string } };
  expect(me.content.role).toBe("u");
  await expectStatus(app.get("/admin", bearer(token)), 302);
});
