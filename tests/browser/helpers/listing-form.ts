import { type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { getLink, type TestVisitor, type Visit } from "./site";
import type { TestFixtures } from "./test";

export const WITH_SCRIPT: Visit = { locale: "en", javaScriptEnabled: true };

/** The pause between the last key and autosave, and the one of these tests (ms). */
const AUTOSAVE_PAUSE = { real: 2000, short: 200 };

/** A new teacher, signed in, without limits or drafts of other tests. The form saves soon after the last key. */
export async function openTeacher(
  { open, insert }: Pick<TestFixtures, "open" | "insert">,
  { visit = WITH_SCRIPT, ...options }: BrowserContextOptions & { visit?: Visit } = {},
): Promise<TestVisitor & { email: string }> {
  const { email } = await insert.teacher();
  const visitor = await open(visit, { as: email, ...options });
  await shortenAutosavePause(visitor);
  return Object.assign(visitor, { email });
}

export const shortenAutosavePause = ({ context }: TestVisitor) =>
  context.addInitScript(({ real, short }) => {
    const wait = window.setTimeout;
    Object.assign(window, {
      setTimeout: (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
        wait(work, ms === real ? short : ms, ...rest),
    });
  }, AUTOSAVE_PAUSE);

/** The file field once the script of the form has started. */
export const HYDRATED = '[name="pictures"][accept*="heic"]';

/** Unfolds all sections of a form. */
export const unfold = (page: Page) =>
  page.locator(".form__section").evaluateAll((sections) => {
    for (const section of sections as HTMLDetailsElement[]) section.open = true;
  });

/** Locators for the parts of the form. */
export const findFormParts = (page: Page) => ({
  input: page.locator('input[type="file"]'),
  items: page.locator(".picture-list__item"),
  places: () =>
    page
      .locator('input[name="picture"]')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
  descriptions: page.locator('input[name^="alt."]'),
  status: page.locator(".save-status"),
  saved: () => expect(page.locator('.save-status[data-state="saved"]')).toBeVisible(),
  subject: page.locator('[name="subject"]'),
  latitude: page.locator('[name="point.latitude"]'),
  longitude: page.locator('[name="point.longitude"]'),
});

/** Resolves when the form has saved the listing's pictures. */
export const picturesSaved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && /\/api\/listings\/\w+\/images$/.test(answer.url()),
  );

/** Opens the form of a new listing, which is autosaved as a draft. */
export async function createDraft(visitor: TestVisitor, title: string) {
  const parts = findFormParts(visitor.page);
  await visitor.go("/tutoring/create");
  await parts.subject.selectOption("g");
  await visitor.fill("title", title);
  await visitor.page.waitForURL(/\/tutoring\/\w{16}\/edit$/);
  await parts.saved();
  return parts;
}

/** Follows the confirmation link of a new account in the browser that signed up, which signs it in. */
export async function confirmAddress(visitor: TestVisitor, mailTo: TestFixtures["mailTo"], email: string) {
  await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveText(
    visitor.t("accounts.signedUp.heading"),
  );
  await visitor.page.goto(getLink(await mailTo(email, /verify-email\?token=/)));
  await visitor.press("accounts.verify.confirm");
  await visitor.page.waitForURL((url) => !url.pathname.endsWith("/verify-email"));
}

/** Opens a listing in the review queue. The queue is paged, oldest first, so a new listing is on the last page. */
export async function findInQueue(visitor: TestVisitor, title: string) {
  const link = visitor.page.getByRole("link", { name: title });
  for (let pages = 0; pages < 20 && (await link.count()) === 0; pages++) {
    await visitor.page.locator('a[rel~="next"]').click();
  }
  await link.click();
}
