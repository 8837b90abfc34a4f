import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { describeVisit, expectNoOverflow, type TestVisitor, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

/** A phone and a desktop. */
const WIDTHS = [390, 1280];

const moreFilters = ({ page }: TestVisitor) => page.locator(".filters__more");
const expandButton = ({ page }: TestVisitor) => page.locator("[data-expand]");

for (const visit of VISITS) {
  for (const width of WIDTHS) {
    test(`more filters keep what was not sent, ${width} px, ${describeVisit(visit)}`, async ({ open }) => {
      const parent = await open(visit, { viewport: { width, height: 800 } });
      const { page } = parent;
      const level = page.locator('#filter-level [value="h"]');
      await parent.go(paths.listings());
      await page.locator("#filter-q").fill("exercitii");
      if (width < 1024) await page.locator(".filter-button").click();
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
  }

  test(`the Enter key searches without more filters, ${describeVisit(visit)}`, async ({ open }) => {
    const parent = await open(visit);
    const { page } = parent;
    await parent.go(paths.listings());
    await page.locator("#filter-q").fill("exercitii");
    await page.locator("#filter-q").press("Enter");
    await expect(page).toHaveURL(/[?&]q=exercitii/);
    await page.locator("#filter-max").fill("900");
    await page.locator("#filter-max").press("Enter");
    await expect(page).toHaveURL(/[?&]max=900/);
    await expect(page).not.toHaveURL(/more=1/);
    await expect(expandButton(parent)).toBeVisible();
  });
}

test("more filters stay when the results of an earlier choice arrive", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
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
  const parent = await open({ locale: "en", javaScriptEnabled: true });
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
