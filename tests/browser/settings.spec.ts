import { quickHasher } from "../helpers/rows";
import { describeVisit, getLink, type Person, toVisitSuffix, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const FIRST = "tabla-neagra-si-creta-alba";
const SECOND = "caiet de matematică nou";

for (const visit of VISITS) {
  test(`a user changes password and email address, signs out devices, closes and reopens the account, ${describeVisit(visit)}`, async ({
    open,
    rows,
    mailTo,
  }) => {
    const mark = toVisitSuffix(visit);
    const wanted = `setari-nou-${mark}@example.test`;
    const { email } = await rows.user({ locale: visit.locale, passwordHash: await quickHasher.hash(FIRST) });
    const person = await open(visit, { as: email, viewport: { width: 360, height: 720 } });
    let elsewhere = await open(visit, { as: email });

    await test.step("a wrong password is reported at its field, and a new one signs out the other device", async () => {
      await change(person, "password", { current_password: "nu aceasta", password: SECOND });
      await expect(person.page.locator("#error-summary")).toBeVisible();
      await expect(person.page.locator("#password .field--invalid")).toBeVisible();
      await fillIn(person, "password", { current_password: FIRST, password: SECOND });
      await expectDone(person, "password");
      await elsewhere.go("/profile");
      await expect(elsewhere.page).toHaveURL(/\/sign-in\?next=/);
      await mailTo(email, /reset-password/);
    });

    await test.step("another device is listed and can be signed out", async () => {
      elsewhere = await open(visit, { as: email });
      await person.go("/profile/settings");
      const devices = person.page.locator('form[action$="/end-session"]');
      await expect(devices).toHaveCount(2);
      await devices.nth(1).getByRole("button").click();
      await expectDone(person, "session");
      await expect(devices).toHaveCount(1);
      await elsewhere.go("/profile");
      await expect(elsewhere.page).toHaveURL(/\/sign-in\?next=/);
    });

    await test.step("the email address changes after its confirmation", async () => {
      await change(person, "email", { email: wanted, current_password: SECOND });
      await expectDone(person, "email");
      await expect(person.page.locator("#email")).toContainText(email);
      await person.page.goto(getLink(await mailTo(wanted, /change-email\?token=/)));
      await person.press("accounts.changeEmail.confirm");
      await expect(person.page.getByText(person.t("accounts.changeEmail.done"))).toBeVisible();
      await person.go("/profile/settings");
      await expect(person.page.locator("#email")).toContainText(wanted);
    });

    await test.step("the account closes, and the mailed link reopens it", async () => {
      await change(person, "disable", { password: SECOND });
      await expect(person.page.getByRole("heading", { level: 1 })).toHaveText(
        person.t("account-settings.disabled.heading"),
      );
      await person.go("/profile");
      await expect(person.page).toHaveURL(/\/sign-in\?next=/);
      await person.page.goto(getLink(await mailTo(wanted, /reactivate\?token=/)));
      await person.press("accounts.reactivate.confirm");
      await expect(person.page.getByText(person.t("accounts.reactivate.done"))).toBeVisible();
    });
  });
}

type Form = "email" | "password" | "disable";

/** Opens a form of the settings page, fills it in and submits it. */
async function change(person: Person, form: Form, fields: Record<string, string>) {
  await person.go("/profile/settings");
  await person.page.locator(`#${form} summary`).click();
  await fillIn(person, form, fields);
}

async function fillIn(person: Person, form: Form, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    await person.page.locator(`#${form} [name="${name}"]`).fill(value);
  }
  await person.press(`account-settings.${form}.submit`);
}

const expectDone = (person: Person, done: string) =>
  expect(person.page.getByText(person.t(`account-settings.done.${done}`))).toBeVisible();
