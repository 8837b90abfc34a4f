import { describe, expect, it } from "vitest";
import { issueToken } from "@/features/accounts";
import { paths } from "@/shared/paths";
import { MAX_ALERTS } from "@/shared/schemas/alert";
import { createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";
import { createUser, findUserByEmail, mailsTo } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createAlertRow } from "./create-alert-row";
import { createGuestAlert, findAlertToken, listStoredAlerts, newAddress, postAlert } from "./setup";

/** Creates an account with an unverified address by the form, and returns its verification token. */
async function signUp(email: string) {
  await app.post(paths.authSignUp(), {
    json: {
      email,
      password: PASSWORD,
      first_name: "Ilinca",
      last_name: "Pop",
      birth_date: "1990-01-01",
      role: "u",
    },
  });
  const mail = (await mailsTo(email)).find(({ template }) => template === "verify_email");
  return mail?.text.match(/token=([\w-]+)/)?.[1] ?? "";
}

describe("alerts of an address that gets an account", () => {
  it("move there when the address is verified, not before, and unconfirmed ones stay", async () => {
    const { email, id } = await createGuestAlert();
    await postAlert({ email, filters: "subject=ch" });
    const token = await signUp(email);
    expect(await listStoredAlerts({ email })).toHaveLength(2);
    await app.post(paths.verifyEmail(), { form: { token, password: PASSWORD } });
    const user = await findUserByEmail(email);
    expect(await listStoredAlerts({ id: user?.id ?? "" })).toMatchObject([
      { id, userId: user?.id, email: null, locale: null },
    ]);
    expect(await listStoredAlerts({ email })).toMatchObject([{ confirmedTs: null, userId: null }]);
    // The account confirms the other one by its link.
    const other = await findAlertToken(email);
    await app.post(paths.alertAction(other.id, "confirm"), { form: { token: other.token } });
    expect(await listStoredAlerts({ id: user?.id ?? "" })).toHaveLength(2);
    expect(await listStoredAlerts({ email })).toEqual([]);
  });

  it("move there when they are confirmed later; one that the account has is dropped", async () => {
    const user = await createUser({ email: newAddress() });
    await postAlert({ filters: "subject=m" }, { as: user });
    const [own] = await listStoredAlerts(user);
    app.clock.now += 1000;
    await createGuestAlert({ filters: "subject=m" }, user.email);
    await createGuestAlert({ filters: "subject=p" }, user.email);
    const stored = await listStoredAlerts(user);
    expect(stored.map(({ userId, email }) => ({ userId, email }))).toEqual([
      { userId: user.id, email: null },
      { userId: user.id, email: null },
    ]);
    expect(stored[0]?.id).toBe(own?.id);
  });

  it("move there when a mailed link proves the mailbox: a new address, or a new password", async () => {
    const ctx = servicesAt(app.clock.now);
    const changed = await createUserWithPassword({ email: newAddress() });
    const atNewAddress = await createGuestAlert();
    const change = issueToken(ctx, "change_email", changed.id, atNewAddress.email);
    const reset = await createUserWithPassword({ email: newAddress(), emailVerifiedTs: null });
    await createGuestAlert({}, reset.email);
    const resetLink = issueToken(ctx, "reset_password", reset.id);
    await ctx.commit([change.statement, resetLink.statement]);
    await app.post(paths.changeEmail(), { form: { token: change.token, password: PASSWORD } });
    await app.post(paths.resetPassword(), {
      form: { token: resetLink.token, password: "o parolă destul de lungă" },
    });
    for (const { id } of [changed, reset])
      expect(await listStoredAlerts({ id })).toMatchObject([{ userId: id, email: null }]);
  });

  it("stay with an address of an unverified or disabled account", async () => {
    for (const state of [
      { emailVerifiedTs: null },
      { disabledTs: app.clock.now, disabledBy: "self" },
    ] as const) {
      const user = await createUserWithPassword({ email: newAddress(), ...state });
      await createGuestAlert({}, user.email);
      expect(await listStoredAlerts({ email: user.email })).toHaveLength(1);
    }
  });

  it("above the number of an account stay, and neither the account nor its address gets more", async () => {
    const { now } = app.clock;
    const user = await createUser({ email: newAddress() });
    for (let n = 1; n <= MAX_ALERTS; n++) {
      await createAlertRow(`max=${n}`, { now, userId: user.id });
      await createAlertRow(`max=${100 + n}`, { now, email: user.email });
    }
    const countAll = async () => (await listStoredAlerts({ id: user.id, email: user.email })).length;

    await postAlert({ email: user.email, filters: "max=300" });
    const { token, id } = await findAlertToken(user.email);
    await expectStatus(app.post(paths.alertAction(id, "confirm"), { form: { token } }), 409);
    await expectStatus(postAlert({ filters: "max=301" }, { as: user }), 409);
    // With the unconfirmed one.
    expect(await countAll()).toBe(2 * MAX_ALERTS + 1);

    // An ended alert makes room for one of the address first.
    const [own] = await listStoredAlerts(user);
    await app.post(paths.alertAction(own?.id ?? "", "delete"), { as: user, form: {} });
    await expectStatus(postAlert({ filters: "max=301" }, { as: user }), 409);
    const userIds = (await listStoredAlerts({ id: user.id })).map(({ userId }) => userId);
    expect(userIds).toEqual(Array(MAX_ALERTS).fill(user.id));
    expect(await countAll()).toBe(2 * MAX_ALERTS);
  });
});
