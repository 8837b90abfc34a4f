import { paths } from "@/shared/paths";
import { createFile, PICTURES } from "./helpers/files";
import { DEMO, expectNoOverflow } from "./helpers/site";
import { expect, type Page, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const PHONE = { viewport: { width: 320, height: 720 } };
const [picture] = PICTURES;
/** A picture by its name only. */
const letter = createFile("scrisoare.jpg", "Dragă profesoară");
/** Large enough for a resumable upload. */
const pdf = createFile("diploma.pdf", `%PDF-1.7\n${"x".repeat(400 * 1024)}\n%%EOF`);

/** Breaks the connection of the first chunk of a resumable upload. The result tells whether it happened. */
async function breakFirstChunk(page: Page): Promise<() => boolean> {
  let isBroken = false;
  await page.route(/\/storage\/uploads\//, (route) => {
    if (isBroken || route.request().method() !== "PATCH") return route.continue();
    isBroken = true;
    return route.abort("connectionreset");
  });
  return () => isBroken;
}

test("a teacher sends documents, and the listing says what an admin saw", async ({ open, insert }) => {
  const teacher = await insert.teacher({ firstName: "Ilinca", lastName: "Diplomată" });
  const listing = await insert.listing(teacher);
  const visitor = await open(VISIT, { ...PHONE, as: teacher.email });
  const { page, t } = visitor;
  await visitor.go(paths.verification());
  const section = page.locator("#diploma");
  const input = section.locator('input[type="file"]');
  const uploaded = section.locator('input[name="path"]');
  const send = () => section.getByRole("button", { name: t("verifications.form.send") }).click();

  await section.getByText(t("verifications.form.open"), { exact: true }).click();
  await section.locator('[name="proves"]').fill("Licență în matematică");
  await input.setInputFiles([letter]);
  const refused = t("verifications.upload.notAccepted", { name: "scrisoare.jpg" });
  await expect(section.getByRole("status")).toHaveText(refused);
  // Without another file, the form still names the refused one.
  await send();
  await expect(input).toBeFocused();
  await expect(section.getByRole("status")).toHaveText(refused);
  await input.setInputFiles([picture, letter]);
  await expect(section.getByRole("status")).toHaveText(refused);
  await expect(uploaded).toHaveCount(1);
  await expectNoOverflow(page);

  const wasBroken = await breakFirstChunk(page);
  await input.setInputFiles([pdf]);
  await expect(uploaded).toHaveCount(2, { timeout: 20_000 });
  expect(wasBroken()).toBe(true);
  await expectNoOverflow(page);
  await send();
  await expect(page.getByText(t("verifications.done.sent"))).toBeVisible();
  await expect(section).toContainText(t("verifications.request.waiting"));
  await expect(section).toContainText(t.count("verifications.request.files", 2));
  await expect(input).toHaveCount(0);

  const admin = await open(VISIT, { as: DEMO.admin });
  await admin.go(paths.adminVerifications());
  const heading = `${t("verifications.kinds.diploma")}: Ilinca Diplomată`;
  await admin.page.getByRole("link", { name: heading }).click();
  // The files are shown next to the form, and count as opened then.
  await expect(admin.page.locator(".document-file img")).toHaveJSProperty("complete", true);
  await admin.page.locator(".document-file iframe").scrollIntoViewIfNeeded();
  await admin.fill("proves", "Licență în matematică");
  await admin.fill("issuer", "Universitatea din București");
  await admin.fill("document_date", "2010-07-01");
  await admin.press("verifications.admin.approve");
  await expect(admin.page.getByText(t("moderation.kinds.verifications.done.approve"))).toBeVisible();

  await visitor.go(paths.listing(listing.id));
  await expect(page.getByRole("heading", { name: t("verifications.listing.heading") })).toBeVisible();
  await expect(page.getByText("Licență în matematică (Universitatea din București")).toBeVisible();
});
