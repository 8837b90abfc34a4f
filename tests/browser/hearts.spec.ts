import { paths } from "@/shared/paths";
import { expect, type Page, test } from "./helpers/test";

const hearts = (page: Page) => page.getByRole("button", { name: /^Save to shortlist: / });
const count = (page: Page) => page.locator("[data-shortlist-count]");

test("hearts save listings without leaving the page, one request after the other", async ({ page }) => {
  await page.goto(paths.listings());
  const url = page.url();
  // Both presses come before the first response, which sets the cookie.
  await page.route("**/shortlist/*", async (route) => {
    await new Promise((done) => setTimeout(done, 100));
    await route.continue();
  });
  await hearts(page).nth(0).click();
  await hearts(page).nth(1).click();
  await expect(count(page)).toHaveText("2");
  await expect(hearts(page).nth(1)).toHaveAttribute("aria-pressed", "true");
  expect(page.url()).toBe(url);
  await page.reload();
  await expect(page.locator('.heart[aria-pressed="true"]')).toHaveCount(2);
  await hearts(page).nth(0).click();
  await expect(count(page)).toHaveText("1");
  await expect(hearts(page).nth(0)).toHaveAttribute("aria-pressed", "false");
  await hearts(page).nth(0).press("Enter");
  await expect(count(page)).toHaveText("2");
  // On a phone, the number does not touch the button next to it.
  await page.setViewportSize({ width: 360, height: 800 });
  const signIn = await page.getByRole("banner").getByRole("link", { name: "Sign in" }).boundingBox();
  const number = await count(page).boundingBox();
  expect((signIn?.x ?? 0) - ((number?.x ?? 0) + (number?.width ?? 0))).toBeGreaterThan(4);
});

test("a prefetched page shows the heart as pressed, and so does the list after Back", async ({ page }) => {
  await page.goto(paths.listings());
  const card = page
    .locator(".card")
    .filter({ has: hearts(page) })
    .last();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Preload.enable");
  const prefetched = new Promise<void>((done) => {
    devtools.on("Preload.prefetchStatusUpdated", ({ status }) => status === "Ready" && done());
  });
  await card.locator(".card__link").hover();
  await prefetched;
  await card.getByRole("button").click();
  await expect(count(page)).toHaveText("1");
  await card.locator(".card__link").click();
  await expect(page.locator(".heart--text")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".heart--text")).toHaveText("Saved", { useInnerText: true });
  await page.locator(".heart--text").click();
  await expect(count(page)).toHaveText("");
  await page.goBack();
  await expect(page.locator(".card").last().locator(".heart")).toHaveAttribute("aria-pressed", "false");
  await expect(count(page)).toHaveText("");
});

test("a page from the browser's memory reloads after a change on another page only", async ({ page }) => {
  await page.goto(paths.listings());
  await hearts(page).nth(0).click();
  await expect(count(page)).toHaveText("1");
  const markPage = () => page.evaluate(() => document.body.setAttribute("data-marked", ""));
  const restore = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await markPage();
  await restore();
  await expect(page.locator("[data-marked]")).toHaveCount(1);
  // What the script of another page does.
  await page.evaluate(() => sessionStorage.setItem("shortlist_changed_at", "1"));
  await restore();
  await expect(page.locator("[data-marked]")).toHaveCount(0);
});

test("the browser submits the form when the script or its request fails", async ({ page }) => {
  await page.goto(paths.listings());
  let isFirst = true;
  await page.route("**/shortlist/*", (route) => {
    const isScript = route.request().resourceType() === "fetch" && isFirst;
    isFirst = false;
    return isScript ? route.abort() : route.continue();
  });
  await hearts(page).nth(5).click();
  await expect(page).toHaveURL(/#heart-/);
  await expect(count(page)).toHaveText("1");
});
