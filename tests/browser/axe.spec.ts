import AxeBuilder from "@axe-core/playwright";
import { ADMIN_PAGES, PAGES, pathOf, TEACHER_PAGES } from "./helpers/pages";
import { DEMO, openBrowser } from "./helpers/site";
import { expect, type Page, test } from "./helpers/test";

/** Nothing serious in either theme, and nothing that runs out of a narrow phone. */
async function check(page: Page, path: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(path);
    await findNothingSerious(page, `${path}, ${colorScheme}`);
  }
  await fitsTheScreen(page, path);
}

async function findNothingSerious(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  expect.soft(serious, what).toEqual([]);
}

async function fitsTheScreen(page: Page, path: string) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
}

const groups = [
  { who: "a visitor", email: null, pages: PAGES },
  { who: "a teacher", email: DEMO.teacher, pages: TEACHER_PAGES },
  { who: "an admin", email: DEMO.admin, pages: ADMIN_PAGES },
];

for (const { who, email, pages } of groups) {
  for (const locale of ["en", "ro"] as const) {
    test(`axe finds nothing serious on the pages of ${who}, ${locale}, 320 px and both themes`, async ({
      browser,
    }) => {
      test.setTimeout(420_000);
      const viewport = { width: 320, height: 720 };
      const person = await openBrowser(browser, { locale: "en", javaScriptEnabled: true }, { viewport });
      if (email) await person.signIn(email);
      for (const name of Object.values(pages)) {
        const path = await pathOf(person.page, name);
        await check(person.page, locale === "en" ? path : `/ro${path === "/" ? "" : path}`);
      }
      await person.context.close();
    });
  }
}

test("axe finds nothing serious on a payment, its dispute and its events, both languages and themes", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const more = { viewport: { width: 320, height: 720 } };
  const visit = { locale: "en", javaScriptEnabled: true } as const;
  const teacher = await openBrowser(browser, visit, more);
  await teacher.signIn(DEMO.teacher);
  await teacher.page.goto(await pathOf(teacher.page, "promote"));
  await teacher.page.locator('[name="package"][value="home7"]').check();
  await teacher.page.locator('[name="immediate_start"]').check();
  await teacher.press("promotions.promote.order");
  await teacher.page.waitForURL(/\/pay\/cs_/);
  await teacher.page.locator('button[name="action"][value="pay"]').click();
  await teacher.page.waitForURL(/\/payment-complete\/cs_/);
  const payment = new URL(teacher.page.url()).pathname;
  const orderLink = teacher.page.locator('main a[href^="/profile/promotions/"]');
  const order = (await orderLink.getAttribute("href")) ?? "";
  const inBoth = async (page: Page, path: string) => {
    await check(page, path);
    await check(page, `/ro${path}`);
  };
  await inBoth(teacher.page, payment);

  const devConsole = await browser.newPage();
  await devConsole.goto(`${process.env.STUBS_URL}/payments/${payment.split("/").at(-1)}`);
  await devConsole.locator('button[value="dispute"]').click();
  await expect(async () => {
    await teacher.page.goto(order);
    await expect(teacher.page.locator("main")).toContainText(teacher.t("purchases.standing.disputed"));
  }).toPass();
  for (const path of [payment, order]) await inBoth(teacher.page, path);

  const admin = await openBrowser(browser, visit, more);
  await admin.signIn(DEMO.admin);
  const file = order.replace("/profile/promotions/", "/admin/orders/");
  await inBoth(admin.page, file);
  await admin.page.goto(file);
  const event = await admin.page.locator('main a[href^="/admin/events/"]').first().getAttribute("href");
  await inBoth(admin.page, event ?? "");
  for (const { context } of [teacher, admin]) await context.close();
  await devConsole.close();
});

test("axe finds nothing serious on the preview of a listing, 320 px and both themes", async ({ browser }) => {
  const viewport = { width: 320, height: 720 };
  const person = await openBrowser(browser, { locale: "ro", javaScriptEnabled: true }, { viewport });
  await person.signIn(DEMO.teacher);
  // A listing that may be promoted is public, so nothing of it is missing. A preview answers a form: no address leads to it.
  const id = (await pathOf(person.page, "promote")).split("/").at(-2);
  await person.page.goto(`/ro/tutoring/${id}/edit`);
  await person.press("listings.form.preview");
  await expect(person.page.getByText(person.t("listings.preview.heading"), { exact: true })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await person.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await findNothingSerious(person.page, `the preview, ${colorScheme}`);
  }
  await fitsTheScreen(person.page, "the preview");
  await person.context.close();
});
