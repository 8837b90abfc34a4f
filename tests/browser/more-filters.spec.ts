import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { expectNoOverflow, type TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;

const moreFilters = ({ page }: TestVisitor) => page.locator(".filters__more");
const expandButton = ({ page }: TestVisitor) => page.locator("[data-expand]");

test("more filters keep what was not sent", async ({ open }) => {
  const parent = await open(VISIT, { viewport: { width: 390, height: 800 } });
  const { page } = parent;
  const level = page.locator('#filter-level [value="h"]');
  await parent.go(paths.listings());
  await page.locator("#filter-q").fill("exercitii");
  await page.locator(".filter-button").click();
  await level.check();
  await page.locator("#filter-max").fill("900");
  await expandButton(parent).click();
  await expect(moreFilters(parent)).toHaveAttribute("open");
  await expect(expandButton(parent)).toHaveCount(0);
  await expect(page.locator(".active-filters .chip")).toHaveCount(3);
  await expect(page.locator("#filter-q")).toHaveValue("exercitii");
  await expect(level).toBeChecked();
  await expect(page.locator("#filter-max")).toHaveValue("900");
  await expectNoOverflow(page);
});

test("more filters stay when the results of an earlier choice arrive", async ({ open }) => {
  const parent = await open(VISIT);
  const { page } = parent;
  await parent.go(paths.listings());
  const answer = await hold(page, /online=1/);
  const request = page.waitForRequest(/online=1/);
  await page.locator("#filter-online").check();
  await request;
  await expandButton(parent).click();
  await expect(moreFilters(parent).locator("summary")).toBeFocused();
  answer();
  await expect(page).toHaveURL(/\/tutoring\?online=1$/);
  await expect(moreFilters(parent).locator("summary")).toBeFocused();
  await page.locator('#filter-when [value="weekend"]').check();
  await expect(page).toHaveURL(/\/tutoring\?online=1&when=weekend$/);
});

test("more filters that cannot be fetched are opened as a page with what was typed", async ({ open }) => {
  const parent = await open(VISIT);
  const { page } = parent;
  await page.route(/more=1/, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  );
  await parent.go(paths.listings());
  await page.locator("#filter-q").fill("exercitii");
  await expandButton(parent).click();
  await expect(page).toHaveURL(/[?&]q=exercitii&.*more=1/);
  await expect(moreFilters(parent)).toHaveAttribute("open");
  await expect(page.locator("#filter-q")).toHaveValue("exercitii");
});
