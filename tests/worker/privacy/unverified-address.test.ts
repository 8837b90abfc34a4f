import { beforeEach, expect, it, vi } from "vitest";
import { invitations } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";
import { countRows, listRows, templatesTo } from "../../helpers/factories";
import { createAlertSetup, createGuestAlert } from "../alerts/setup";
import { invite, resetInvitations } from "../invitations/setup";
import { EXPORT } from "./export";

// Without keys, the app check logs once that it is off.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

// Sign-up does not prove that the address is the user's, so another person could create the account.

/** A guest with an alert and an invitation, and an unverified account with the guest's address. */
async function createGuestWithForeignAccount() {
  await createAlertSetup();
  await resetInvitations();
  const { email } = await createGuestAlert();
  await invite(email);
  await createUserWithPassword({ email, emailVerifiedTs: null });
  const { token } = await signInByEmail(email);
  await app.get(paths.authForgotPassword(email));
  return { email, token };
}

it("exports no mails, counters and invitation of a guest to an unverified account with the guest's address", async () => {
  const { token } = await createGuestWithForeignAccount();
  const exported = (await (await app.get(EXPORT, bearer(token))).json()) as {
    mails: { template: string }[];
    limit_counters: { name: string }[];
    alerts: unknown[];
    invitations: unknown[];
  };
  expect(exported.mails.map(({ template }) => template)).toEqual(["reset_password"]);
  expect(exported.limit_counters.map(({ name }) => name)).not.toContain("alerts_mailbox");
  expect([exported.alerts, exported.invitations]).toEqual([[], []]);
});

it("leaves mails, counters and the invitation of a guest when an unverified account with the guest's address is erased", async () => {
  const { email, token } = await createGuestWithForeignAccount();
  const counters = await countRows("limit_counters");
  await expectStatus(
    app.request(paths.authMe(), {
      method: "DELETE",
      ...bearer(token),
      json: { password: PASSWORD },
    }),
    200,
  );
  expect(await templatesTo(email)).toEqual(["alert_confirm", "teacher_invitation", "account_closed"]);
  expect(await listRows(invitations, { email })).toMatchObject([{ state: "invited" }]);
  expect(await countRows("limit_counters")).toBeGreaterThanOrEqual(counters);
});
