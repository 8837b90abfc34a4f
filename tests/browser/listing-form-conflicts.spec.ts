import { hold } from "./helpers/hold";
import {
  createDraft,
  findFormParts,
  openTeacher,
  shortenAutosavePause,
  WITH_SCRIPT,
} from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

test("two tabs: each shows what the other saved, and no typed text is lost", async ({ open, insert }) => {
  const visitor = await openTeacher({ open, insert });
  const { page, context, t } = visitor;
  await createDraft(visitor, "O ciornă în două file");
  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await otherPage.locator('[name="neighbourhood"]').focus();
  await expect(otherPage.getByText(t("listings.form.otherTab"))).toBeVisible();

  // A tab without changes shows what the other tab saved.
  await page.locator('[name="neighbourhood"]').fill("Mărăști");
  await findFormParts(page).saved();
  await expect(otherPage.locator('[name="neighbourhood"]')).toHaveValue("Mărăști");

  // Both tabs have changes: the second one to save shows both versions.
  const release = await hold(otherPage, "**/api/listings/*", "PUT");
  await otherPage.locator('[name="neighbourhood"]').fill("Zorilor");
  await expect(otherPage.locator('.save-status[data-state="saving"]')).toBeVisible();
  const answered = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.locator('[name="neighbourhood"]').fill("Grigorescu");
  expect((await answered).status()).toBe(200);
  release();
  const notice = otherPage.locator(".notice", { hasText: t("listings.conflict.title") });
  await expect(notice).toContainText("Zorilor");
  await expect(notice).toContainText("Grigorescu");
  await expect(otherPage.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
  await otherPage.getByRole("button", { name: t("listings.conflict.keepTyped") }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
});

test("a restored draft does not overwrite a newer saved version until the user decides", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { context, t } = visitor;
  await createDraft(visitor, "O ciornă pe două aparate");
  await context.route("**/api/listings/*", (route) => route.abort());
  await visitor.fill("neighbourhood", "Mărăști");
  await expect(findFormParts(visitor.page).status).toContainText(t("listings.form.status.offline"));
  const address = visitor.page.url();
  await visitor.page.close();
  const device = await open(WITH_SCRIPT, { as: visitor.email });
  await shortenAutosavePause(device);
  await device.page.goto(address);
  await device.fill("neighbourhood", "Zorilor");
  await findFormParts(device.page).saved();
  await context.unroute("**/api/listings/*");

  const page = await context.newPage();
  await page.clock.install();
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/listings")) saves.push(request.method());
  });
  const notice = page.locator(".notice", { hasText: t("listings.conflict.title") });
  // Each time the form is opened.
  for (const _ of ["opened", "opened again"]) {
    await page.goto(address);
    await expect(notice).toContainText("Mărăști");
    await expect(notice).toContainText("Zorilor");
    await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Mărăști");
    await page.locator('[name="neighbourhood"]').press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Backspace");
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    // Longer than autosave's pause.
    await page.clock.runFor(10_000);
    expect(saves).toEqual([]);
  }
  await page.getByRole("button", { name: t("listings.conflict.acceptSaved") }).click();
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
  await expect(notice).toHaveCount(0);
});
