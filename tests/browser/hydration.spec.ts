import { devices } from "@playwright/test";
import { hold } from "./helpers/hold";
import { HYDRATED, unfold, WITH_SCRIPT } from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

/** A point in the form: its map differs with and without script. */
const WITH_POINT = { latitude: 46.75, longitude: 23.55 };

test("a keyboard user tabs through the listing form and types while its script loads", async ({
  open,
  insert,
}) => {
  const teacher = await insert.teacher();
  const listing = await insert.listing(teacher, WITH_POINT);
  const visitor = await open(WITH_SCRIPT, { as: teacher.email });
  const { page, t } = visitor;
  const release = await hold(page, /hydrate-island/);
  await visitor.go(`/tutoring/${listing.id}/edit`);
  await unfold(page);
  await page.locator('[name="levels"]').last().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const title = page.locator('[name="title"]');
  await expect(title).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(", pas");
  release();
  await expect(page.locator(HYDRATED)).toBeAttached();
  await page.keyboard.type(" cu pas");
  await page.keyboard.press("Tab");
  await expect(page.locator("textarea")).toBeFocused();
  await visitor.press("listings.form.submit.save");
  await expect(page.getByText(t("listings.done.saved"))).toBeVisible();
  await visitor.go(`/tutoring/${listing.id}/edit`);
  await expect(title).toHaveValue(`${listing.title}, pas cu pas`);
});

test("on a phone the first tap's text goes into the field, at the caret", async ({ open, insert }) => {
  const { defaultBrowserType: _, ...phone } = devices["Pixel 5"];
  const teacher = await insert.teacher();
  const listing = await insert.listing(teacher, WITH_POINT);
  const visitor = await open(WITH_SCRIPT, { ...phone, as: teacher.email });
  const { page, t } = visitor;
  const release = await hold(page, /hydrate-island/);
  await visitor.go(`/tutoring/${listing.id}/edit`);
  const description = page.locator("textarea");
  await unfold(page);
  await description.tap();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Lecții și ");
  release();
  await expect(page.locator(HYDRATED)).toBeAttached();
  await page.keyboard.type("online. ");
  const text = `Lecții și online. ${listing.description}`;
  await expect(description).toHaveValue(text);
  await visitor.press("listings.form.submit.save");
  await expect(page.getByText(t("listings.done.saved"))).toBeVisible();
  await visitor.go(`/tutoring/${listing.id}/edit`);
  await expect(description).toHaveValue(text);
});
