import type { Session } from "@client/session/session";
import { DEMO, type TestVisitor } from "./helpers/site";
import { expect, type Page, test } from "./helpers/test";

const REFRESH = "/auth/users/refresh";
type WithSession = typeof globalThis & { session: Session };

/** Exposes the page's session from the scripts that its account menu loads. It refreshes every `everyMs`. */
async function findSession(page: Page, everyMs: number) {
  await page.evaluate((ms) => {
    document.body.dataset.accessRefreshMs = String(ms);
  }, everyMs);
  const chunk = page.waitForResponse(/\/assets\/sign-out-/);
  await page.locator('[data-enhance="sign-out"]').first().dispatchEvent("pointerover");
  await (await chunk).finished();
  const take = async () => {
    for (const { name } of performance.getEntriesByType("resource")) {
      if (!/\/assets\/session-.*\.js$/.test(name)) continue;
      const parts: unknown[] = Object.values(await import(name));
      const make = parts.find(
        (part) => typeof part === "function" && String(part).includes("navigator.locks"),
      );
      Object.assign(window, { session: (make as () => Session)() });
      return true;
    }
    return false;
  };
  // Not waitForFunction: it treats the promise of an async function as true.
  await expect.poll(() => page.evaluate(take)).toBe(true);
}

const accessToken = (page: Page) => page.evaluate(() => (globalThis as WithSession).session.accessToken());

/** Everything that a script can read and that outlives the page. */
const readBrowserStorage = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      await indexedDB.databases(),
    ]),
  );

async function openTab(visitor: TestVisitor, path: string): Promise<Page> {
  const page = await visitor.context.newPage();
  await page.goto(path);
  return page;
}

const isSignedIn = (page: Page) => page.locator("details.account-menu");

test("three tabs that refresh in parallel stay signed in", async ({ open, insert }) => {
  const { email } = await insert.user();
  const learner = await open({ locale: "en", javaScriptEnabled: true }, { as: email });
  await learner.go("/profile");
  const tabs = [learner.page, await openTab(learner, "/profile"), await openTab(learner, "/profile")];
  for (const tab of tabs) await findSession(tab, 300);
  const statuses: number[] = [];
  learner.context.on("response", (answer) => {
    if (answer.url().endsWith(REFRESH)) statuses.push(answer.status());
  });

  const tokens = await Promise.all(tabs.map(accessToken));
  expect(tokens.every((token) => token?.split(".").length === 3)).toBe(true);
  await expect.poll(() => statuses.length).toBeGreaterThan(6);
  await Promise.all(tabs.map((tab) => tab.evaluate(() => (globalThis as WithSession).session.refresh())));
  expect(new Set(statuses)).toEqual(new Set([200]));

  for (const tab of tabs) {
    const storedData = await readBrowserStorage(tab);
    for (const secret of [...tokens, await accessToken(tab), "refresh_token"])
      expect(storedData).not.toContain(secret);
  }
  // The session has the user of the server's response.
  const user = await tabs[1]?.evaluate(() => (globalThis as WithSession).session.fetchUser());
  expect(user).toMatchObject({ email, role: "u", fetched: true, error: null });
  for (const tab of tabs) {
    await tab.goto("/profile");
    await expect(tab).toHaveURL(/\/profile$/);
    await expect(isSignedIn(tab)).toBeVisible();
  }
});

test("signing out in one tab signs out the others", async ({ open }) => {
  const learner = await open({ locale: "ro", javaScriptEnabled: true }, { as: DEMO.learner });
  const { page, t } = learner;
  await learner.go("/profile");
  const reading = await openTab(learner, "/ro/tutoring");
  const listing = await reading.locator("a.card__link").first().getAttribute("href");
  const writing = await openTab(learner, listing ?? "");
  await writing.locator('textarea[name="message"]').fill("Aveți un loc liber miercuri?");
  await expect(isSignedIn(reading)).toBeVisible();
  await findSession(page, 60_000);
  await accessToken(page);
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
  });
  page.once("dialog", (dialog) => {
    expect(dialog.message()).toBe(t("general.nav.signOutUnsaved"));
    void dialog.accept();
  });
  await isSignedIn(page).locator("summary").click();
  await isSignedIn(page)
    .getByRole("button", { name: t("general.nav.signOut") })
    .click();
  await expect(page).toHaveURL(/\/ro$/);
  expect(posted).toEqual(["/ro/auth/users/logout"]);

  await expect(isSignedIn(reading)).toHaveCount(0);
  await expect(isSignedIn(writing)).toBeVisible();
  await reading.goto("/ro/profile");
  await expect(reading).toHaveURL(/\/ro\/sign-in\?next=/);
});
