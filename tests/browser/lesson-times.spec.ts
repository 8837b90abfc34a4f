import { SLOTS } from "@/shared/codes";
import { listWeekDays } from "@/shared/format-slot";
import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { expectNoOverflow, type TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const EVENINGS = ["1e", "2e", "3e", "4e", "5e", "6e", "7e"];
const RESULTS_SCRIPT = /\/results-[^/]*\.js$/;

/** The checkbox of a time, by the names of its row and column. */
const findTime = ({ page, t }: TestVisitor, day: string, part: string) =>
  page.getByRole("checkbox", {
    name: new RegExp(`^${t(`general.days.${day}`)} ${t(`general.dayParts.${part}`)}$`, "i"),
  });

test("a teacher says when lessons are possible", async ({ open, insert }) => {
  const owner = await insert.teacher();
  const teacher = await open(VISIT, { viewport: { width: 360, height: 800 }, as: owner.email });
  const { page, t, locale } = teacher;
  await teacher.go(paths.createListing());
  const rows = page.locator(".slot-grid tbody th");
  await expect(rows).toHaveText(listWeekDays(locale).map((day) => t(`general.days.${day}`)));
  await expectNoOverflow(page);
  await findTime(teacher, "1", "e").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(findTime(teacher, "2", "m")).toBeFocused();
  await page.keyboard.press("Space");
  await page.locator('[name="subject"]').selectOption("g");
  await page.locator('[name="formats"][value="group"]').check();
  await page.locator('[name="trial"][value="free"]').check();
  await page.locator('[name="receipt"]').check();
  await teacher.press("listings.form.submit.draft");
  await page.waitForURL(/done=draft/);

  const id = new URL(page.url()).searchParams.get("id") ?? "";
  await teacher.go(paths.editListing(id));
  for (const slot of SLOTS) {
    const isTicked = slot === "1e" || slot === "2m";
    await expect(page.locator(`[name="availability"][value="${slot}"]`)).toBeChecked({
      checked: isTicked,
    });
  }
  await expect(page.locator('[name="formats"]:checked')).toHaveCount(2);
  await expect(page.locator('[name="trial"]:checked')).toHaveValue("free");
  await teacher.go(paths.listing(id));
  await expect(page.locator(".availability__free")).toHaveCount(2);
  await expectNoOverflow(page);
});

test("a time that was changed before the script is loaded, and while results arrive, counts", async ({
  open,
}) => {
  const parent = await open(VISIT);
  const { page } = parent;
  const time = (value: string) => page.locator(`form.filters [name="when"][value="${value}"]`);
  const loadScript = await hold(page, RESULTS_SCRIPT);
  const script = page.waitForRequest(RESULTS_SCRIPT);
  await parent.go(paths.listings({ when: EVENINGS }));
  await script;
  await expect(time("weekday_evenings")).toBeChecked();
  await time("7e").uncheck();
  loadScript();
  await expect(page).toHaveURL(/\?when=weekday_evenings&when=6e$/);

  const answer = await hold(page, /\?when=6e$/);
  const request = page.waitForRequest(/\?when=6e$/);
  await time("weekday_evenings").uncheck();
  await request;
  await time("1e").check();
  answer();
  await expect(page).toHaveURL(/\?when=1e&when=6e$/);
  for (const value of ["1e", "6e"]) await expect(time(value)).toBeChecked();
  for (const value of ["weekday_evenings", "7e"]) await expect(time(value)).not.toBeChecked();
});
