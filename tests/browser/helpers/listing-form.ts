import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { paths } from "@/shared/paths";
import { linkIn, mailTo, openBrowser, type Person, type Visit } from "./site";

const folder = resolve(import.meta.dirname, "../../../dev/seed/pictures");
/** Files of good pictures. */
export const PICTURES = readdirSync(folder)
  .filter((file) => /^g-\d\.webp$/.test(file))
  .map((file) => resolve(folder, file)) as [string, string, string];

const WITH_SCRIPT: Visit = { locale: "en", javaScriptEnabled: true };
const PASSWORD = "harta-muta-din-1998";

/** Sends nothing for review: of that there is a limit. */
export const TEACHER = "formular@example.test";

/** Has a teacher sign up, unless another file of tests did: an address may do that twenty times an hour. */
export async function signTeacherUp(browser: Browser, email = TEACHER): Promise<void> {
  const person = await openBrowser(browser, WITH_SCRIPT);
  const form = { username: email, password: PASSWORD };
  const known = await person.context.request.post(paths.authToken(), { form });
  if (!known.ok()) await person.signUp({ email, password: PASSWORD, role: "t" });
  await person.context.close();
}

export async function openTeacher(
  browser: Browser,
  { email = TEACHER, visit = WITH_SCRIPT, more = {} }: { email?: string; visit?: Visit; more?: object } = {},
) {
  const person = await openBrowser(browser, visit, more);
  await person.signIn(email, PASSWORD);
  return person;
}

/** The parts of a form that the tests look at. */
export const partsOf = (page: Page) => ({
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
export async function beginDraft(person: Person, title: string) {
  const parts = partsOf(person.page);
  await person.go("/tutoring/create");
  await parts.subject.selectOption("g");
  await person.fill("title", title);
  await person.page.waitForURL(/\/tutoring\/\w{16}\/edit$/);
  await parts.saved();
  return parts;
}

/** Deletes the listing whose form is open, so that there is room for the next one's drafts. */
export async function deleteDraft(person: Person, title: string) {
  await person.go("/profile/listings");
  const entry = person.page.locator(".entry", { hasText: title });
  await entry.getByText(person.t("listings.actions.delete"), { exact: true }).click();
  await entry.getByRole("button", { name: person.t("listings.actions.deleteNow") }).click();
  await expect(person.page.getByText(person.t("listings.done.deleted"))).toBeVisible();
}

/** Follows the link that a new account was mailed, and signs in. */
export async function confirmAddress(
  person: Person,
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
) {
  await expect(person.page.getByRole("heading", { level: 1 })).toHaveText(
    person.t("accounts.signedUp.heading"),
  );
  await person.page.goto(linkIn(await mailTo(request, email, /verify-email\?token=/)));
  await person.press("accounts.verify.confirm");
  await expect(person.page.getByText(person.t("accounts.verify.done"))).toBeVisible();
  await person.signIn(email, password);
}

/** The queue is paged, oldest first: what was just sent stands on the last page. */
export async function findInQueue(person: Person, title: string) {
  const link = person.page.getByRole("link", { name: title });
  for (let pages = 0; pages < 20 && (await link.count()) === 0; pages++) {
    await person.page.locator('a[rel~="next"]').click();
  }
  await link.click();
}
