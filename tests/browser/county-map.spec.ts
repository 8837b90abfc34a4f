import { COUNTY_CODES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { expect, test } from "./helpers/test";

test("counties are pressed on a map, and the keyboard's focus shows a shape", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  await page.setViewportSize({ width: 390, height: 900 });
  await parent.go(paths.home());
  await expect(page.locator(".county-links use")).toHaveCount(COUNTY_CODES.length);
  const cluj = page.locator('.county-links a[href$="county=cj"]');
  await expect(cluj.locator("text")).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(cluj.locator("text")).toHaveText(
    (await cluj.locator(".scope-link__count > :first-child").textContent()) ?? "",
  );

  const links = page.locator(".county-links a");
  await links.first().focus();
  await page.keyboard.press("Tab");
  await expect(links.nth(1)).toBeFocused();
  await expect(links.nth(1).locator("svg")).toHaveCSS("stroke-width", "3px");
  await expect(links.first().locator("svg")).toHaveCSS("stroke-width", "1px");

  // The shape has a size only if its file has loaded. A press at its center hits it and no neighbour.
  await expect.poll(async () => (await cluj.locator("use").boundingBox())?.width).toBeGreaterThan(20);
  await cluj.locator("use").click();
  await expect(page).toHaveURL(/\/tutoring\?county=cj$/);
});
