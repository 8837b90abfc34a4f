import { paths } from "@/shared/paths";
import { expectAccessible } from "./helpers/axe";
import {
  type BrowserContext,
  expect,
  MEASUREMENT_ID as ID,
  type Page,
  type Site,
  test,
} from "./helpers/test";

/** All tests in one worker, so that the site with the tag starts once. */
test.describe.configure({ mode: "default" });

const PHONE = { viewport: { width: 360, height: 720 } };

/** Records requests to other sites, and answers them with an empty response. */
async function noteOutside(site: Site, context: BrowserContext): Promise<string[]> {
  const outside: string[] = [];
  await context.route(
    (url) => url.origin !== site.url,
    (route) => {
      outside.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: "" });
    },
  );
  return outside;
}

const readDataLayer = (page: Page) =>
  page.evaluate(() =>
    ((window as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((command) =>
      [...Array.from(command)].filter((part) => typeof part === "string").join(" "),
    ),
  );
const banner = (page: Page) => page.locator("[data-consent]");

test("Google's tag loads only after consent, and its cookies are removed when consent is withdrawn", async ({
  browser,
  taggedSite: site,
}) => {
  const context = await browser.newContext(PHONE);
  const outside = await noteOutside(site, context);
  const page = await context.newPage();
  await page.goto(site.url + paths.listings());
  await expect.poll(() => readDataLayer(page)).toEqual(["consent default"]);
  await page.goto(site.url + paths.home());
  expect(outside).toEqual([]);

  // The page is neither reloaded nor covered.
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await expect.poll(() => readDataLayer(page)).toEqual(["consent default"]);
  await banner(page).locator('[value="accept"]').click();
  await expect(banner(page)).toHaveCount(0);
  expect(await readDataLayer(page)).toEqual(["consent default", "consent update"]);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);

  await page.goto(site.url + paths.listings());
  await expect.poll(() => outside).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`]);
  expect(await readDataLayer(page)).toEqual([
    "consent default",
    "consent update",
    "js",
    `config ${ID}`,
    "event page_view",
  ]);

  await context.addCookies([{ name: "_ga", value: "GA1.1.1.1", url: site.url }]);
  await page.goto(site.url + paths.cookieChoices());
  await page.locator('.form [value="reject"]').click();
  await page.waitForURL(/done=consent/);
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "_ga")).toBe(false);
  outside.length = 0;
  await page.goto(site.url + paths.home());
  await expect.poll(() => readDataLayer(page)).toEqual(["consent default", "consent update"]);
  expect(outside).toEqual([]);
  await context.close();
});

test("the banner covers nothing and works by keyboard", async ({ browser, taggedSite: site }) => {
  // Romanian texts are longer.
  const context = await browser.newContext({ ...PHONE, colorScheme: "dark", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${site.url}/ro`);
  await expectAccessible(page, "the banner", { include: ["[data-consent]"] });
  const [reject, accept] = await Promise.all(
    ["reject", "accept"].map((choice) => banner(page).locator(`[value="${choice}"]`).boundingBox()),
  );
  expect([reject?.width, reject?.height]).toEqual([accept?.width, accept?.height]);
  // The banner is in the page's flow and covers nothing.
  const [above, header] = [
    await banner(page).boundingBox(),
    await page.locator(".site-header").boundingBox(),
  ];
  expect(header?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
  for (const _ of ["skip link", "choices", "reject"]) await page.keyboard.press("Tab");
  await expect(banner(page).locator('[value="reject"]')).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(banner(page)).toHaveCount(0);
  await context.close();
});
