import { PICTURES } from "./helpers/files";
import { hold } from "./helpers/hold";
import { findFormParts, openTeacher, picturesSaved } from "./helpers/listing-form";
import type { TestVisitor } from "./helpers/site";
import { expect, type Locator, type Page, test } from "./helpers/test";

/** Fills in all required fields of a new listing, the picture last. */
async function fillIn(visitor: TestVisitor, title: string, county: string) {
  const { page } = visitor;
  await page.locator('[name="subject"]').selectOption("g");
  await page.locator('[name="levels"][value="h"]').check();
  await visitor.fill("title", title);
  await visitor.fill("description", "Hărți mute, climă și relief, cu exemple din călătorii și teme scurte.");
  await page.locator('[name="county"]').selectOption(county);
  await page.locator('[name="locations"][value="lh"]').check();
  await visitor.fill("price", "80");
  await findFormParts(page).input.setInputFiles(PICTURES[0]);
}

type Done = "pending" | "draft";

/** The owner's list contains the submitted listing once, with its picture. */
async function expectSent(visitor: TestVisitor, title: string, done: Done = "pending") {
  const { page, t } = visitor;
  await page.waitForURL(
    (url) => url.pathname === "/profile/listings" && url.searchParams.get("done") === done,
  );
  const entry = page.locator(".entry", { hasText: title });
  await expect(entry).toHaveCount(1);
  await expect(page.getByText(t(`listings.done.${done}`))).toBeVisible();
  const edit = await entry.locator('a[href$="/edit"]').first().getAttribute("href");
  await page.goto(edit ?? "");
  await expect(findFormParts(page).items).toHaveCount(1);
}

const button = ({ page, t }: TestVisitor, done: Done = "pending"): Locator =>
  page
    .locator(".form__actions")
    .getByRole("button", { name: t(`listings.form.submit.${done === "draft" ? "draft" : "review"}`) });

/** Counts the submits of the form. */
function countSent(page: Page) {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) requests.push(request.url());
  });
  return requests;
}

test("a submit waits for a save without a response until its time is over, and is sent once", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page } = visitor;
  await page.clock.install();
  const title = "Geografie fără răspuns";
  const requested = Promise.withResolvers<void>();
  // The page gets no response.
  await page.route("**/api/listings", async (route) => {
    await route.fetch();
    requested.resolve();
  });
  await visitor.go("/tutoring/create");
  await fillIn(visitor, title, "cj");
  await requested.promise;
  const requests = countSent(page);
  const press = button(visitor);
  await press.click({ noWaitAfter: true });
  await expect(press).toHaveAttribute("aria-busy", "true");
  // A second click while the submit waits.
  await press.click({ noWaitAfter: true });
  expect(requests.length).toBe(0);
  await page.clock.fastForward(12_000);
  await expectSent(visitor, title);
  expect(requests.length).toBe(1);
});

test("a form submitted before its script is loaded stays unchanged and is submitted once", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page } = visitor;
  const title = "Geografie fără așteptare";
  const release = await hold(page, /listing-form/);
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/listings")) saves.push(request.url());
  });
  // The response is held until the script is loaded and would have started to save.
  await page.route("**/tutoring/create", async (route) => {
    if (route.request().method() === "POST") {
      release();
      await new Promise((done) => setTimeout(done, 1000));
    }
    await route.continue();
  });
  await visitor.go("/tutoring/create");
  await fillIn(visitor, title, "tm");
  await button(visitor).click({ noWaitAfter: true });
  await expectSent(visitor, title);
  expect(saves).toEqual([]);
});

test("after an aborted navigation the form saves again and is submitted once after two clicks", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page } = visitor;
  await visitor.go("/tutoring/create");
  const stored = picturesSaved(page);
  await fillIn(visitor, "Geografie oprită din drum", "sb");
  await stored;
  await findFormParts(page).saved();
  // The user stops the page from loading.
  await page.route("**/edit", (route) => route.abort("aborted"), { times: 1 });
  await button(visitor, "draft").click({ noWaitAfter: true });
  await page.keyboard.press("Escape");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await visitor.fill("neighbourhood", "Centru");
  expect((await saved).status()).toBe(200);
  await findFormParts(page).saved();
  const requests = countSent(page);
  await button(visitor, "draft").dblclick({ noWaitAfter: true });
  await expectSent(visitor, "Geografie oprită din drum", "draft");
  expect(requests.length).toBe(1);
});

test("after the server refused a form, going back from the preview and reloading show what was typed last", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page, t } = visitor;
  const title = page.locator('[name="title"]');
  await visitor.go("/tutoring/create");
  await fillIn(visitor, "Primul titlu al anunțului", "is");
  await visitor.fill(
    "description",
    "Sunați la 0745123456 pentru lecții de geografie, cu hărți mute și teme.",
  );
  await findFormParts(page).saved();
  await button(visitor).click();
  await expect(page.getByRole("button", { name: t("listings.form.submit.anyway") })).toBeVisible();
  // Saved on the server, then only in the browser.
  for (const text of ["Al doilea titlu al anunțului", "Al treilea titlu al anunțului"]) {
    await title.fill(text);
    if (text.startsWith("Al doilea")) await findFormParts(page).saved();
    await visitor.press("listings.form.preview");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
    await page.goBack();
    await expect(title).toHaveValue(text);
    // Without any interaction, and also if the script was not loaded when the preview was opened. It then stores the
    // text only after it is the one tab with this form, which may be after hydration.
    if (text.startsWith("Al treilea"))
      await page.waitForFunction((typed) => Object.values(localStorage).some((v) => v.includes(typed)), text);
    await page.reload();
    await expect(title).toHaveValue(text);
    await expect(findFormParts(page).items).toHaveCount(1);
    await page.route("**/api/listings/*", (route) => route.abort());
  }
  await expect(page.getByText(t("listings.form.restored.title"))).toBeVisible();
});
