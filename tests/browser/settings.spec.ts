import { hashPassword } from "./helpers/hash-password";
import { getLink, type TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const FIRST = "tabla-neagra-si-creta-alba";
const SECOND = "caiet de matematică nou";

test("a user changes password and email address, signs out devices, closes and reopens the account, without JavaScript", async ({
  open,
  insert,
  mailTo,
}) => {
  const visit = { locale: "ro", javaScriptEnabled: false } as const;
  const wanted = "setari-nou@example.test";
  const { email } = await insert.user({
    locale: "ro",
    passwordHash: await hashPassword(FIRST),
  });
  const visitor = await open(visit, { as: email, viewport: { width: 360, height: 720 } });
  let otherDevice = await open(visit, { as: email });

  await test.step("a wrong password is reported at its field, and a new one signs out the other device", async () => {
    await change(visitor, "password", { current_password: "nu aceasta", password: SECOND });
    await expect(visitor.page.locator("#error-summary")).toBeVisible();
    await expect(visitor.page.locator("#password .field--invalid")).toBeVisible();
    await fillIn(visitor, "password", { current_password: FIRST, password: SECOND });
    await expectDone(visitor, "password");
    await otherDevice.go("/profile");
    await expect(otherDevice.page).toHaveURL(/\/sign-in\?next=/);
    await mailTo(email, /reset-password/);
  });

  await test.step("another device is listed and can be signed out", async () => {
    otherDevice = await open(visit, { as: email });
    await visitor.go("/profile/settings");
    const devices = visitor.page.locator('form[action$="/end-session"]');
    await expect(devices).toHaveCount(2);
    await devices.nth(1).getByRole("button").click();
    await expectDone(visitor, "session");
    await expect(devices).toHaveCount(1);
    await otherDevice.go("/profile");
    await expect(otherDevice.page).toHaveURL(/\/sign-in\?next=/);
  });

  await test.step("the email address changes after its confirmation", async () => {
    await change(visitor, "email", { email: wanted, current_password: SECOND });
    await expectDone(visitor, "email");
    await expect(visitor.page.locator("#email")).toContainText(email);
    await visitor.page.goto(getLink(await mailTo(wanted, /change-email\?token=/)));
    await visitor.press("accounts.changeEmail.confirm");
    await expect(visitor.page.getByText(visitor.t("accounts.changeEmail.done"))).toBeVisible();
    await visitor.go("/profile/settings");
    await expect(visitor.page.locator("#email")).toContainText(wanted);
  });

  await test.step("the account closes, and the mailed link reopens it", async () => {
    await change(visitor, "disable", { password: SECOND });
    await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveText(
      visitor.t("account-settings.disabled.heading"),
    );
    await visitor.go("/profile");
    await expect(visitor.page).toHaveURL(/\/sign-in\?next=/);
    await visitor.page.goto(getLink(await mailTo(wanted, /reactivate\?token=/)));
    await visitor.press("accounts.reactivate.confirm");
    await expect(visitor.page.getByText(visitor.t("accounts.reactivate.done"))).toBeVisible();
  });
});

type Form = "email" | "password" | "disable";

/** Opens a form of the settings page, fills it in and submits it. */
async function change(visitor: TestVisitor, form: Form, fields: Record<string, string>) {
  await visitor.go("/profile/settings");
  await visitor.page.locator(`#${form} summary`).click();
  await fillIn(visitor, form, fields);
}

async function fillIn(visitor: TestVisitor, form: Form, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    await visitor.page.locator(`#${form} [name="${name}"]`).fill(value);
  }
  await visitor.press(`account-settings.${form}.submit`);
}

const expectDone = (visitor: TestVisitor, done: string) =>
  expect(visitor.page.getByText(visitor.t(`account-settings.done.${done}`))).toBeVisible();
