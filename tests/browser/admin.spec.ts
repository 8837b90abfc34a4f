import { paths } from "@/shared/paths";
import { DEMO } from "./helpers/site";
import { expect, type Page, test } from "./helpers/test";

const DAY_MS = 86_400_000;

test("a reviewer decides about listings by keyboard, without JavaScript", async ({ open, insert }) => {
  // The queue starts with the oldest listing.
  const teacher = await insert.teacher();
  for (const [index, county] of ["hd", "cs", "gj"].entries()) {
    const submittedTs = Date.now() - (60 - index) * DAY_MS;
    const title = `Geografie pe hartă mută, grupa ${county}`;
    await insert.listing(teacher, {
      state: "pending",
      publishedTs: null,
      expiresTs: null,
      title,
      submittedTs,
    });
  }
  const admin = await open({ locale: "en", javaScriptEnabled: false }, { as: DEMO.admin });
  await admin.go(paths.adminListings());
  const { page } = admin;
  await page.locator(".entry__title a").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/listings\/\w{16}$/);
  const seen = [new URL(page.url()).pathname];

  await pressAccessKey(page, "n");
  await page.waitForURL((url) => !seen.includes(url.pathname));
  seen.push(new URL(page.url()).pathname);

  await pressAccessKey(page, "r");
  await expect(page.locator("#field-reject-reason")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.locator("#field-reject-text").focus();
  await page.keyboard.type("Scrieți, vă rugăm, ce materie predați.");
  // The button that inserts text blocks comes first.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(admin.t("moderation.kinds.listings.done.rejected"))).toBeVisible();
  expect(seen, "straight on to another one").not.toContain(new URL(page.url()).pathname);

  await pressAccessKey(page, "a");
  await expect(page.getByText(admin.t("moderation.kinds.listings.done.approved"))).toBeVisible();
});

/**
 * Alt and a letter. `keyboard.press` omits the letter's text while Alt is held, but Chromium needs it to find the
 * element.
 */
async function pressAccessKey(page: Page, letter: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const key = {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
    windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
    modifiers: 1,
  };
  await devtools.send("Input.dispatchKeyEvent", {
    ...key,
    type: "keyDown",
    text: letter,
    unmodifiedText: letter,
  });
  await devtools.send("Input.dispatchKeyEvent", { ...key, type: "keyUp" });
  await devtools.detach();
}
