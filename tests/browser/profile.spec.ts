import { unfold } from "./helpers/listing-form";
import type { TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const ROWS = '.list-field [name="teacher_information.qualifications"]';
const QUALIFICATIONS = ["Titular în învățământ", "Corector la Bacalaureat"];
const readRows = ({ page }: TestVisitor) =>
  page.locator(ROWS).evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ value }) => value));
const press = (visitor: TestVisitor, name: string, n?: number) =>
  visitor.page
    .getByRole("button", {
      name: visitor.t(`profile.qualifications.${name}`, n === undefined ? {} : { n }),
      exact: true,
    })
    .click();

test("qualifications are added, sorted, removed and saved", async ({ open, insert }) => {
  const teacher = await open(
    { locale: "en", javaScriptEnabled: true },
    { as: (await insert.teacher({}, { qualifications: QUALIFICATIONS })).email },
  );
  const { page, t } = teacher;
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  await teacher.go("/profile");
  await unfold(page);
  const before = await readRows(teacher);
  // Typed text must survive all changes of the list.
  const employer = page.locator('[name="teacher_information.employer"]');
  await employer.fill("Colegiul Național");
  const enhanced = page.waitForResponse(/qualifications-list/);
  await page.locator(ROWS).first().focus();
  await enhanced;
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Object.assign(window, { same: true }));

  const base = before.length;
  await press(teacher, "add");
  await page.locator(ROWS).nth(base).fill("Formator");
  await press(teacher, "add");
  await expect(page.locator(ROWS)).toHaveCount(base + 2);
  await expect(page.locator(ROWS).nth(base + 1)).toBeFocused();
  await page.keyboard.type("Gradul didactic I");
  await press(teacher, "up", base + 2);
  await expect
    .poll(() => readRows(teacher))
    .toEqual([...before.slice(0, base), "Gradul didactic I", "Formator"]);
  const where = page.locator("[data-island=qualifications-list] [role=status]");
  await expect(where).toHaveText(t("profile.qualifications.moved", { n: base + 1 }));
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true);
  await press(teacher, "down", base + 1);
  await press(teacher, "remove", base + 1);
  await expect.poll(() => readRows(teacher)).toEqual([...before.slice(0, base), "Gradul didactic I"]);
  await expect(page.locator(ROWS).nth(base)).toBeFocused();

  // Nothing is saved yet. The page shows it again, with the added row.
  await teacher.go("/profile");
  await expect.poll(() => readRows(teacher)).toEqual([...before.slice(0, base), "Gradul didactic I"]);
  await expect(employer).toHaveValue("Colegiul Național");
  await expect(page.getByText(t("profile.form.restored"))).toBeVisible();

  // Enter in a row presses the form's main button, not one of the list's.
  await page.locator(ROWS).nth(base).press("Enter");
  await expect(page.getByText(t("profile.saved"))).toBeVisible();
  expect(await readRows(teacher)).toEqual([...before.slice(0, base), "Gradul didactic I"]);
  await expect(employer).toHaveValue("Colegiul Național");

  await unfold(page);
  await press(teacher, "remove", base + 1);
  await expect.poll(() => readRows(teacher)).toEqual(before);
  await teacher.press("profile.form.save");
  await expect(page.getByText(t("profile.saved"))).toBeVisible();
  expect(await readRows(teacher)).toEqual(before);
  expect(problems).toEqual([]);
});
