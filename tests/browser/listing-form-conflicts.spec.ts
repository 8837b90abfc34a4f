import { hold } from "./helpers/hold";
import { beginDraft, openTeacher, partsOf, WITH_SCRIPT } from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

test("two tabs: each hears of the other, and nothing that was typed in either is lost", async ({
  open,
  rows,
}) => {
  const person = await openTeacher({ open, rows });
  const { page, context, t } = person;
  await beginDraft(person, "O ciornă în două file");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator('[name="neighbourhood"]').focus();
  await expect(other.getByText(t("listings.form.otherTab"))).toBeVisible();

  // The one that holds nothing of its own simply shows what the other saved.
  await page.locator('[name="neighbourhood"]').fill("Mărăști");
  await partsOf(page).saved();
  await expect(other.locator('[name="neighbourhood"]')).toHaveValue("Mărăști");

  // Typed in both: the second to save is shown both.
  const release = await hold(other, "**/api/listings/*", "PUT");
  await other.locator('[name="neighbourhood"]').fill("Zorilor");
  await expect(other.locator('.save-status[data-state="saving"]')).toBeVisible();
  const answered = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.locator('[name="neighbourhood"]').fill("Grigorescu");
  expect((await answered).status()).toBe(200);
  release();
  const told = other.locator(".notice", { hasText: t("listings.stale.title") });
  await expect(told).toContainText("Zorilor");
  await expect(told).toContainText("Grigorescu");
  await expect(other.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
  await other.getByRole("button", { name: t("listings.stale.keepMine") }).click();
  await expect(told).toHaveCount(0);
  // And now the other way round, by the other's word alone.
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
  await page.route("**/api/listings/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.locator('[name="neighbourhood"]').fill("Mănăștur");
  await expect(partsOf(page).status).toContainText(t("listings.form.status.offline"));
  await other.locator('[name="neighbourhood"]').fill("Bună Ziua");
  const toldHere = page.locator(".notice", { hasText: t("listings.stale.title") });
  await expect(toldHere).toContainText("Bună Ziua");
  await expect(toldHere).toContainText("Mănăștur");
  await page.getByRole("button", { name: t("listings.stale.takeSaved") }).click();
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Bună Ziua");
  await expect(toldHere).toHaveCount(0);
});

test("what was kept does not write over what was saved elsewhere since, until its writer says so", async ({
  open,
  rows,
}) => {
  const person = await openTeacher({ open, rows });
  const { context, t } = person;
  await beginDraft(person, "O ciornă pe două aparate");
  await context.route("**/api/listings/*", (route) => route.abort());
  await person.fill("neighbourhood", "Mărăști");
  await expect(partsOf(person.page).status).toContainText(t("listings.form.status.offline"));
  const address = person.page.url();
  await person.page.close();
  const device = await open(WITH_SCRIPT, { as: person.email });
  await device.page.goto(address);
  await device.fill("neighbourhood", "Zorilor");
  await partsOf(device.page).saved();
  await context.unroute("**/api/listings/*");

  const page = await context.newPage();
  await page.clock.install();
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/listings")) saves.push(request.method());
  });
  const told = page.locator(".notice", { hasText: t("listings.stale.title") });
  // As often as it is opened.
  for (const _ of ["opened", "opened again"]) {
    await page.goto(address);
    await expect(told).toContainText("Mărăști");
    await expect(told).toContainText("Zorilor");
    await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Mărăști");
    await page.locator('[name="neighbourhood"]').press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Backspace");
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    // Longer than the form waits before it saves.
    await page.clock.runFor(10_000);
    expect(saves).toEqual([]);
  }
  await page.getByRole("button", { name: t("listings.stale.keepMine") }).click();
  await partsOf(page).saved();
  await device.page.reload();
  await expect(device.page.locator('[name="neighbourhood"]')).toHaveValue("Mărăști");
});

test("a form that comes back goes on from the version that it was sent with", async ({ open, rows }) => {
  const person = await openTeacher({ open, rows });
  const { page, t } = person;
  const title = "O ciornă trimisă prea devreme";
  await beginDraft(person, title);
  const address = page.url();
  // Without its script, it is sent as it stands.
  await page.route(/listing-form/, (route) => route.abort());
  // A pointer over the form would load its script, and a page whose script is missing loads again.
  await page.mouse.move(0, 0);
  await page.goto(address);
  const device = await open(WITH_SCRIPT, { as: person.email });
  await device.page.goto(address);
  await device.fill("neighbourhood", "Zorilor");
  await partsOf(device.page).saved();

  await person.fill("neighbourhood", "Mărăști");
  const loaded = page.waitForEvent("load");
  await person.press("listings.form.pictures.add");
  await loaded;
  await page.unroute(/listing-form/);
  await page.locator('[name="title"]').focus();
  const told = page.locator(".notice", { hasText: t("listings.stale.title") });
  await expect(told).toContainText("Mărăști");
  await expect(told).toContainText("Zorilor");
  await page.getByRole("button", { name: t("listings.stale.takeSaved") }).click();
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
});
