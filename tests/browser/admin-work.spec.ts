import { eq } from "drizzle-orm";
import { listings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { DEMO, DEMO_PASSWORD } from "./helpers/site";
import { expect, type TestFixtures, test } from "./helpers/test";

const DAY_MS = 86_400_000;
const PHONE = { viewport: { width: 390, height: 844 } };
const VISIT = { locale: "en", javaScriptEnabled: true } as const;

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

test("a reviewer with a touch screen undoes a decision, and reads nothing about keys", async ({
  open,
  insert,
}) => {
  const title = "Desen tehnic pentru primul";
  await insertPending(insert, [title, "Desen tehnic pentru al doilea"], 400);
  const admin = await open(VISIT, { as: DEMO.admin, ...PHONE, hasTouch: true, isMobile: true });
  const { page, t } = admin;
  await admin.go(paths.adminListings());
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("button", { name: t("moderation.listings.approve") })).toBeVisible();
  await expect(page.locator(".decision-keys")).toBeHidden();
  await expect(page.getByRole("button", { name: t("moderation.frame.keys.help") })).toBeHidden();
  const bar = await page.locator(".decision-bar").boundingBox();
  expect(bar?.height, "the bar is one row").toBeLessThan(70);
  await admin.press("moderation.listings.approve");
  const notice = page.locator(".notice--success");
  await expect(notice).toContainText(t("moderation.kinds.listings.done.approved"));
  await notice.getByRole("button", { name: t("moderation.frame.undo") }).click();
  await expect(page.getByText(t("moderation.kinds.listings.done.undone"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);

  // Several reasons fill the explanation.
  const form = page.locator('form[action$="/reject"]');
  await form.locator('[value="unclear"]').check();
  await form.locator('[value="price"]').check();
  await expect(form.locator("textarea")).toHaveValue(/.\n\n./);
  await admin.press("moderation.listings.reject");
  await expect(notice.getByRole("link", { name: title })).toBeVisible();
});

test("entries of lists are compact, and their columns align on a wide screen", async ({ open }) => {
  const admin = await open(VISIT, { as: DEMO.admin });
  const { page } = admin;
  for (const [path, narrow, wide] of [
    [paths.adminUsers(), 160, 60],
    [paths.adminOrders(), 200, 110],
  ] as const) {
    await admin.go(path);
    for (const [width, maxHeight] of [
      [390, narrow],
      [1280, wide],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const heights = await page
        .locator(".entry")
        .evaluateAll((list) => list.map((entry) => entry.getBoundingClientRect().height));
      expect(heights.length, path).toBeGreaterThan(10);
      // Long names may need another line.
      heights.sort((a, b) => a - b);
      expect(heights[Math.floor(heights.length / 2)], path).toBeLessThan(maxHeight);
    }
  }
  const lefts = await page
    .locator(".entry .entry__meta:nth-child(2)")
    .evaluateAll((metas) => metas.map((meta) => Math.round(meta.getBoundingClientRect().left)));
  expect(lefts.length).toBeGreaterThan(5);
  expect(new Set(lefts).size, `${lefts}`).toBe(1);
});

test("a reviewer decides by single keys, reads their help, and turns them off", async ({
  open,
  insert,
  site,
}) => {
  const titles = ["întâi", "apoi", "la urmă"].map((n) => `Istorie cu hărți, ${n}`);
  await insertPending(insert, titles, 500);
  const admin = await open(VISIT, { as: DEMO.admin });
  const { page, t } = admin;
  const heading = page.getByRole("heading", { level: 1 });
  const ready = () => expect(page.locator('[value="fill"]'), "the script has run").toHaveCount(0);
  const [first = "", second = "", third = ""] = titles;
  const readState = async (title: string) =>
    (await site.db.select().from(listings).where(eq(listings.title, title)))[0]?.state;

  await page.clock.install();
  await admin.go(paths.adminListings());
  await page.getByRole("link", { name: first }).click();
  await ready();
  await page.setViewportSize({ width: 640, height: 400 });
  await page.keyboard.press("?");
  const help = page.locator("#decision-keys-help");
  await expect(help.locator(":focus")).toBeInViewport();
  const box = await help.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 400, "the help fits").toBe(true);
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    await expect(page.locator("*:focus:not(#decision-keys-help *)")).toHaveCount(0);
  }
  // Nothing is decided while the help covers the page.
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(heading).toHaveText(first);
  await page.setViewportSize({ width: 1280, height: 900 });
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
    await page.clock.runFor(300);
  }
  await expect(heading).toHaveText(second);
  expect(await readState(second)).toBe("pending");
  await page.clock.runFor(200);
  await page.keyboard.press("a");
  const decidedSecond = page.locator(".notice--success").getByRole("link", { name: second });
  await expect(decidedSecond).toBeVisible();
  await expect(heading).toHaveText(third);
  await ready();
  await page.keyboard.press("u");
  await expect(heading).toHaveText(second);
  await ready();
  expect(await readState(second)).toBe("pending");
  // In a low window, the bar leaves the focused field visible.
  await page.setViewportSize({ width: 360, height: 400 });
  const explanation = page.locator("#field-reject-text");
  await page.locator('[name="reason"][value="price"]').check();
  await explanation.focus();
  const bar = await page.locator(".decision-bar").boundingBox();
  const field = await explanation.boundingBox();
  expect(bar && field && bar.y - field.y, "the bar and the focused field").toBeGreaterThan(40);
  expect(bar && bar.y + bar.height, "the bar is at the bottom").toBe(400);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Enter on a reason sends the rejection too.
  await page.locator('[name="reason"][value="price"]').press("Enter");
  await expect(decidedSecond).toBeVisible();
  await expect(heading).toHaveText(third);
  await ready();

  await page.getByRole("button", { name: t("moderation.frame.keys.help") }).click();
  await help.getByLabel(t("moderation.frame.keys.single")).uncheck();
  await help.getByRole("button", { name: t("moderation.frame.keys.close") }).click();
  await page.reload();
  await ready();
  await page.clock.runFor(2000);
  await page.keyboard.press("a");
  await page.keyboard.press("n");
  await expect(heading).toHaveText(third);
  expect(await readState(third)).toBe("pending");
  expect(await readState(second)).toBe("rejected");

  // The page of a report has the same switch.
  await admin.go(paths.adminReports());
  await page.locator(".entry__title a").first().click();
  await page.getByRole("button", { name: t("moderation.frame.keys.help") }).click();
  const single = help.getByLabel(t("moderation.frame.keys.single"));
  await expect(single).not.toBeChecked();
  await single.check();
  await help.getByRole("button", { name: t("moderation.frame.keys.close") }).click();
  await page.keyboard.press("r");
  await expect(page.locator('[name="decision"]').first()).toBeFocused();
});

test("a rejection that is sent after the end of the session is still in the form after the sign-in", async ({
  open,
  insert,
}) => {
  const title = "Istorie cu hărți, sesiune încheiată";
  await insertPending(insert, [title], 600);
  const admin = await open(VISIT, { as: DEMO.admin, ...PHONE });
  const { page, t } = admin;
  const form = page.locator('form[action$="/reject"]');
  const openListing = async () => {
    await admin.go(paths.adminListings());
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  };
  const expectNothingKept = () =>
    expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith("/typed"))))
      .toEqual([]);
  await openListing();
  await expectNothingKept();
  await form.locator('[value="other"]').check();
  await form.locator("textarea").fill("Ce hărți folosiți la lecții?");
  await admin.context.clearCookies();
  await admin.press("moderation.listings.reject");
  await expect(page).toHaveURL(/\/$/);

  await admin.signIn(DEMO.admin, DEMO_PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("admin.home.heading"));
  await openListing();
  await expect(form.locator("textarea")).toHaveValue("Ce hărți folosiți la lecții?");
  await expect(form.locator('[value="other"]')).toBeChecked();

  // After an answer of the site nothing is filled in again.
  await admin.press("moderation.listings.reject");
  const notice = page.locator(".notice--success");
  await expect(notice.getByRole("link", { name: title })).toBeVisible();
  await expectNothingKept();
  await notice.getByRole("button", { name: t("moderation.frame.undo") }).click();
  await expect(page.getByText(t("moderation.kinds.listings.done.undone"))).toBeVisible();
  await expectNothingKept();
  // The text that the undo returned was not sent either.
  for (const open of [() => {}, openListing]) {
    await open();
    await expect(form.locator("textarea")).toHaveValue("Ce hărți folosiți la lecții?");
  }
});
