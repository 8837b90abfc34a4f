import { PICTURES } from "./helpers/files";
import { hold } from "./helpers/hold";
import { findFormParts, openTeacher, picturesSaved } from "./helpers/listing-form";
import type { Person } from "./helpers/site";
import { expect, type Locator, type Page, test } from "./helpers/test";

/** Fills in all required fields of a new listing, the picture last. */
async function fillIn(person: Person, title: string, county: string) {
  const { page } = person;
  await page.locator('[name="subject"]').selectOption("g");
  await page.locator('[name="levels"][value="h"]').check();
  await person.fill("title", title);
  await person.fill("description", "Hărți mute, climă și relief, cu exemple din călătorii și teme scurte.");
  await page.locator('[name="county"]').selectOption(county);
  await page.locator('[name="locations"][value="lh"]').check();
  await person.fill("price", "80");
  await findFormParts(page).input.setInputFiles(PICTURES[0]);
}

type Done = "pending" | "draft";

/** The owner's list contains the submitted listing once, with its picture. */
async function expectSent(person: Person, title: string, done: Done = "pending") {
  const { page, t } = person;
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

const button = ({ page, t }: Person, done: Done = "pending"): Locator =>
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

for (const arrives of [false, true]) {
  test(`a submit does not wait for a save without a response, ${arrives ? "although the server got it" : "which the server never got"}`, async ({
    open,
    rows,
  }) => {
    const person = await openTeacher({ open, rows });
    const { page } = person;
    const title = `Geografie fără răspuns ${arrives ? "doi" : "unu"}`;
    const requested = Promise.withResolvers<void>();
    // The page gets no response.
    await page.route("**/api/listings", async (route) => {
      if (arrives) await route.fetch();
      requested.resolve();
    });
    await person.go("/tutoring/create");
    await fillIn(person, title, arrives ? "cj" : "is");
    await requested.promise;
    const requests = countSent(page);
    const done = arrives ? "pending" : "draft";
    const press = button(person, done);
    await press.click({ noWaitAfter: true });
    await expect(press).toHaveAttribute("aria-busy", "true");
    // A second click while the submit waits.
    await press.click({ noWaitAfter: true });
    await expectSent(person, title, done);
    expect(requests.length).toBe(1);
  });
}

test("a form submitted before its script is loaded stays unchanged and is submitted once", async ({
  open,
  rows,
}) => {
  const person = await openTeacher({ open, rows });
  const { page } = person;
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
      await new Promise((done) => setTimeout(done, 3000));
    }
    await route.continue();
  });
  await person.go("/tutoring/create");
  await fillIn(person, title, "tm");
  await button(person).click({ noWaitAfter: true });
  await expectSent(person, title);
  expect(saves).toEqual([]);
});

test("a form is submitted once after two clicks", async ({ open, rows }) => {
  const person = await openTeacher({ open, rows });
  const { page } = person;
  const requests = countSent(page);
  await person.go("/tutoring/create");
  const stored = picturesSaved(page);
  await fillIn(person, "Geografie de două ori", "bv");
  await stored;
  await findFormParts(page).saved();
  await button(person).dblclick({ noWaitAfter: true });
  await expectSent(person, "Geografie de două ori");
  expect(requests.length).toBe(1);
});

test("after an aborted navigation the form saves again and can be submitted again", async ({
  open,
  rows,
}) => {
  const person = await openTeacher({ open, rows });
  const { page } = person;
  await person.go("/tutoring/create");
  const stored = picturesSaved(page);
  await fillIn(person, "Geografie oprită din drum", "sb");
  await stored;
  await findFormParts(page).saved();
  // The user stops the page from loading.
  await page.route("**/edit", (route) => route.abort("aborted"), { times: 1 });
  await button(person, "draft").click({ noWaitAfter: true });
  await page.keyboard.press("Escape");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await person.fill("neighbourhood", "Centru");
  expect((await saved).status()).toBe(200);
  await findFormParts(page).saved();
  await button(person, "draft").click({ noWaitAfter: true });
  await expectSent(person, "Geografie oprită din drum", "draft");
});
