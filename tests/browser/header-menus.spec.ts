import { paths } from "@/shared/paths";
import { DEMO } from "./helpers/site";
import { expect, test } from "./helpers/test";

test("Escape closes the account menu and returns the focus; leaving it closes it", async ({ open }) => {
  const { page } = await open({ locale: "en", javaScriptEnabled: true }, { as: DEMO.learner });
  await page.goto(paths.contact());
  const menu = page.locator(".account-menu");
  const button = menu.locator("summary");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(menu).toHaveAttribute("open");
  await page.keyboard.press("Shift+Tab");
  await expect(menu).not.toHaveAttribute("open");
});
