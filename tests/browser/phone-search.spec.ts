import { paths } from "@/shared/paths";
import { openList } from "./helpers/list";
import { expect, type Page, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const searchBox = (page: Page) => page.locator('input[name="q"]');
const filters = (page: Page) => page.locator("form.filters");

test("the sheet of filters keeps the focus, and gives it back when it closes", async ({ open }) => {
  const visitor = await open(
    { locale: "en", javaScriptEnabled: true },
    { viewport: { width: 640, height: 400 } },
  );
  const { page } = visitor;
  await openList(visitor, paths.listings());
  const button = page.locator(".filter-button");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(filters(page).locator(":focus")).toBeInViewport();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator("*:focus:not(form.filters *)")).toHaveCount(0);
  await filters(page).locator("#filter-county").focus();
  await page.keyboard.press("Escape");
  await expect(filters(page)).toBeHidden();
  await expect(button).toBeFocused();

  // In a wide window the filters are next to the list, which must be usable.
  await page.keyboard.press("Enter");
  await expect(filters(page).locator(":focus")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(".card__link").first().focus();
  await expect(page.locator(".card__link").first()).toBeFocused();
});

test("on a phone the list is searched while its text box, above the closed filters, is typed into", async ({
  open,
}) => {
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, PHONE);
  const { page } = visitor;
  await visitor.go(paths.listings());
  await expect(searchBox(page)).toHaveCount(1);
  await expect(searchBox(page)).toBeInViewport();
  await expect(filters(page)).toBeHidden();
  await searchBox(page).focus();
  await expect(searchBox(page)).toHaveRole("combobox");
  await searchBox(page).pressSequentially("mate cluj");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mathematics tutors in Cluj");
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("mate cluj");
  await page.keyboard.press("Escape");
  await page.locator(".filter-button").click();
  await expect(filters(page)).toBeVisible();
  await expect(filters(page).locator("#filter-county")).toHaveValue("cj");
  await expect(searchBox(page)).toHaveValue("");
});
