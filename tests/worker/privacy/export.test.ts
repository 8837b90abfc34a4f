import { describe, expect, it, vi } from "vitest";
import { paths } from "@/shared/paths";
import { exportSchema } from "@/shared/schemas/privacy";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, expectStatus, resetApp } from "../../helpers/app";
import { createUser } from "../../helpers/factories";
import { EXPORT, type Export } from "./export";

describe("GET /data/users/me.json?format=export", () => {
  it("returns everything by bearer token and by the token in the URL, uncached and without a referrer", async () => {
    const log = vi.spyOn(console, "log");
    const member = await createUserWithPassword({ firstName: "Ilinca" });
    const { token } = await signInByEmail(member.email);
    for (const answer of [
      await app.get(EXPORT, bearer(token)),
      await app.get(`${EXPORT}&auth=${token}`),
      await app.get(`${EXPORT}&auth=${token}&app_check=whatever`),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("content-type")).toContain("application/json");
      const data = (await answer.json()) as Export;
      exportSchema.parse(data);
      expect(data.profile).toMatchObject({ _id: member.id, email: member.email, first_name: "Ilinca" });
      expect(data.sessions).toHaveLength(1);
    }
    expect(JSON.stringify(log.mock.calls)).not.toContain(token);
  });

  it("returns 401 permission_denied for a missing, invalid or expired token, a cookie or a refresh token", async () => {
    const member = await createUserWithPassword();
    const { token, jar } = await signInByEmail(member.email);
    const refresh = jar.get("__Host-refresh_token") ?? "";
    const answers = [
      await app.get(EXPORT),
      await app.get(EXPORT, { as: jar }),
      await app.get(`${EXPORT}&auth=`),
      await app.get(`${EXPORT}&auth=${refresh}`),
      await app.get(`${EXPORT}&auth=${token}x`),
      await app.get(EXPORT, bearer(`${token.slice(0, -4)}AAAA`)),
    ];
    app.clock.now += 301_000;
    answers.push(await app.get(`${EXPORT}&auth=${token}`));
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.json()).toMatchObject({ title: "permission_denied", status: 401 });
    }
  });

  it("the token in the URL works for no other call", async () => {
    const { token } = await signInByEmail((await createUserWithPassword()).email);
    for (const path of [paths.authMe(), paths.authIsAuthenticated()]) {
      await expectStatus(app.get(`${path}?auth=${token}`), 401);
    }
    await expectStatus(app.get(`${paths.ownPrivacy()}?auth=${token}`), 302);
  });
});

it("GET /profile/privacy/export returns a file named by date for the cookie; redirects to sign-in without one", async () => {
  resetApp({ SITE_NAME: "Catedra: „cu diacritice” ș.a." });
  const member = await createUser();
  await app.post(paths.consent(), { as: member, form: { choice: "accept" } });
  const answer = await expectStatus(app.get(paths.exportOwn(), { as: member }), 200);
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="catedra-cu-diacritice-s-a-data-2026-11-20.json"',
  );
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const data = (await answer.json()) as Export;
  expect(data.profile).toMatchObject({ email: member.email });
  expect(data.consent).toMatchObject({ ad_storage: "granted", security_storage: "granted" });
  const guest = await app.get(paths.exportOwn());
  expect(guest.headers.get("location")).toBe(paths.signIn({ next: paths.exportOwn() }));
});

it("limit of exports returns 429 for the sixth within an hour, page and API counted together, per user", async () => {
  const member = await createUserWithPassword();
  const { token, jar } = await signInByEmail(member.email);
  const byPage = () => app.get(`/ro${paths.exportOwn()}`, { as: jar });
  const byCall = () => app.get(EXPORT, bearer(token));
  for (const ask of [byPage, byCall, byPage, byCall, byPage]) await expectStatus(ask(), 200);
  app.clock.now += 60_000;
  const page = await byPage();
  expect([page.status, page.headers.get("retry-after")]).toEqual([429, "3540"]);
  expect(page.headers.get("content-disposition")).toBeNull();
  expect(await page.text()).toContain("V-ați descărcat datele de mai multe ori");
  const call = await byCall();
  expect([call.status, call.headers.get("retry-after")]).toEqual([429, "3540"]);
  expect(await call.json()).toMatchObject({ title: "too_many_exports" });
  const otherSession = await signInByEmail((await createUserWithPassword()).email);
  await expectStatus(app.get(EXPORT, bearer(otherSession.token)), 200);
  app.clock.now += 3_540_000;
  await expectStatus(app.get(EXPORT, { as: jar }), 401);
  await expectStatus(byPage(), 200);
});
