import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { expect, test } from "./helpers/test";

test("more filters stay open when the results of an earlier choice arrive", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  const more = page.locator(".filters__more");
  await parent.go(paths.listings());
  const answer = await hold(page, /online=1/);
  const request = page.waitForRequest(/online=1/);
  await page.locator("#filter-online").check();
  await request;
  await more.locator("summary").click();
  answer();
  await expect(page).toHaveURL(/\/tutoring\?online=1$/);
  await expect(more).toHaveAttribute("open");
  await expect(more.locator("summary")).toBeFocused();
  await page.locator('#filter-when [value="weekend"]').check();
  await expect(page).toHaveURL(/\/tutoring\?online=1&when=weekend$/);
});
