import { expectAccessible } from "./helpers/axe";
import { PICTURES } from "./helpers/files";
import { findFormParts, openTeacher, picturesSaved } from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

const [first, second, third] = PICTURES;

const GEOLOCATION = { permissions: ["geolocation"], geolocation: { latitude: 46.5667, longitude: 23.7833 } };

test("a click on the map, arrow keys and the device's location set the point, which can be removed", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert }, GEOLOCATION);
  const { page, t } = visitor;
  const { latitude, longitude, map } = findFormParts(page);
  const status = page.locator(".point-field [role=status]");
  await visitor.go("/tutoring/create");
  await page.locator('[name="county"]').selectOption("cj");
  await page.locator(".point-field summary").click();
  await map.click({ position: { x: 240, y: 200 } });
  const clickedLatitude = Number(await latitude.inputValue());
  expect(clickedLatitude).toBeGreaterThan(46.3);
  expect(clickedLatitude).toBeLessThan(47.4);
  await expect(page.locator(".county-map__point")).toBeVisible();
  await map.press("ArrowUp");
  expect(Number(await latitude.inputValue())).toBeCloseTo(clickedLatitude + 0.005, 5);
  const clickedLongitude = Number(await longitude.inputValue());
  await map.press("Shift+ArrowLeft");
  expect(Number(await longitude.inputValue())).toBeCloseTo(clickedLongitude - 0.05, 5);

  await page.getByRole("button", { name: t("listings.form.point.device") }).click();
  await expect(latitude).toHaveValue("46.5667");
  await expect(status).toContainText("Cluj-Napoca");
  await page.locator('[name="county"]').selectOption("ct");
  await map.press("ArrowUp");
  await expect(status).toContainText("Constanța");

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

test("without JavaScript: pictures get descriptions and an order, and the map sets the point", async ({
  open,
  insert,
}) => {
  const viewport = { width: 360, height: 780 };
  const visitor = await openTeacher(
    { open, insert },
    { visit: { locale: "ro", javaScriptEnabled: false }, viewport },
  );
  const { page, t } = visitor;
  const { subject, input, items, descriptions, latitude } = findFormParts(page);
  await visitor.go("/tutoring/create");
  await subject.selectOption("l");
  await visitor.fill("title", "Logică fără scripturi");
  await page.locator('[name="county"]').selectOption("is");
  await page.locator(".point-field summary").click();
  await visitor.press("listings.form.point.show");
  await page.locator(".point-field summary").click();
  await page.locator('input[type="image"]:visible').click({ position: { x: 144, y: 120 } });
  await expect(page.locator(".point-field[open]")).toHaveCount(1);
  expect(Number((await latitude.inputValue()).replace(",", "."))).toBeGreaterThan(46.8);
  await expect(page.locator('[name="title"]')).toHaveValue("Logică fără scripturi");

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
