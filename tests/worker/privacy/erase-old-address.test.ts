import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { mailOutbox } from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { deliverMail } from "@/features/mail";
import { paths } from "@/shared/paths";
import { exportSchema } from "@/shared/schemas/privacy";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { mailsTo, templatesTo } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

test("no trace of a former address is left after its last mail was sent, and erasure covers the new address", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 202 }));
  const member = await createUserWithPassword();
  const ctx = servicesAt(app.clock.now);
  await app.get(`/auth/users/forgot-password/${encodeURIComponent(member.email)}`);
  await deliverMail(ctx);
  expect(await mailsTo(member.email)).toHaveLength(1);

  const requestedAddress = `nou.${member.email}`;
  const { token, statement } = issueToken(ctx, "change_email", member.id, requestedAddress);
  await ctx.commit([statement]);
  await expectStatus(app.post(paths.changeEmail(), { form: { token, password: PASSWORD } }), 303);
  expect(await mailsTo(member.email)).toMatchObject([
    { template: "email_changed_from", deleteWhenDone: true },
  ]);
  expect((await templatesTo(requestedAddress)).sort()).toEqual(["email_changed_to", "reset_password"]);
  await deliverMail(ctx);
  expect(await mailsTo(member.email)).toEqual([]);

  const { token: access } = await signInByEmail(requestedAddress);
  await app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...bearer(access) });
  await deliverMail(ctx);
  expect(await mailsTo(requestedAddress)).toEqual([]);
});

test.each(["waiting", "sent", "dead"] as const)(
  "erasure deletes the mail to an address that was requested but not confirmed, %s, and every other mail",
  async (state) => {
    const member = await createUserWithPassword({ emailVerifiedTs: null });
    const { token, jar } = await signInByEmail(member.email);
    const wanted = `dorit.${member.email}`;
    await app.post(paths.settingsAction("email"), {
      as: jar,
      form: { email: wanted, current_password: PASSWORD },
    });
    await app.post(paths.resendVerification(), { as: jar });
    await app.get(`/auth/users/forgot-password/${encodeURIComponent(member.email)}`);
    const all = async () => [...(await mailsTo(member.email)), ...(await mailsTo(wanted))];
    const before = await all();
    expect(before.map(({ template }) => template).sort()).toEqual([
      "change_email",
      "reset_password",
      "verify_email",
    ]);
    for (const { linkExpiresTs } of before) expect(linkExpiresTs).toBeGreaterThan(app.clock.now);
    await db.update(mailOutbox).set({ state }).where(sql`recipient in (${member.email}, ${wanted})`);
    const exported = exportSchema.parse(await (await app.get(paths.exportOwn(), { as: jar })).json());
    expect(exported.mails.map(({ recipient }) => recipient)).toContain(wanted);

    const erase = { method: "DELETE", json: { password: PASSWORD }, ...bearer(token) };
    await expectStatus(app.request(paths.authMe(), erase), 200);
    expect((await all()).map(({ template }) => template)).toEqual(["account_closed"]);
  },
);
