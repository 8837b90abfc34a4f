import { eq } from "drizzle-orm";
import { listings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { buyPromotion } from "./helpers/buy-promotion";
import {
  DEMO,
  DEMO_PASSWORD,
  describeVisit,
  expectNoOverflow,
  type TestVisitor,
  VISITS,
} from "./helpers/site";
import { expect, type TestFixtures, test } from "./helpers/test";

const DAY_MS = 86_400_000;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const SCENARIOS = VISITS.flatMap((visit) =>
  SIZES.map((viewport) => ({ visit, viewport, suffix: `${visit.locale}${viewport.width}` })),
);

/** Listings at the head of the queue, because they wait the longest. */
async function insertPending(insert: TestFixtures["insert"], titles: string[], waitedDays: number) {
  const teacher = await insert.teacher();
  const subjects = ["g", "h", "l"] as const;
  for (const [index, title] of titles.entries()) {
    await insert.listing(teacher, {
      state: "pending",
      publishedTs: null,
      expiresTs: null,
      subject: subjects[index] ?? "g",
      title,
      submittedTs: Date.now() - waitedDays * DAY_MS + index,
    });
  }
}

/** Buys a promotion of a listing as its owner; returns the order's id. */
async function buyOrder(owner: TestVisitor, listing: { id: string }): Promise<string> {
  await owner.go(paths.promoteListing(listing.id));
  await buyPromotion(owner, "top7");
  const orderLink = owner.page.locator('main a[href*="/profile/promotions/"]');
  return (await orderLink.getAttribute("href"))?.split("/").at(-1) ?? "";
}

for (const { visit, viewport, suffix } of SCENARIOS) {
  const describeSize = `${describeVisit(visit)}, ${viewport.width} px`;

  test(`an admin signs in to Today and finds a listing, ${describeSize}`, async ({ open, insert }) => {
    const teacher = await insert.teacher({ firstName: "Casandra", lastName: `Zăvoianu${suffix}` });
    const title = `Retorică și dezbateri, grupa ${suffix}`;
    await insert.listing(teacher, { title });
    const admin = await open(visit, { viewport });
    const { page, t } = admin;
    await admin.signIn(DEMO.admin, DEMO_PASSWORD);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("admin.home.heading"));
    await expect(page.locator(".site-footer")).toHaveCount(0);
    const groups = page.locator(".admin-nav__group");
    await expect(groups.locator(".admin-nav__heading")).toHaveText(
      ["work", "users", "payments", "site"].map((group) => t(`admin.nav.groups.${group}`)),
    );
    const queue = groups.first().getByRole("link", { name: t("admin.nav.listings") });
    await expect(queue).toHaveText(new RegExp(`^${t("admin.nav.listings")} [1-9]\\d*$`));
    await queue.scrollIntoViewIfNeeded();
    await expect(queue).toBeInViewport({ ratio: 0.99 });
    await expectNoOverflow(page);

    const search = page.getByRole("search").getByLabel(t("admin.nav.search"));
    await search.fill(`dezbateri ${suffix}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expectNoOverflow(page);
    await page.locator('.admin-search [name="q"]').fill(`zavoianu${suffix}`);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: `Zăvoianu${suffix}` }).click();
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  });

  test(`an admin undoes a decision, ${describeSize}`, async ({ open, insert }) => {
    const [first = "", second = ""] = ["primul", "al doilea"].map(
      (n) => `Desen tehnic pentru ${n}, grupa ${suffix}`,
    );
    await insertPending(insert, [first, second], visit.javaScriptEnabled ? 400 : 300);
    const admin = await open(visit, { as: DEMO.admin, viewport });
    const { page, t } = admin;
    await admin.go(paths.adminListings());
    await page.getByRole("link", { name: first }).click();
    await admin.press("admin.review.approve");
    const notice = page.locator(".notice--success");
    await expect(notice.getByRole("link", { name: first })).toBeVisible();
    await expect(notice).toContainText(t("admin.queue.done.approved"));
    await expectNoOverflow(page);
    await notice.getByRole("button", { name: t("admin.queue.undo") }).click();
    await expect(page.getByText(t("admin.review.done.undone"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(first);

    // Several reasons fill the explanation.
    const form = page.locator('form[action$="/reject"]');
    await form.locator('[value="unclear"]').check();
    await form.locator('[value="price"]').check();
    if (!visit.javaScriptEnabled) await admin.press("admin.review.fill");
    const block = (await form.locator("textarea").inputValue()).split("\n\n");
    expect(block).toHaveLength(2);
    await expect(form.locator('[value="price"]')).toBeChecked();
    await expectNoOverflow(page);
    await admin.press("admin.review.reject");
    await expect(page.locator(".notice--success").getByRole("link", { name: first })).toBeVisible();
  });

  test(`an admin confirms a refund, ${describeSize}`, async ({ open, insert }) => {
    const owner = await insert.teacher({ firstName: "Mihai", lastName: `Rusu${suffix}` });
    const teacher = await open(visit, { as: owner.email, viewport });
    const id = await buyOrder(teacher, await insert.listing(owner));
    const admin = await open(visit, { as: DEMO.admin, viewport });
    const { page, t } = admin;
    await admin.go(paths.adminOrder(id));
    await page.locator("summary", { hasText: t("payments-admin.orderActions.refund.open") }).click();
    await expect(page.locator('[name="amount"]')).toHaveValue("19");
    await page.locator('[name="reason_code"]').selectOption("requested_by_customer");
    await admin.press("payments-admin.orderActions.refund.submit");
    const question = page.locator('section[aria-labelledby="refund-confirmation"]');
    await expect(question).toContainText(`Mihai Rusu${suffix}`);
    await expect(question).toContainText(id);
    await expectNoOverflow(page);
    await question.getByRole("button", { name: t("payments-admin.refundConfirmation.change") }).click();
    await expect(page.locator('[name="reason_code"]')).toHaveValue("requested_by_customer");

    await admin.press("payments-admin.orderActions.refund.submit");
    await question.locator('[name="step"][value="confirm"]').click();
    await expect(page.getByText(t("payments-admin.done.refund"), { exact: true })).toBeVisible();
    await expect(question).toHaveCount(0);
    // Stripe reports the refund to the site in an event.
    await expect(async () => {
      await admin.go(paths.adminOrder(id));
      const state = page.locator("main .badge", { hasText: t("general.orderStates.refunded") });
      await expect(state.first()).toBeVisible({ timeout: 1000 });
    }).toPass();
    const action = page.locator("summary", { hasText: t("payments-admin.orderActions.refund.open") });
    await expect(action).toHaveCount(0);
    await expectNoOverflow(page);
  });

  test(`entries of lists are compact, ${describeSize}`, async ({ open }) => {
    const admin = await open(visit, { as: DEMO.admin, viewport });
    const { page } = admin;
    for (const [path, maxHeight] of [
      [paths.adminUsers(), viewport.width < 1000 ? 160 : 60],
      [paths.adminOrders(), viewport.width < 1000 ? 200 : 110],
    ] as const) {
      await admin.go(path);
      const entries = await page.locator(".entry").evaluateAll((list) =>
        list.map((entry) => {
          const { bottom, height } = entry.getBoundingClientRect();
          return { bottom, height };
        }),
      );
      expect(entries.length, path).toBeGreaterThan(10);
      // Long names may need another line.
      const heights = entries.map(({ height }) => height).sort((a, b) => a - b);
      expect(heights[Math.floor(heights.length / 2)], path).toBeLessThan(maxHeight);
      const [first, ...others] = entries.filter(({ bottom }) => bottom <= viewport.height);
      expect(first, `${path}: the first screen has an entry`).toBeDefined();
      if (viewport.width > 1000) expect(others.length, path).toBeGreaterThan(2);
      await expectNoOverflow(page);
    }
  });

  test(`a missing page names its path in small type, ${describeSize}`, async ({ open }) => {
    const visitor = await open(visit, { viewport });
    const { page, t } = visitor;
    const path = `/${"lipsa-".repeat(20)}`;
    await visitor.go(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("general.error.missing_title"));
    await expect(page.locator("main p").filter({ hasText: path })).toBeVisible();
    await expectNoOverflow(page);
  });
}

test("lists align their columns on a wide screen, and numbers fit on a phone", async ({ open }) => {
  const visit = { locale: "en", javaScriptEnabled: false } as const;
  const admin = await open(visit, { as: DEMO.admin, viewport: { width: 1280, height: 900 } });
  const { page } = admin;
  for (const path of [paths.adminOrders(), paths.followUp()]) {
    await admin.go(path);
    const lefts = await page
      .locator(".entry .entry__meta:nth-child(2)")
      .evaluateAll((metas) => metas.map((meta) => Math.round(meta.getBoundingClientRect().left)));
    expect(lefts.length).toBeGreaterThan(5);
    expect(new Set(lefts).size, `${path}: ${lefts}`).toBe(1);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await admin.go(paths.adminSearches());
  const hidden = await page.locator(".table-scroll").evaluate((area) => area.scrollWidth - area.clientWidth);
  expect(hidden).toBe(0);
});

test("a reviewer with a touch screen reads nothing about keys", async ({ open, insert }) => {
  await insertPending(insert, ["Istorie cu hărți, fără taste"], 5);
  const visit = { locale: "en", javaScriptEnabled: true } as const;
  const admin = await open(visit, {
    as: DEMO.admin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page, t } = admin;
  await admin.go(paths.adminListings());
  await page.getByRole("link", { name: "fără taste" }).click();
  await expect(page.getByRole("button", { name: t("admin.review.approve") })).toBeVisible();
  await expect(page.locator(".review-keys")).toBeHidden();
  await expect(page.getByRole("button", { name: t("admin.review.keys.help") })).toBeHidden();
});

for (const viewport of SIZES) {
  test(`a reviewer decides by single keys, reads their help, and turns them off, ${viewport.width} px`, async ({
    open,
    insert,
    site,
  }) => {
    const titles = ["întâi", "apoi", "la urmă"].map((n) => `Istorie cu hărți, ${n}, taste ${viewport.width}`);
    await insertPending(insert, titles, 500 + viewport.width);
    const visit = { locale: "en", javaScriptEnabled: true } as const;
    const admin = await open(visit, { as: DEMO.admin, viewport });
    const { page, t } = admin;
    const heading = page.getByRole("heading", { level: 1 });
    const ready = () => expect(page.locator('[value="fill"]'), "the script has run").toBeHidden();
    const [first = "", second = "", third = ""] = titles;
    const readState = async (title: string) =>
      (await site.db.select().from(listings).where(eq(listings.title, title)))[0]?.state;

    await page.clock.install();
    await admin.go(paths.adminListings());
    await page.getByRole("link", { name: first }).click();
    await ready();
    await page.setViewportSize({ width: Math.min(viewport.width, 640), height: 400 });
    await page.keyboard.press("?");
    const help = page.locator("#review-keys-help");
    await expect(help.locator(":focus")).toBeInViewport();
    const box = await help.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 400, "the help fits").toBe(true);
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press("Tab");
      await expect(page.locator("*:focus:not(#review-keys-help *)")).toHaveCount(0);
    }
    // Nothing is decided while the help covers the page.
    await page.keyboard.press("a");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(heading).toHaveText(first);
    await page.setViewportSize(viewport);
    // A letter in an input is a letter.
    await page.locator("#field-reject-text").fill("");
    await page.locator("#field-reject-text").press("a");
    await expect(heading).toHaveText(first);
    await expect(page.locator("#field-reject-text")).toHaveValue("a");
    await heading.click();
    await page.keyboard.press("r");
    await expect(page.locator('[name="reason"]').first()).toBeFocused();
    await heading.click();
    // The clock stands still from here on.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.keyboard.press("n");
    await expect(heading).toHaveText(second);
    await ready();
    // Presses that were meant for the listing before do not decide, however many follow.
    for (let n = 0; n < 3; n++) {
      await page.keyboard.press("a");
      await page.clock.runFor(1000);
    }
    await expect(heading).toHaveText(second);
    expect(await readState(second)).toBe("pending");
    await page.clock.runFor(1000);
    await page.keyboard.press("a");
    await expect(page.locator(".notice--success").getByRole("link", { name: second })).toBeVisible();
    await expect(heading).toHaveText(third);
    await ready();

    await page.getByRole("button", { name: t("admin.review.keys.help") }).click();
    await help.getByLabel(t("admin.review.keys.single")).uncheck();
    await help.getByRole("button", { name: t("admin.review.keys.close") }).click();
    await page.reload();
    await ready();
    await page.clock.runFor(2000);
    await page.keyboard.press("a");
    await page.keyboard.press("n");
    await expect(heading).toHaveText(third);
    expect(await readState(third)).toBe("pending");
    expect(await readState(second)).toBe("published");
  });
}

test("a rejection that is sent after the end of the session is still in the form after the sign-in", async ({
  open,
  insert,
}) => {
  const title = "Istorie cu hărți, sesiune încheiată";
  await insertPending(insert, [title], 600);
  const visit = { locale: "en", javaScriptEnabled: true } as const;
  const admin = await open(visit, { as: DEMO.admin, viewport: { width: 390, height: 844 } });
  const { page, t } = admin;
  const form = page.locator('form[action$="/reject"]');
  const openListing = async () => {
    await admin.go(paths.adminListings());
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  };
  const expectNothingKept = () =>
    expect.poll(() => page.evaluate(() => sessionStorage.getItem("typed-input"))).toBe("null");
  await openListing();
  await expectNothingKept();
  await form.locator('[value="other"]').check();
  await form.locator("textarea").fill("Ce hărți folosiți la lecții?");
  await admin.context.clearCookies();
  await admin.press("admin.review.reject");
  await expect(page).toHaveURL(/\/$/);

  await admin.signIn(DEMO.admin, DEMO_PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("admin.home.heading"));
  await openListing();
  await expect(form.locator("textarea")).toHaveValue("Ce hărți folosiți la lecții?");
  await expect(form.locator('[value="other"]')).toBeChecked();

  // After an answer of the site nothing is filled in again.
  await admin.press("admin.review.reject");
  const notice = page.locator(".notice--success");
  await expect(notice.getByRole("link", { name: title })).toBeVisible();
  await expectNothingKept();
  await notice.getByRole("button", { name: t("admin.queue.undo") }).click();
  await expect(page.getByText(t("admin.review.done.undone"))).toBeVisible();
  await expectNothingKept();
  await expect(form.locator("textarea")).toHaveValue("");
});

test("a refund that is confirmed after the end of the session is still in the form after the sign-in", async ({
  open,
  insert,
}) => {
  const visit = { locale: "en", javaScriptEnabled: true } as const;
  const owner = await insert.teacher();
  const id = await buyOrder(await open(visit, { as: owner.email }), await insert.listing(owner));
  const admin = await open(visit, { as: DEMO.admin, viewport: { width: 390, height: 844 } });
  const { page, t } = admin;
  const form = page.locator("details form[action$='/refund']");
  await admin.go(paths.adminOrder(id));
  await page.locator("summary", { hasText: t("payments-admin.orderActions.refund.open") }).click();
  await form.locator('[name="amount"]').fill("5");
  await form.locator('[name="reason_code"]').selectOption("requested_by_customer");
  await form.locator('[name="reason"]').fill("Plătit de două ori");
  await admin.press("payments-admin.orderActions.refund.submit");
  const question = page.locator('section[aria-labelledby="refund-confirmation"]');
  await expect(question).toContainText("Plătit de două ori");
  await admin.context.clearCookies();
  await question.getByRole("button").first().click();
  await expect(page).toHaveURL(/\/$/);

  await admin.signIn(DEMO.admin, DEMO_PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("admin.home.heading"));
  await admin.go(paths.adminOrder(id));
  await expect(form.locator('[name="reason"]')).toHaveValue("Plătit de două ori");
  await expect(form.locator('[name="amount"]')).toHaveValue("5");
  await expect(form.locator('[name="reason_code"]')).toHaveValue("requested_by_customer");
});
