import { paths } from "@/shared/paths";
import { expect, test } from "./helpers/test";

test("a listing that is pointed at is fetched ahead, and counted once it is opened", async ({ page }) => {
  await page.goto(paths.listings());
  const link = page.locator(`a[href^="${paths.listing("")}"]:not([href$="create"])`).first();
  const path = (await link.getAttribute("href")) ?? "";
  await link.hover();
  // What a browser fetches ahead shows in none of the page's events; it begins a fifth of a second after the pointer rests.
  await page.waitForTimeout(1000);
  const told = page.waitForRequest((request) => request.method() === "HEAD" && request.url().endsWith(path));
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  expect((await told).headers()["x-page-opened"]).toBe("1");
  const { cookies } = await page.context().storageState();
  expect(cookies.find(({ name }) => name === "viewport")?.value).toBe("desktopMedium");
});
