import { describe, expect, test } from "vitest";
import {
  createUserWithPassword,
  newEmail,
  PASSWORD,
  requestToken,
  signInByEmail,
  type TokenResponse,
} from "../../helpers/accounts";
import { app, db, expectNoText, expectStatus } from "../../helpers/app";
import { countRows } from "../../helpers/factories";

let address = 0;
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });

describe("POST /auth/users/token", () => {
  test("returns 200 with an access token and a session cookie", async () => {
    const member = await createUserWithPassword();
    const answer = await expectStatus(requestToken({ email: ` ${member.email.toUpperCase()} ` }), 200);
    expect(await answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 300,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([expect.stringMatching(/^device=/)]);
    expect(cookie).toMatch(/^__Host-refresh_token=[\w-]{86}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test("with remember_me the cookie lives 30 days", async () => {
    const { email } = await createUserWithPassword();
    for (const query of ["?remember_me=true", "?remember_me=1"]) {
      const [cookie] = (await requestToken({ email, query })).headers.getSetCookie();
      expect(cookie).toContain("Max-Age=2592000");
    }
    for (const query of ["?remember_me=false", "?remember_me="]) {
      const [cookie] = (await requestToken({ email, query })).headers.getSetCookie();
      expect(cookie).not.toContain("Max-Age");
    }
  });

  test("the database contains neither the refresh token nor the password", async () => {
    const { email } = await createUserWithPassword();
    const { jar } = await signInByEmail(email);
    const rows = JSON.stringify([await db.query.sessions.findMany(), await db.query.users.findMany()]);
    const refreshToken = jar.get("__Host-refresh_token") ?? "";
    expectNoText(rows, refreshToken, refreshToken.slice(0, 43), PASSWORD);
  });

  test("a password typed with combining marks matches", async () => {
    const { email } = await createUserWithPassword();
    await expectStatus(requestToken({ email, password: PASSWORD.normalize("NFD") }), 200);
  });

  test("returns the same 401 for a wrong password, unknown address, disabled account or missing password", async () => {
    const member = await createUserWithPassword();
    const disabled = await createUserWithPassword({ disabledTs: app.clock.now });
    const special = await createUserWithPassword({ passwordHash: null });
    const sessions = await countRows("sessions");
    const answers: unknown[][] = [];
    for (const who of [
      { email: member.email, password: "something else" },
      { email: newEmail() },
      { email: disabled.email },
      { email: special.email },
      { email: "no address" },
      { email: "' or 1=1 --" },
    ]) {
      const answer = await requestToken({ ...who, headers: from() });
      const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
      const { headers } = answer;
      answers.push([answer.status, headers.get("www-authenticate"), headers.getSetCookie(), body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
    expect(await countRows("sessions")).toBe(sessions);
  });
});

test("tokens contain only the specified claims", async () => {
  const member = await createUserWithPassword({ role: "t" });
  const answer = await requestToken({ email: member.email });
  const [header = "", claims = ""] = ((await answer.json()) as TokenResponse).access_token.split(".");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const iat = Math.floor(app.clock.now / 1000);
  expect(read(header)).toEqual({ alg: "HS256", typ: "at+jwt" });
  expect(read(claims)).toEqual({
    iss: "https://catedra.test",
    aud: "catedra",
    sub: member.id,
    sid: expect.stringMatching(/^[0-9a-z]{16}$/),
    role: "t",
    iat,
    exp: iat + 300,
  });
});
