import { expect, test } from "vitest";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";

test("GET /auth/users/is-authenticated a disabled account's token stops working immediately", async () => {
  const member = await createUserWithPassword();
  const { token, jar } = await signInByEmail(member.email);
  await app.bindings.DB.prepare("update users set disabled_ts = 1 where id = ?").bind(member.id).run();
  await expectStatus(app.get("/auth/users/is-authenticated", bearer(token)), 401);
  await expectStatus(app.post("/auth/users/refresh", { as: jar }), 401);
  await expectStatus(app.get("/profile", { as: jar }), 302);
});

test("POST /auth/users/logout ends the session of the token and of the cookie", async () => {
  const { email } = await createUserWithPassword();
  const byToken = await signInByEmail(email);
  await expectStatus(
    app.post("/auth/users/logout", {
      json: { access_token: byToken.token, token_type: "bearer" },
    }),
    200,
  );
  await expectStatus(app.get("/auth/users/me", bearer(byToken.token)), 401);
  await expectStatus(app.post("/auth/users/refresh", { as: byToken.jar }), 401);

  const byCookie = await signInByEmail(email);
  await expectStatus(app.post("/auth/users/logout", { as: byCookie.jar, json: {} }), 200);
  expect(byCookie.jar.has("__Host-refresh_token")).toBe(false);
  await expectStatus(app.get("/auth/users/me", bearer(byCookie.token)), 401);
});
