import { expect, test, vi } from "vitest";
import { issueToken } from "@/features/accounts";
import { deliverMail } from "@/features/mail";
import { paths } from "@/shared/paths";
import { createTestApp } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import { bearer, makeMember, PASSWORD, tokenOf } from "../accounts/people";
import { servicesAt } from "../listings/services";

test("an address that somebody left is nowhere any more once its last mail went out, and erasing follows to the new one", async () => {
  const app = createTestApp();
  vi.stubGlobal("fetch", async () => new Response(null, { status: 202 }));
  const member = await makeMember(app);
  const ctx = servicesAt(app.clock.now);
  await app.get(`/auth/users/forgot-password/${encodeURIComponent(member.email)}`);
  await deliverMail(ctx);
  expect(await mailsTo(member.email)).toHaveLength(1);

  const wanted = `nou.${member.email}`;
  const { token, statement } = issueToken(ctx, "change_email", member.id, wanted);
  await ctx.commit([statement]);
  expect((await app.post(paths.changeEmail(), { form: { token } })).status).toBe(303);
  expect(await mailsTo(member.email)).toMatchObject([{ template: "email_changed_from", kept: false }]);
  expect((await mailsTo(wanted)).map(({ template }) => template).sort()).toEqual([
    "email_changed_to",
    "reset_password",
  ]);
  await deliverMail(ctx);
  expect(await mailsTo(member.email)).toEqual([]);

  const { token: access } = await tokenOf(app, wanted);
  await app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...bearer(access) });
  await deliverMail(ctx);
  expect(await mailsTo(wanted)).toEqual([]);
});
