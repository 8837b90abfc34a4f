import { beforeEach, expect, it, vi } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";
import { countRows, templatesTo } from "../../helpers/factories";
import { createAlertSetup, createGuestAlert } from "../alerts/setup";
import { EXPORT } from "./export";

// Without keys, the app check logs once that it is off.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

// Sign-up does not prove that the address is the user's, so another person could create the account.

/** A guest with an alert, and an unverified account with the guest's address. */
async function createGuestWithForeignAccount() {
  await createAlertSetup();
  const { email } = await createGuestAlert();
  await createUserWithPassword({ email, emailVerifiedTs: null });
  const { token } = await signInByEmail(email);
  await app.get(paths.authForgotPassword(email));
  return { email, token };
}

it("exports no mails and counters of a guest to an unverified account with the guest's address", async () => {
  const { token } = await createGuestWithForeignAccount();
  const exported = (await (await app.get(EXPORT, bearer(token))).json()) as {
    mails: { template: string }[];
    limit_counters: { name: string }[];
    alerts: unknown[];
  };
  expect(exported.mails.map(({ template }) => template)).toEqual(["reset_password"]);
  expect(exported.limit_counters.map(({ name }) => name)).not.toContain("alerts_mailbox");
  expect(exported.alerts).toEqual([]);
});

it("leaves mails and counters of a guest when an unverified account with the guest's address is erased", async () => {
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
  expect(await templatesTo(email)).toEqual(["alert_confirm", "account_closed"]);
  expect(await countRows("limit_counters")).toBeGreaterThanOrEqual(counters);
});
