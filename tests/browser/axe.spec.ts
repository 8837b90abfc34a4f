import AxeBuilder from "@axe-core/playwright";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { buyPromotion } from "./helpers/buy-promotion";
import { ADMIN_PAGES, findPath, PAGES, TEACHER_PAGES } from "./helpers/pages";
import { DEMO, expectNoOverflow, getLink, type Visit } from "./helpers/site";
import { expect, type Page, test } from "./helpers/test";

const NARROW = { viewport: { width: 320, height: 720 }, reducedMotion: "reduce" } as const;
const ENGLISH: Visit = { locale: "en", javaScriptEnabled: true };
/** Pages per test: a compromise between start-up time and even distribution over the workers. */
const PAGES_A_TEST = 6;

/** Header and footer are the same on each page, so a test checks only those of its first page. */
const SAME_EVERYWHERE = [".site-header", ".site-footer"];

/**
 * No serious problems in English with the light theme or Romanian with the dark one, and no horizontal scrolling on a
 * phone.
 */
async function check(page: Page, path: string, { isFirst }: { isFirst: boolean }) {
  for (const [locale, colorScheme] of [
    ["en", "light"],
    ["ro", "dark"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(localizePath(locale, path));
    await findNothingSerious(page, `${path}, ${locale}, ${colorScheme}`, isFirst ? [] : SAME_EVERYWHERE);
  }
}

async function findNothingSerious(page: Page, what: string, exclude: readonly string[] = []) {
  await expectNoOverflow(page, what);
  // The legacy mode only ignores frames, which the pages don't have. The normal mode opens a second page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Preloading serves rules about audio and screen orientation, which no page needs.
  axe.options({ resultTypes: ["violations"], preload: false });
  for (const part of exclude) axe.exclude(part);
  const { violations } = await axe.analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  expect.soft(serious, what).toEqual([]);
}

const groups = [
  { who: "a visitor", as: undefined, pages: PAGES },
  { who: "a teacher", as: DEMO.teacher, pages: TEACHER_PAGES },
  { who: "an admin", as: DEMO.admin, pages: ADMIN_PAGES },
];

// Long tests, and a busy machine takes several times as long.
test.describe.configure({ timeout: 240_000 });

for (const { who, as, pages } of groups) {
  const all = Object.entries(pages);
  for (let start = 0; start < all.length; start += PAGES_A_TEST) {
    const some = all.slice(start, start + PAGES_A_TEST);
    const names = some.map(([name]) => name).join(", ");
    test(`axe finds nothing serious on the pages of ${who}: ${names}`, async ({ open }) => {
      const { page } = await open(ENGLISH, { ...NARROW, ...(as ? { as } : {}) });
      for (const [, name] of some) {
        const isFirst = name === some[0]?.[1];
        await check(page, await findPath(page.request, name), { isFirst });
      }
    });
  }
}

test("axe finds nothing serious on a payment, its dispute and its events", async ({ open, insert, site }) => {
  const owner = await insert.teacher();
  const listing = await insert.listing(owner);
  const teacher = await open(ENGLISH, { ...NARROW, as: owner.email });
  await teacher.go(paths.promoteListing(listing.id));
  await buyPromotion(teacher, "home7");
  const payment = new URL(teacher.page.url()).pathname;
  const orderLink = teacher.page.locator('main a[href^="/profile/promotions/"]');
  const order = (await orderLink.getAttribute("href")) ?? "";
  await check(teacher.page, payment, { isFirst: true });

  const stubs = await teacher.context.newPage();
  await stubs.goto(`${site.stubsUrl}/payments/${payment.split("/").at(-1)}`);
  await stubs.locator('button[value="dispute"]').click();
  const disputed = teacher.t("promotions.purchases.status.disputed");
  await expect.poll(async () => (await teacher.page.request.get(order)).text()).toContain(disputed);
  for (const path of [payment, order]) await check(teacher.page, path, { isFirst: false });

  const admin = await open(ENGLISH, { ...NARROW, as: DEMO.admin });
  const file = order.replace("/profile/promotions/", "/admin/orders/");
  await check(admin.page, file, { isFirst: true });
  const html = await (await admin.page.request.get(file)).text();
  const event = html.match(/href="(\/admin\/events\/[^"]+)"/)?.[1];
  expect(event, "the order's page leads to its events").toBeDefined();
  await check(admin.page, event ?? "", { isFirst: false });
});

test("axe finds nothing serious on the pages that mailed links open", async ({ open, insert, mailTo }) => {
  const listing = await insert.listing(await insert.teacher());
  const guest = await open(ENGLISH, NARROW);
  const email = `guest-${listing.id}@example.test`;
  await guest.go(paths.enquire(listing.id));
  await guest.fill("message", "Bună ziua, aveți loc miercuri?");
  await guest.fill("name", "Ilinca");
  await guest.fill("email", email);
  await guest.press("enquiries.form.send");
  await expect(guest.page.getByText(email)).toBeVisible();
  await findNothingSerious(guest.page, "the request to check the mailbox");

  const enquiry = toPath(getLink(await mailTo(email, /enquiries\/\w+\?token=/)));
  await check(guest.page, enquiry, { isFirst: true });
  await guest.go(enquiry);
  await guest.press("enquiries.confirm.send");
  await expect(guest.page.getByText(guest.t("enquiries.done.confirmed"))).toBeVisible();
  await check(guest.page, enquiry, { isFirst: false });

  const other = await insert.listing(await insert.teacher());
  const writer = `writer-${listing.id}@example.test`;
  await guest.go(paths.enquireSeveral({ listing_ids: [listing.id, other.id] }));
  await guest.fill("message", "Bună ziua, aveți loc joi?");
  await guest.fill("name", "Ilinca");
  await guest.fill("email", writer);
  await guest.press("enquiries.form.send");
  await findNothingSerious(guest.page, "the result of a message to several");
  const several = toPath(getLink(await mailTo(writer, /enquiries\/confirm\?token=/)));
  await check(guest.page, several, { isFirst: false });
  await guest.go(several);
  await guest.press("enquiries.several.confirm");
  await check(guest.page, several, { isFirst: false });

  const user = await insert.user({ locale: "en" });
  await guest.go(paths.resetPassword());
  await guest.fill("email", user.email);
  await guest.press("accounts.reset.send");
  const reset = toPath(getLink(await mailTo(user.email, /reset-password\?token=/)));
  await check(guest.page, reset, { isFirst: false });
  await expect(guest.page.locator('[name="password"]')).toBeVisible();
});

const toPath = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

test("axe finds nothing serious on a shortlist and its notes", async ({ open, insert }) => {
  const listing = await insert.listing(await insert.teacher());
  const learner = await open(ENGLISH, { ...NARROW, as: (await insert.user()).email });
  await learner.go(paths.sharedShortlist({ ids: listing.id }));
  await learner.press("shortlist.shared.add");
  await expect(learner.page.locator(`#listing-${listing.id}`)).toBeVisible();
  await check(learner.page, paths.shortlist(), { isFirst: true });
  await check(learner.page, paths.shortlistNote(listing.id), { isFirst: false });
});

test("axe finds nothing serious on the preview of a listing", async ({ open }) => {
  const visitor = await open({ locale: "ro", javaScriptEnabled: true }, { ...NARROW, as: DEMO.teacher });
  const { page } = visitor;
  // A listing that can be promoted is complete. The preview is the response to a form, so no URL leads to it.
  const id = (await findPath(page.request, TEACHER_PAGES.promote)).split("/").at(-2);
  await visitor.go(`/tutoring/${id}/edit`);
  await visitor.press("listings.form.preview");
  await expect(page.getByText(visitor.t("listings.preview.heading"), { exact: true })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await findNothingSerious(page, `the preview, ${colorScheme}`);
  }
});
