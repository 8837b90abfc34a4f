import { paths } from "@/shared/paths";
import { BILLING } from "../helpers/rows";
import { confirmAddress } from "./helpers/listing-form";
import { expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";
const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const PHONE = { viewport: { width: 390, height: 844 } };

test('"Offer lessons" leads from an explanation to the first listing', async ({ open, mailTo }) => {
  const email = "incepe@example.test";
  const visitor = await open(VISIT, PHONE);
  const { page, t } = visitor;
  await visitor.go(paths.home());
  await page
    .locator("main")
    .getByRole("link", { name: t("home.teach.action") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("site.teach.title"));
  await expectNoOverflow(page, "the page about teaching");

  await page.getByRole("link", { name: t("site.teach.begin.signUp") }).click();
  await expect(page.locator('[name="role"][value="t"]')).toBeChecked();
  await visitor.fill("first_name", "Ilinca");
  await visitor.fill("last_name", "Brânză");
  await visitor.fill("birth_date", "30.02.1979");
  await visitor.fill("email", email);
  await visitor.fill("password", PASSWORD);
  await page.locator('[name="terms"]').check();
  await expectNoOverflow(page, "the sign-up form");
  await visitor.press("accounts.signUp.submit");

  await expect(page.locator("#field-birth_date-error")).toHaveText(t("general.errors.not_date"));
  await expect(page.locator('[name="birth_date"]')).toHaveValue("30.02.1979");
  await visitor.fill("birth_date", "28.2.1979");
  await visitor.fill("password", PASSWORD);
  await visitor.press("accounts.signUp.submit");
  await page.waitForURL(/sign-up\/done/);

  await confirmAddress(visitor, mailTo, email);
  await page.waitForURL(/\/tutoring\/create/);
  await expect(
    page.getByRole("status").filter({ hasText: t("listings.firstSteps.confirmed") }),
  ).toBeVisible();
  await expectNoOverflow(page, "the form of a new listing");
});

test("promotion names two dates, price and start", async ({ open, insert }) => {
  const owner = await insert.teacher({ billing: BILLING });
  const listing = await insert.listing(owner);
  const teacher = await open(VISIT, { ...PHONE, as: owner.email });
  const { page, t } = teacher;
  await teacher.go(paths.promoteListing(listing.id));
  const taxId = page.getByLabel(t("billing.tax_id"));
  await expect(taxId).toBeHidden();
  await page.getByLabel(t("billing.kinds.company")).check();
  await expect(taxId).toBeVisible();
  await page.getByLabel(t("billing.kinds.person")).check();
  const starts = page.locator('[name="immediate_start"]');
  await expect(starts).toHaveCount(2);
  for (const start of await starts.all()) await expect(start).not.toBeChecked();

  const order = page.getByRole("button", { name: t("promotions.promote.order") });
  await page.locator('[name="package"][value="top14"]').check();
  await expect(order).toHaveAccessibleName(`${t("promotions.promote.order")} · 29 lei`);
  const readDate = (value: string) =>
    page
      .locator("label", { has: page.locator(`[name="immediate_start"][value="${value}"]`) })
      .evaluate((label) => label.querySelector("span")?.firstChild?.textContent ?? "")
      .then((title) => title.match(/(\p{L}+ \d{1,2}, |\d{2}\.\d{2}\.)\d{4}/u)?.[0] ?? "");
  for (const value of ["1", "0"]) {
    await page.locator(`[name="immediate_start"][value="${value}"]`).check();
    const date = await readDate(value);
    expect(date).toMatch(/\d{4}/);
    await expect(order).toHaveAccessibleName(
      `${t("promotions.promote.order")} · 29 lei · ${t("promotions.promote.orderStart", { date })}`,
    );
  }
  expect(await readDate("1")).not.toBe(await readDate("0"));
  await page.locator('[name="package"][value="top7"]').check();
  await expect(order).toHaveAccessibleName(/ · 19 lei · /);
  await expectNoOverflow(page, "the promote page");
  await order.click();
  await page.waitForURL(/\/pay\/cs_/);
});
