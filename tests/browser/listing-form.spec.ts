import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { DEMO, openBrowser } from "./helpers/site";

const folder = resolve(import.meta.dirname, "../../dev/seed/pictures");
const [first, second] = readdirSync(folder)
  .filter((file) => /^g-\d\.webp$/.test(file))
  .map((file) => resolve(folder, file)) as [string, string];
const noPicture = resolve(import.meta.dirname, "../../package.json");

test("the listing form comes alive when it is used, and keeps what was typed before", async ({ browser }) => {
  const teacher = await openBrowser(browser, { locale: "ro", javaScriptEnabled: true });
  const { page, t } = teacher;
  const complaints: string[] = [];
  const scripts: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await teacher.signIn(DEMO.teacher);
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await teacher.go("/tutoring/create");
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBe(1);

  await page.locator('[name="subject"]').selectOption("g");
  await teacher.fill("title", "Scurt");
  await page.locator('[name="price"]').fill("95");
  await expect(page.locator(".form__result")).toContainText("95 lei");
  expect(scripts.length).toBeGreaterThan(1);
  await expect(page.locator('[name="subject"]')).toHaveValue("g");

  await teacher.fill("title", "Puțin");
  await teacher.fill("neighbourhood", "Gheorgheni");
  await page.locator('[name="session_minutes"]').selectOption("50");
  await expect(page.locator("#field-title-error")).toContainText("10");
  await expect(page.locator(".form__result")).toContainText("114 lei");
  await teacher.fill("title", "Geografie cu hărți mute");
  await expect(page.locator("#field-title-error")).toHaveCount(0);

  const input = page.locator('input[type="file"]');
  await input.setInputFiles([first, second, noPicture]);
  await expect(page.locator("#field-pictures-error")).toContainText("package.json");
  const shown = page.locator(".picture-list__item");
  await expect(shown).toHaveCount(2);
  await page.getByRole("button", { name: t("listings.form.pictures.up", { n: 2 }) }).click();
  const chosen = () =>
    input.evaluate((field) => [...((field as HTMLInputElement).files ?? [])].map((f) => f.name));
  expect((await chosen()).map((name) => resolve(folder, name))).toEqual([second, first]);

  await teacher.press("listings.form.submit.publish");
  await expect(page.locator("#error-summary")).toBeFocused();
  await expect(page).toHaveURL(/\/ro\/tutoring\/create$/);

  await teacher.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
  const entry = page.locator(".entry", { hasText: "Geografie cu hărți mute" });
  await entry.getByRole("link", { name: t("listings.actions.edit"), exact: true }).click();
  await expect(shown).toHaveCount(2);
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 1 }) }).click();
  await teacher.press("listings.form.submit.draft");
  await entry.getByRole("link", { name: t("listings.actions.edit"), exact: true }).click();
  await expect(shown).toHaveCount(1);

  await teacher.go("/profile/listings");
  await entry.getByText(t("listings.actions.delete"), { exact: true }).click();
  await entry.getByRole("button", { name: t("listings.actions.deleteNow") }).click();
  await expect(page.getByText(t("listings.done.deleted"))).toBeVisible();
  expect(complaints).toEqual([]);
});

test("pictures chosen or removed while others are still being looked at stay chosen or removed", async ({
  browser,
}) => {
  const teacher = await openBrowser(browser, { locale: "en", javaScriptEnabled: true });
  const { page, t } = teacher;
  await teacher.signIn(DEMO.teacher);
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (file: File) => Promise<ImageBitmap>;
    const slow = (file: File) => new Promise((done) => setTimeout(done, 1000)).then(() => decode(file));
    window.createImageBitmap = slow as typeof createImageBitmap;
    const revoked: string[] = [];
    Object.assign(window, { revoked });
    URL.revokeObjectURL = (url) => void revoked.push(url);
  });
  await teacher.go("/tutoring/create");
  await teacher.fill("title", "Geography with blank maps");
  await expect(page.locator(".form__result")).toBeVisible();

  const input = page.locator('input[type="file"]');
  const sent = () =>
    input.evaluate((field) => [...((field as HTMLInputElement).files ?? [])].map((f) => f.name));
  const shown = page.locator(".picture-list__item img");
  await input.setInputFiles([first]);
  await expect(shown).toHaveCount(1);
  const firstUrl = await shown.getAttribute("src");
  await input.setInputFiles([second]);
  expect((await sent()).length).toBe(2);
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 1 }) }).click();
  await input.setInputFiles([first]);
  await expect(shown).toHaveCount(2);
  expect((await sent()).map((name) => resolve(folder, name))).toEqual([second, first]);
  expect(await page.evaluate(() => (window as unknown as { revoked: string[] }).revoked)).toEqual([firstUrl]);
});

test("a description typed before the form came alive stays as it was typed", async ({ browser }) => {
  const teacher = await openBrowser(browser, { locale: "en", javaScriptEnabled: true });
  const { page, t } = teacher;
  await teacher.signIn(DEMO.teacher);
  await teacher.go("/profile/listings");
  const live = page.locator(".entry", { has: page.locator(".badge--positive") }).last();
  await live.getByRole("link", { name: t("listings.actions.edit"), exact: true }).click();
  await page.waitForURL(/\/edit$/);
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(/listing-form/, (route) => held.then(() => route.continue()));
  await page.locator("textarea").fill("Typed before");
  letGo();
  await page.locator('[name="session_minutes"]').selectOption("60");
  await page.locator('[name="price"]').fill("77");
  await expect(page.locator(".form__result")).toContainText("77");
  await expect(page.locator("textarea")).toHaveValue("Typed before");
});
