import { paths } from "@/shared/paths";
import { hashPassword } from "./helpers/hash-password";
import { expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";
const PHONE = { viewport: { width: 360, height: 740 } };

test("a visitor reveals a phone number without leaving the page", async ({ open, insert }) => {
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, PHONE);
  const { page, t } = visitor;
  const [call, whatsapp] = [page.locator('a[href="tel:+40712345678"]'), page.getByText("WhatsApp")];
  const { id } = await insert.listing(await insert.teacher({}, { whatsapp: true }));
  await visitor.go(paths.listing(id));
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  await expect(whatsapp).toHaveCount(0);
  const button = page.getByRole("button", { name: t("enquiries.phone.show"), exact: true });
  await button.hover();
  await page.waitForLoadState("networkidle");
  await button.click();
  await expect(page.locator(".phone > p")).toHaveText("0712 345 678");
  await expect(call).toHaveText(t("enquiries.phone.call"));
  await expect(call).toBeInViewport();
  await expect(whatsapp).toHaveAttribute("href", "https://wa.me/40712345678");
  await expectNoOverflow(page);
  expect(page.url()).not.toMatch(/\/phone$/);
});

test("a guest who signs in while writing finds the typed message", async ({ open, insert }) => {
  const { id } = await insert.listing(await insert.teacher());
  const learner = await insert.user({ passwordHash: await hashPassword(PASSWORD) });
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, PHONE);
  await visitor.go(paths.listing(id));
  const question = "Bună ziua! Am cont, dar nu sunt în el.";
  await visitor.fill("message", question);
  await visitor.press("enquiries.form.signInInstead");
  await visitor.page
    .getByRole("main")
    .getByRole("link", { name: visitor.t("general.nav.signIn") })
    .click();
  await visitor.page.locator('form [name="email"]').fill(learner.email);
  await visitor.page.locator('form [name="password"]').fill(PASSWORD);
  await visitor.page.getByRole("button", { name: visitor.t("accounts.signIn.submit"), exact: true }).click();
  await visitor.page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
  await expect(visitor.page.locator('[name="message"]')).toHaveValue(question);
  await visitor.press("enquiries.form.send");
  await expect(visitor.page.getByText(question)).toBeVisible();
  await expect(visitor.page.getByText(visitor.t("enquiries.done.sent"))).toBeVisible();
});
