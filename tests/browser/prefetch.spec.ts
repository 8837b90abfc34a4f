import { paths } from "@/shared/paths";
import { expect, test } from "./helpers/test";

test("hovering over a listing prefetches it, and opening it counts a view", async ({ page }) => {
  await page.goto(paths.listings());
  const link = page.locator(`a[href^="${paths.listing("")}"]:not([href$="create"])`).first();
  const path = (await link.getAttribute("href")) ?? "";
  // The page's events don't include prefetches.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Preload.enable");
  const prefetched = new Promise<void>((done) => {
    devtools.on("Preload.prefetchStatusUpdated", ({ status }) => status === "Ready" && done());
  });
  await link.hover();
  await prefetched;
  const reported = page.waitForRequest(
    (request) => request.method() === "HEAD" && request.url().endsWith(path),
  );
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  expect((await reported).headers()["x-page-activated"]).toBe("1");
  const { cookies } = await page.context().storageState();
  expect(cookies.find(({ name }) => name === "viewport")?.value).toBe("desktopMedium");
});
