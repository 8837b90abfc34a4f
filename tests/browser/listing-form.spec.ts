import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { openBrowser, type Person, type Visit } from "./helpers/site";

const folder = resolve(import.meta.dirname, "../../dev/seed/pictures");
const [first, second, third] = readdirSync(folder)
  .filter((file) => /^g-\d\.webp$/.test(file))
  .map((file) => resolve(folder, file)) as [string, string, string];
const noPicture = resolve(import.meta.dirname, "../../package.json");
const scratch = mkdtempSync(join(tmpdir(), "catedra-form-"));
/** As long as a camera's, so that it goes up in parts; what follows a picture's own bytes is nothing to its readers. */
const large = join(scratch, "de la mare.webp");
writeFileSync(large, Buffer.concat([readFileSync(first), Buffer.alloc(1500 * 1024)]));

const TEACHER = { email: "formular@example.test", password: "harta-muta-din-1998" };

test.beforeAll(async ({ browser }) => {
  const person = await openBrowser(browser, { locale: "en", javaScriptEnabled: true });
  await person.signUp({ ...TEACHER, role: "t" });
  await person.context.close();
});
test.afterAll(() => rmSync(scratch, { recursive: true }));

const WITH_SCRIPT: Visit = { locale: "en", javaScriptEnabled: true };
async function openTeacher(browser: Browser, visit: Visit = WITH_SCRIPT, more: object = {}) {
  const person = await openBrowser(browser, visit, more);
  await person.signIn(TEACHER.email, TEACHER.password);
  return person;
}

/** The parts of a form that the tests look at. */
const partsOf = (page: Page) => ({
  input: page.locator('input[type="file"]'),
  items: page.locator(".picture-list__item"),
  places: () =>
    page
      .locator('input[name="picture"]')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
  words: page.locator('input[name^="alt."]'),
  status: page.locator(".save-status"),
  saved: () => expect(page.locator('.save-status[data-state="saved"]')).toBeVisible(),
  subject: page.locator('[name="subject"]'),
  latitude: page.locator('[name="point.latitude"]'),
  longitude: page.locator('[name="point.longitude"]'),
  map: page.locator(".county-map__surface"),
});

/** A form of a new listing, saved as a draft by itself. */
async function beginDraft(person: Person, title: string) {
  const parts = partsOf(person.page);
  await person.go("/tutoring/create");
  await parts.subject.selectOption("g");
  await person.fill("title", title);
  await person.page.waitForURL(/\/tutoring\/\w{16}\/edit$/);
  await parts.saved();
  return parts;
}

/** Deletes the listing whose form is open, so that there is room for the next one's drafts. */
async function deleteDraft(person: Person, title: string) {
  await person.go("/profile/listings");
  const entry = person.page.locator(".entry", { hasText: title });
  await entry.getByText(person.t("listings.actions.delete"), { exact: true }).click();
  await entry.getByRole("button", { name: person.t("listings.actions.deleteNow") }).click();
  await expect(person.page.getByText(person.t("listings.done.deleted"))).toBeVisible();
}

test("the form comes alive when it is used, checks what is typed, and is saved by itself", async ({
  browser,
}) => {
  const person = await openTeacher(browser, { locale: "ro", javaScriptEnabled: true });
  const { page, t } = person;
  const { subject, status, saved } = partsOf(page);
  const complaints: string[] = [];
  const scripts: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await person.go("/profile/listings");
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await person.go("/tutoring/create");
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBe(1);

  await person.fill("title", "Scurt");
  await page.locator('[name="price"]').fill("95");
  await expect(page.locator(".form__result")).toContainText("95 lei");
  expect(scripts.length).toBeGreaterThan(1);
  await person.fill("title", "Puțin");
  await person.fill("neighbourhood", "Gheorgheni");
  await page.locator('[name="session_minutes"]').selectOption("50");
  await expect(page.locator("#field-title-error")).toContainText("10");
  await expect(page.locator(".form__result")).toContainText("114 lei");
  await expect(status).toContainText(t("listings.form.status.subject"));
  await person.fill("title", "Geografie cu hărți mute");
  await expect(page.locator("#field-title-error")).toHaveCount(0);

  await subject.selectOption("g");
  await page.waitForURL(/\/ro\/tutoring\/\w{16}\/edit$/);
  await saved();
  await page.reload();
  await expect(page.locator('[name="title"]')).toHaveValue("Geografie cu hărți mute");
  await expect(page.locator('[name="price"]')).toHaveValue("95");

  await subject.focus();
  await expect(page.locator(".picture-drop__hint")).toBeVisible();
  await person.press("listings.form.submit.review");
  await expect(page.locator("#error-summary")).toBeFocused();
  await person.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
  await deleteDraft(person, "Geografie cu hărți mute");
  expect(complaints).toEqual([]);
});

test("what was typed is there again after the tab was closed, and can be given up", async ({ browser }) => {
  const person = await openTeacher(browser);
  const { context, t } = person;
  let { page } = person;
  // The server can't be reached, so the browser alone holds it.
  await context.route("**/api/listings**", (route) => route.abort());
  await person.go("/tutoring/create");
  await person.fill("title", "Ce am scris înainte de cădere");
  await partsOf(page).subject.selectOption("g");
  await page.locator('[name="levels"][value="h"]').check();
  await page.locator("textarea").fill("Un rând\nși încă unul");
  await expect(partsOf(page).status).toContainText(t("listings.form.status.offline"));
  const id = await page.locator('[name="id"]').inputValue();
  await page.close();

  // Without a touch.
  page = await context.newPage();
  await page.goto("/tutoring/create");
  await expect(page.getByText(t("listings.form.restored.title"))).toBeVisible();
  await expect(page.locator('[name="title"]')).toHaveValue("Ce am scris înainte de cădere");
  await expect(page.locator("textarea")).toHaveValue("Un rând\nși încă unul");
  await expect(page.locator('[name="levels"][value="h"]')).toBeChecked();
  await expect(page.locator('[name="id"]')).toHaveValue(id);
  // Another form at the same time is another listing's.
  const other = await context.newPage();
  await other.goto("/tutoring/create");
  await other.locator('[name="title"]').focus();
  await other.waitForTimeout(1000);
  await expect(other.locator('[name="title"]')).toHaveValue("");
  await other.close();

  await page.getByRole("button", { name: t("listings.form.restored.discard") }).click();
  await expect(page.locator('[name="title"]')).toHaveValue("");
  await expect(page.getByText(t("listings.form.restored.title"))).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[name="title"]')).toHaveValue("");
});

test("what was typed goes once it is saved, and when its writer signs out", async ({ browser }) => {
  const person = await openTeacher(browser);
  const { page, t } = person;
  const keys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("listing-form/")));
  await beginDraft(person, "O ciornă care se salvează");
  expect(await keys()).toEqual([]);
  await page.route("**/api/listings/**", (route) => route.abort());
  await person.fill("neighbourhood", "Gheorgheni");
  await expect.poll(keys).toHaveLength(1);
  await person.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
  await expect.poll(keys).toEqual([]);
  await deleteDraft(person, "O ciornă care se salvează");

  const leaver = await openTeacher(browser);
  await leaver.go("/tutoring/create");
  await leaver.fill("title", "Nu rămâne aici");
  const left = () =>
    leaver.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("listing-form/")));
  await expect.poll(left).toHaveLength(1);
  await leaver.page.locator(".account-menu__summary").click();
  await leaver.press("general.nav.signOut");
  await leaver.page.waitForURL((url) => url.pathname === "/");
  await expect.poll(left).toEqual([]);
});

test("two tabs: each hears of the other, and nothing that was typed in either is lost", async ({
  browser,
}) => {
  const person = await openTeacher(browser);
  const { page, context, t } = person;
  await beginDraft(person, "O ciornă în două file");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator('[name="neighbourhood"]').focus();
  await expect(other.getByText(t("listings.form.elsewhere"))).toBeVisible();

  // The one that holds nothing of its own simply shows what the other saved.
  await page.locator('[name="neighbourhood"]').fill("Mărăști");
  await partsOf(page).saved();
  await expect(other.locator('[name="neighbourhood"]')).toHaveValue("Mărăști");

  // Typed in both: the second to save is shown both.
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await other.route("**/api/listings/*", (route) =>
    route.request().method() === "PUT" ? held.then(() => route.continue()) : route.continue(),
  );
  await other.locator('[name="neighbourhood"]').fill("Zorilor");
  await expect(other.locator('.save-status[data-state="saving"]')).toBeVisible();
  const answered = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.locator('[name="neighbourhood"]').fill("Grigorescu");
  expect((await answered).status()).toBe(200);
  letGo();
  const told = other.locator(".notice", { hasText: t("listings.stale.title") });
  await expect(told).toContainText("Zorilor");
  await expect(told).toContainText("Grigorescu");
  await expect(other.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
  await other.getByRole("button", { name: t("listings.stale.keepMine") }).click();
  await expect(told).toHaveCount(0);
  // And now the other way round, by the other's word alone.
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Zorilor");
  await page.route("**/api/listings/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.locator('[name="neighbourhood"]').fill("Mănăștur");
  await expect(partsOf(page).status).toContainText(t("listings.form.status.offline"));
  await other.locator('[name="neighbourhood"]').fill("Bună Ziua");
  const toldHere = page.locator(".notice", { hasText: t("listings.stale.title") });
  await expect(toldHere).toContainText("Bună Ziua");
  await expect(toldHere).toContainText("Mănăștur");
  await page.getByRole("button", { name: t("listings.stale.takeSaved") }).click();
  await expect(page.locator('[name="neighbourhood"]')).toHaveValue("Bună Ziua");
  await expect(toldHere).toHaveCount(0);
  await deleteDraft(person, "O ciornă în două file");
});

test("pictures go up while one writes, go on after a failure, and keep order and words", async ({
  browser,
}) => {
  const person = await openTeacher(browser);
  const { page, t } = person;
  const title = "O ciornă cu imagini";
  const { input, items, places, words, saved } = await beginDraft(person, title);
  let broken = true;
  await page.route("**/storage/images/**", (route) => (broken ? route.abort() : route.continue()));
  await input.setInputFiles([first, noPicture]);
  await expect(page.locator("#field-pictures-error")).toContainText("package.json");
  await expect(items).toHaveCount(1);
  const retry = page.getByRole("button", { name: t("listings.form.pictures.retry") });
  await expect(retry).toBeVisible();
  expect(await places()).toEqual(["new:0"]);
  broken = false;
  await retry.click();
  await expect.poll(places).toEqual([expect.stringMatching(/^at:[0-9a-f]{20}$/)]);
  expect(await input.evaluate((field) => (field as HTMLInputElement).files?.length)).toBe(0);

  await input.setInputFiles([first]);
  await expect(page.locator("#field-pictures-error")).toContainText(
    t("listings.form.pictures.twice", { name: first.slice(folder.length + 1) }),
  );
  // In parts, with its progress, while another one is dropped.
  await page.route("**/storage/uploads/**", async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await input.setInputFiles([large]);
  await expect(page.locator(".picture-list progress")).toBeVisible();
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "lasata.webp", { type: "image/webp" }));
      return transfer;
    },
    [...readFileSync(second)],
  );
  await page.locator(".picture-drop").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(items).toHaveCount(3);
  await expect
    .poll(async () => (await places()).every((place) => place.startsWith("at:")), { timeout: 20_000 })
    .toBe(true);

  // By the keyboard alone: the focus goes along with the picture.
  const [one, two, three] = await places();
  await words.nth(2).fill("Hartă mută");
  const up = (n: number) => page.getByRole("button", { name: t("listings.form.pictures.up", { n }) });
  await up(3).focus();
  await page.keyboard.press("Enter");
  expect(await places()).toEqual([one, three, two]);
  await expect(up(2)).toBeFocused();
  await expect(page.locator(".picture-drop [role=status]")).toHaveText(
    t("listings.form.pictures.moved", { n: 2, count: 3 }),
  );
  await page.keyboard.press("Enter");
  expect(await places()).toEqual([three, one, two]);
  await expect(page.getByRole("button", { name: t("listings.form.pictures.down", { n: 1 }) })).toBeFocused();
  await expect(words.nth(0)).toHaveValue("Hartă mută");
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 3 }) }).click();
  await expect(items).toHaveCount(2);
  await page.waitForTimeout(2500);
  await saved();
  await page.reload();
  await expect(items).toHaveCount(2);
  await expect(words.nth(0)).toHaveValue("Hartă mută");
  await person.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
  await deleteDraft(person, title);
});

test("pictures chosen or removed while others are still being looked at stay chosen or removed", async ({
  browser,
}) => {
  const person = await openTeacher(browser);
  const { page, t } = person;
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (file: File) => Promise<ImageBitmap>;
    const slow = (file: File) => new Promise((done) => setTimeout(done, 1000)).then(() => decode(file));
    window.createImageBitmap = slow as typeof createImageBitmap;
    const revoked: string[] = [];
    Object.assign(window, { revoked });
    URL.revokeObjectURL = (url) => void revoked.push(url);
  });
  await person.go("/tutoring/create");
  await person.fill("title", "Geography with blank maps");
  await expect(page.locator(".picture-drop__hint")).toBeVisible();

  const input = page.locator('input[type="file"]');
  const sent = () =>
    input.evaluate((field) => [...((field as HTMLInputElement).files ?? [])].map((f) => f.name));
  const shown = page.locator(".picture-list__item img");
  await input.setInputFiles([first]);
  await expect(shown).toHaveCount(1);
  const firstUrl = await shown.getAttribute("src");
  await input.setInputFiles([second]);
  expect((await sent()).length).toBe(2);
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 1 }) }).click();
  await input.setInputFiles([first]);
  await expect(shown).toHaveCount(2);
  expect((await sent()).map((name) => resolve(folder, name))).toEqual([second, first]);
  expect(await page.evaluate(() => (window as unknown as { revoked: string[] }).revoked)).toEqual([firstUrl]);
});

test("a description typed before the form came alive stays as it was typed", async ({ browser }) => {
  const person = await openTeacher(browser);
  const { page } = person;
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(/listing-form/, (route) => held.then(() => route.continue()));
  await person.go("/tutoring/create");
  await page.locator("textarea").fill("Typed before");
  letGo();
  await page.locator('[name="price"]').fill("77");
  await expect(page.locator(".form__result")).toContainText("77");
  await expect(page.locator("textarea")).toHaveValue("Typed before");
});

test("a point is set by a press, moved by arrow keys, told by the device, and taken out", async ({
  browser,
}) => {
  const more = { permissions: ["geolocation"], geolocation: { latitude: 46.5667, longitude: 23.7833 } };
  const person = await openTeacher(browser, WITH_SCRIPT, more);
  const { page, t } = person;
  const { latitude, longitude, map } = partsOf(page);
  await person.go("/tutoring/create");
  await page.locator('[name="county"]').selectOption("cj");
  await page.locator(".point-field summary").click();
  await map.click({ position: { x: 240, y: 200 } });
  const pressed = Number(await latitude.inputValue());
  expect(pressed).toBeGreaterThan(46.3);
  expect(pressed).toBeLessThan(47.4);
  await expect(page.locator(".county-map__point")).toBeVisible();
  await map.press("ArrowUp");
  expect(Number(await latitude.inputValue())).toBeCloseTo(pressed + 0.005, 5);
  const before = Number(await longitude.inputValue());
  await map.press("Shift+ArrowLeft");
  expect(Number(await longitude.inputValue())).toBeCloseTo(before - 0.05, 5);
  await page.getByRole("button", { name: t("listings.form.point.device") }).click();
  await expect(latitude).toHaveValue("46.5667");
  await expect(page.locator(".point-field [role=status]")).toContainText("Cluj-Napoca");
  await page.locator('[name="county"]').selectOption("ct");
  await map.press("ArrowUp");
  await expect(page.locator("#field-point-error")).toContainText(t("general.errors.point_elsewhere"));
  await page.getByRole("button", { name: t("listings.form.point.remove") }).click();
  await expect(latitude).toHaveValue("");
  await expect(page.locator("#field-point-error")).toHaveCount(0);
  await longitude.fill("23.6");
  await latitude.fill("12");
  await longitude.focus();
  await expect(page.locator('[id="field-point.latitude-error"]')).toContainText("43.5");
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";
  test(`a preview shows the page as visitors will see it and leads back, ${how} JavaScript`, async ({
    browser,
  }) => {
    const person = await openTeacher(browser, { locale: "ro", javaScriptEnabled });
    const { page, t } = person;
    const { subject, input, items, words } = partsOf(page);
    await person.go("/tutoring/create");
    await subject.selectOption("la");
    await person.fill("title", "Latină pentru începători");
    await page.locator("textarea").fill("Întâi declinările,\napoi restul.");
    await input.setInputFiles([third]);
    await person.press("listings.form.preview");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Latină pentru începători");
    await expect(page.locator(".gallery__slide img")).toHaveCount(1);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await person.press("listings.preview.back");
    await expect(page.locator('[name="title"]')).toHaveValue("Latină pentru începători");
    await expect(page.locator("textarea")).toHaveValue("Întâi declinările,\napoi restul.");
    await expect(items).toHaveCount(1);
    await words.fill("O carte veche");
    await person.press("listings.form.submit.draft");
    await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
    await deleteDraft(person, "Latină pentru începători");
  });
}

test("without JavaScript: pictures get words and places, and the map is pressed", async ({ browser }) => {
  const viewport = { width: 360, height: 780 };
  const person = await openTeacher(browser, { locale: "ro", javaScriptEnabled: false }, { viewport });
  const { page, t } = person;
  const { subject, input, items, words, latitude } = partsOf(page);
  await person.go("/tutoring/create");
  await subject.selectOption("l");
  await person.fill("title", "Logică fără scripturi");
  await page.locator('[name="county"]').selectOption("is");
  await page.locator(".point-field summary").click();
  await person.press("listings.form.point.show");
  await page.locator(".point-field summary").click();
  await page.locator('input[type="image"]:visible').click({ position: { x: 144, y: 120 } });
  await expect(page.locator(".point-field[open]")).toHaveCount(1);
  expect(Number(await latitude.inputValue())).toBeGreaterThan(46.8);
  await expect(page.locator('[name="title"]')).toHaveValue("Logică fără scripturi");

  await input.setInputFiles([first, second]);
  await person.press("listings.form.pictures.add");
  await expect(items).toHaveCount(2);
  await words.nth(0).fill("Prima");
  await words.nth(1).fill("A doua");
  await page.getByRole("button", { name: t("listings.form.pictures.down", { n: 1 }) }).click();
  await expect(words.nth(0)).toHaveValue("A doua");
  await expect(words.nth(1)).toHaveValue("Prima");
  await person.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
  await deleteDraft(person, "Logică fără scripturi");
});
