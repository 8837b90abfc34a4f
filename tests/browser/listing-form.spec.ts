import { hold } from "./helpers/hold";
import { findFormParts, HYDRATED, openTeacher } from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

test("the form is hydrated at the first use, validates input and saves a draft", async ({ open, insert }) => {
  const visitor = await openTeacher({ open, insert }, { visit: { locale: "ro", javaScriptEnabled: true } });
  const { page, t } = visitor;
  const { subject, status, saved } = findFormParts(page);
  const complaints: string[] = [];
  const scripts: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await visitor.go("/profile/listings");
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  const release = await hold(page, /listing-form/);
  await visitor.go("/tutoring/create");
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBe(1);

  // What is typed before the form is hydrated stays.
  await visitor.fill("title", "Scurt");
  await page.locator("textarea").fill("Scris înainte");
  release();
  await page.locator('[name="price"]').fill("95");
  await expect(page.locator(".form__result")).toContainText("95 lei");
  await expect(page.locator("textarea")).toHaveValue("Scris înainte");
  expect(scripts.length).toBeGreaterThan(1);
  await visitor.fill("title", "Puțin");
  await visitor.fill("neighbourhood", "Gheorgheni");
  await page.locator('[name="session_minutes"]').selectOption("50");
  await expect(page.locator("#field-title-error")).toContainText("10");
  await expect(page.locator(".form__result")).toContainText("114 lei");
  await expect(status).toContainText(t("listings.form.status.subject"));
  await visitor.fill("title", "Geografie cu hărți mute");
  await expect(page.locator("#field-title-error")).toHaveCount(0);

  await subject.selectOption("g");
  await page.waitForURL(/\/ro\/tutoring\/\w{16}\/edit$/);
  await saved();
  await page.reload();
  await expect(page.locator('[name="title"]')).toHaveValue("Geografie cu hărți mute");
  await expect(page.locator('[name="price"]')).toHaveValue("95");

  await subject.focus();
  await expect(page.locator(HYDRATED)).toBeAttached();
  await page.locator("textarea").fill("Sunați la 0745123456 pentru o primă lecție, oricând.");
  await visitor.press("listings.form.submit.review");
  await expect(page.locator("#error-summary")).toBeFocused();
  await expect(page.locator("#error-summary")).toContainText(
    t("general.errors.contact_held", { found: "0745123456" }),
  );
  await expect(page.getByRole("button", { name: t("listings.form.submit.anyway") })).toBeVisible();
  await visitor.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
  expect(complaints).toEqual([]);
});

test("typed text is restored after the tab was closed, and can be discarded", async ({ open, insert }) => {
  const visitor = await openTeacher({ open, insert });
  const { context, t } = visitor;
  let { page } = visitor;
  // The server is unreachable, so only the browser has the input.
  await context.route("**/api/listings**", (route) => route.abort());
  await visitor.go("/tutoring/create");
  await visitor.fill("title", "Ce am scris înainte de cădere");
  await findFormParts(page).subject.selectOption("g");
  await page.locator('[name="levels"][value="h"]').check();
  await page.locator("textarea").fill("Un rând\nși încă unul");
  await expect(findFormParts(page).status).toContainText(t("listings.form.status.offline"));
  const id = await page.locator('[name="id"]').inputValue();
  await page.close();

  // Without any interaction.
  page = await context.newPage();
  await page.goto("/tutoring/create");
  await expect(page.getByText(t("listings.form.restored.title"))).toBeVisible();
  await expect(page.locator('[name="title"]')).toHaveValue("Ce am scris înainte de cădere");
  await expect(page.locator("textarea")).toHaveValue("Un rând\nși încă unul");
  await expect(page.locator('[name="levels"][value="h"]')).toBeChecked();
  await expect(page.locator('[name="id"]')).toHaveValue(id);
  // A second form opened at the same time is for another listing.
  const otherPage = await context.newPage();
  await otherPage.goto("/tutoring/create");
  await otherPage.locator('[name="title"]').focus();
  await expect(otherPage.locator(".picture-drop__hint")).toBeVisible();
  await expect(otherPage.locator('[name="title"]')).toHaveValue("");
  await otherPage.close();

  await page.getByRole("button", { name: t("listings.form.submit.review"), exact: true }).click();
  await expect(page.locator("#error-summary")).toBeFocused();
  await expect(page.getByText(t("listings.form.restored.title"))).toHaveCount(0);
  await page.reload();
  await page.getByText(t("listings.form.restored.discard")).click();
  await expect(page.locator('[name="title"]')).toHaveValue("Ce am scris înainte de cădere");
  await page.getByRole("button", { name: t("general.form.discardDraft.confirm") }).click();
  await expect(page.locator('[name="title"]')).toHaveValue("");
  await expect(page.getByText(t("listings.form.restored.title"))).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[name="title"]')).toHaveValue("");
});
