import { paths } from "@/shared/paths";
import { expect, test } from "./helpers/test";

test("a listing that is pointed at is fetched ahead, and counted once it is opened", async ({ page }) => {
  await page.goto(paths.listings());
  const link = page.locator(`a[href^="${paths.listing("")}"]:not([href$="create"])`).first();
  const path = (await link.getAttribute("href")) ?? "";
  // A prefetch shows in none of the page's own events.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Preload.enable");
  const fetched = new Promise<void>((done) => {
    devtools.on("Preload.prefetchStatusUpdated", ({ status }) => status === "Ready" && done());
  });
  await link.hover();
  await fetched;
  const told = page.waitForRequest((request) => request.method() === "HEAD" && request.url().endsWith(path));
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  expect((await told).headers()["x-page-opened"]).toBe("1");
  const { cookies } = await page.context().storageState();
  expect(cookies.find(({ name }) => name === "viewport")?.value).toBe("desktopMedium");
});
