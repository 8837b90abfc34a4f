import { readFile } from "node:fs/promises";
import { paths } from "@/shared/paths";
import { hashPassword } from "./helpers/hash-password";
import type { TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";
const JOB_TEXT = "Predau algebră cu creta în mână de când mă știu";

test("a user exports their data and deletes the account with password and confirmation", async ({
  open,
  insert,
  mailTo,
}) => {
  const { email } = await insert.teacher({
    locale: "en",
    passwordHash: await hashPassword(PASSWORD),
  });
  const visitor = await open(
    { locale: "en", javaScriptEnabled: true },
    { as: email, viewport: { width: 360, height: 720 } },
  );
  const { page, t } = visitor;
  await visitor.go(paths.profile());
  await visitor.fill("teacher_information.job", JOB_TEXT);
  await visitor.press("profile.form.save");
  await expect(page.locator(".notice--success")).toBeVisible();

  await test.step("the export contains the user's messages", async () => {
    await visitor.go(paths.ownPrivacy());
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: t("privacy.export.submit"), exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^catedra-data-\d{4}-\d{2}-\d{2}\.json$/);
    const data = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(data.profile).toMatchObject({ email, teacher_information: { job: JOB_TEXT } });
    expect(data.sessions).toHaveLength(1);
  });

  await test.step("a wrong password or confirmation deletes nothing", async () => {
    await page.getByRole("link", { name: t("privacy.erase.open"), exact: true }).click();
    await erase(visitor, { password: "nu aceasta", word: t("privacy.erase.word") });
    await expect(page.locator("#error-summary")).toBeVisible();
    await expect(page.locator("#field-erase-password-error")).toBeVisible();
    await expect(page.locator('[name="password"]')).toHaveValue("");
    await erase(visitor, { password: PASSWORD, word: "nu" });
    await expect(page.locator("#field-erase-word-error")).toBeVisible();
  });

  await test.step("the right ones delete everything and sign out", async () => {
    // Case and diacritics are ignored.
    await erase(visitor, { password: PASSWORD, word: t("privacy.erase.word").toLowerCase() });
    await expect(page).toHaveURL(new RegExp(`${paths.erased()}$`));
    await expect(page.getByText(t("privacy.erased.done"))).toBeVisible();
    await visitor.go(paths.profile());
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await mailTo(email, new RegExp(t("mail.account_closed.heading", { site: "Catedra" })));
  });
});

async function erase(visitor: TestVisitor, fields: { password: string; word: string }) {
  await visitor.fill("password", fields.password);
  await visitor.fill("word", fields.word);
  await visitor.press("privacy.erase.submit");
}
