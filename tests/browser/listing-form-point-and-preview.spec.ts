import { expectAccessible } from "./helpers/axe";
import { PICTURES } from "./helpers/files";
import { findFormParts, openTeacher, picturesSaved } from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

const [first, second, third] = PICTURES;

const GEOLOCATION = { permissions: ["geolocation"], geolocation: { latitude: 46.5667, longitude: 23.7833 } };

test("a chosen place sets the point, which the device makes more exact and a button removes", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert }, GEOLOCATION);
  const { page, t } = visitor;
  const { latitude, longitude } = findFormParts(page);
  const status = page.locator(".point-field [role=status]");
  await visitor.go("/tutoring/create");
  await page.locator('[name="county"]').selectOption("cj");
  await page.locator('[name="locations"]').first().check();
  await visitor.fill("neighbourhood", "Zorilor");
  await page.locator(".point-field summary").click();
  await expect(page.locator(".county-map__point")).toBeVisible();
  await expect(status).toHaveText(t("listings.form.point.place"));
  await expect(latitude).toHaveValue("");

  await page.getByRole("button", { name: t("listings.form.point.device") }).click();
  await expect(latitude).toHaveValue("46.5667");
  await expect(status).toContainText("Cluj-Napoca");
  await page.getByRole("button", { name: t("listings.form.point.remove") }).click();
  await expect(latitude).toHaveValue("");
  await longitude.fill("23.6");
  await latitude.fill("95");
  await longitude.focus();
  await expect(page.locator('[id="field-point.latitude-error"]')).toContainText("90");
});

test("the preview shows the page as visitors will see it, and returns to the form", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert }, { visit: { locale: "ro", javaScriptEnabled: true } });
  const { page, t } = visitor;
  const { subject, input, items, descriptions, saved } = findFormParts(page);
  await visitor.go("/tutoring/create");
  await subject.selectOption("la");
  await visitor.fill("title", "Latină pentru începători");
  await page.locator("textarea").fill("Întâi declinările,\napoi restul.");
  const stored = picturesSaved(page);
  await input.setInputFiles([third]);
  await stored;
  await saved();
  await visitor.press("listings.form.preview");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Latină pentru începători");
  await expect(page.locator(".gallery__slide img")).toHaveCount(1);
  await expectAccessible(page, "the preview");
  await visitor.press("listings.preview.back");
  await expect(page.locator('[name="title"]')).toHaveValue("Latină pentru începători");
  await expect(page.locator("textarea")).toHaveValue("Întâi declinările,\napoi restul.");
  await expect(items).toHaveCount(1);
  await descriptions.fill("O carte veche");
  await visitor.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
});

test("without JavaScript: pictures get descriptions and an order", async ({ open, insert }) => {
  const viewport = { width: 360, height: 780 };
  const visitor = await openTeacher(
    { open, insert },
    { visit: { locale: "ro", javaScriptEnabled: false }, viewport },
  );
  const { page, t } = visitor;
  const { subject, input, items, descriptions } = findFormParts(page);
  await visitor.go("/tutoring/create");
  await subject.selectOption("l");
  await visitor.fill("title", "Logică fără scripturi");
  await input.setInputFiles([first, second]);
  await visitor.press("listings.form.pictures.add");
  await expect(items).toHaveCount(2);
  await descriptions.nth(0).fill("Prima");
  await descriptions.nth(1).fill("A doua");
  await page.getByRole("button", { name: t("listings.form.pictures.down", { n: 1 }) }).click();
  await expect(descriptions.nth(0)).toHaveValue("A doua");
  await expect(descriptions.nth(1)).toHaveValue("Prima");
  await visitor.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
});
