import { SLOTS } from "@/shared/codes";
import { formatSlotGroup, listWeekDays } from "@/shared/format-slot";
import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { describeVisit, expectNoOverflow, type TestVisitor, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

/** A phone and a desktop. */
const WIDTHS = [360, 1280];
const toScreen = (width: number) => ({ viewport: { width, height: 800 } });

const EVENINGS = ["1e", "2e", "3e", "4e", "5e", "6e", "7e"];
const RESULTS_SCRIPT = /\/results-[^/]*\.js$/;

/** The checkbox of a time, by the names of its row and column. */
const findTime = ({ page, t }: TestVisitor, day: string, part: string) =>
  page.getByRole("checkbox", {
    name: new RegExp(`^${t(`general.days.${day}`)} ${t(`general.dayParts.${part}`)}$`, "i"),
  });

for (const visit of VISITS) {
  for (const width of WIDTHS) {
    test(`a teacher says when lessons are possible, ${width} px, ${describeVisit(visit)}`, async ({
      open,
      insert,
    }) => {
      const owner = await insert.teacher();
      const teacher = await open(visit, { ...toScreen(width), as: owner.email });
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

    test(`a parent searches by time, ${width} px, ${describeVisit(visit)}`, async ({ open, insert }) => {
      const teacher = await insert.teacher();
      const { title } = await insert.listing(teacher, {
        title: `Lecții de seară, ${width} ${visit.locale}`,
        subject: "la",
        county: "tl",
        availability: ["1e", "6m"],
        formats: ["group"],
      });
      const parent = await open(visit, toScreen(width));
      const { page, t } = parent;
      const openFilters = async () => {
        if (width < 1024) await page.locator(".filter-button").click();
      };
      const apply = () => page.locator('.filters__foot button[type="submit"]').click();
      const chips = page.locator(".active-filters .chip");
      const evenings = page.locator('#filter-when [value="weekday_evenings"]');
      const card = page.locator(".results .card", { hasText: title });

      await parent.go(paths.listings({ subject: "la", county: "tl" }));
      await openFilters();
      await page.locator("[data-expand]").click();
      await expect(page.locator(".filters__more")).toHaveAttribute("open");
      // Without the script, the link loads the page again, with the filters closed.
      if (!(await evenings.isVisible())) await openFilters();
      await evenings.check();
      await page.locator('#filter-slots [value="6m"]').check();
      await page.locator('#filter-format [value="group"]').check();
      await apply();
      await expect(chips.filter({ hasText: formatSlotGroup(t, "weekday_evenings") })).toBeVisible();
      await expect(chips.filter({ hasText: formatSlotGroup(t, "6m") })).toBeVisible();
      await expect(chips.filter({ hasText: t("general.formats.group") })).toBeVisible();
      await expect(card).toContainText(t("general.formats.group"));
      await expect(page).toHaveURL(/[?&]when=weekday_evenings&when=6m/);
      await expectNoOverflow(page);

      await chips.filter({ hasText: formatSlotGroup(t, "weekday_evenings") }).click();
      await expect(chips).toHaveCount(4);
      await expect(page).toHaveURL(/\?(?!.*weekday).*when=6m/);
      await openFilters();
      await expect(evenings).not.toBeChecked();
      await expect(page.locator('#filter-slots [value="6m"]')).toBeChecked();
      await expect(findTime(parent, "6", "m")).toBeVisible();
      await expectNoOverflow(page);
    });
  }
}

test("the times of the week and their groups follow each other", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true }, toScreen(1280));
  const { page } = parent;
  const time = (value: string) => page.locator(`form.filters [name="when"][value="${value}"]`);
  await parent.go(paths.listings({ when: EVENINGS }));
  for (const value of ["weekday_evenings", "1e", "5e", "6e", "7e"]) await expect(time(value)).toBeChecked();
  await time("1e").uncheck();
  await expect(page).toHaveURL(/\?when=7e&when=2e&when=3e&when=4e&when=5e&when=6e$/);
  await expect(time("weekday_evenings")).not.toBeChecked();
  await expect(time("2e")).toBeChecked();
  await time("1e").check();
  await expect(page).toHaveURL(/\?when=weekday_evenings&when=7e&when=6e$/);
  for (const value of ["weekday_evenings", "1e", "5e"]) await expect(time(value)).toBeChecked();
  await time("weekday_evenings").uncheck();
  await expect(page).toHaveURL(/\?when=7e&when=6e$/);
  for (const value of ["1e", "5e"]) await expect(time(value)).not.toBeChecked();
});

/** The list of all evenings, with the script of the list held until `loadScript` is called. */
async function openEvenings(parent: TestVisitor) {
  const { page } = parent;
  const loadScript = await hold(page, RESULTS_SCRIPT);
  const request = page.waitForRequest(RESULTS_SCRIPT);
  await parent.go(paths.listings({ when: EVENINGS }));
  await request;
  return {
    time: (value: string) => page.locator(`form.filters [name="when"][value="${value}"]`),
    loadScript,
  };
}

test("a time cleared before the script is loaded clears its group", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true }, toScreen(1280));
  const { time, loadScript } = await openEvenings(parent);
  await time("1e").uncheck();
  loadScript();
  await expect(parent.page).toHaveURL(/\?when=7e&when=2e&when=3e&when=4e&when=5e&when=6e$/);
  await expect(time("weekday_evenings")).not.toBeChecked();
  await expect(time("2e")).toBeChecked();
});

test("a group cleared before the script is loaded clears its times", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true }, toScreen(1280));
  const { time, loadScript } = await openEvenings(parent);
  await time("weekday_evenings").uncheck();
  loadScript();
  await expect(parent.page).toHaveURL(/\?when=7e&when=6e$/);
  for (const value of ["1e", "5e"]) await expect(time(value)).not.toBeChecked();
});

test("a time cleared while earlier results arrive stays cleared", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true }, toScreen(1280));
  const { page } = parent;
  const { time, loadScript } = await openEvenings(parent);
  loadScript();
  const answer = await hold(page, /\?when=7e&when=2e/);
  const request = page.waitForRequest(/\?when=7e&when=2e/);
  await time("1e").uncheck();
  await request;
  await time("7e").uncheck();
  answer();
  await expect(page).toHaveURL(/\?when=2e&when=3e&when=4e&when=5e&when=6e$/);
  for (const value of ["weekday_evenings", "1e", "7e"]) await expect(time(value)).not.toBeChecked();
  for (const value of ["2e", "5e", "6e"]) await expect(time(value)).toBeChecked();
});

test("without a script, a cleared group clears its times and a cleared time its group", async ({ open }) => {
  const parent = await open({ locale: "ro", javaScriptEnabled: false }, toScreen(1280));
  const { page, t } = parent;
  const time = (value: string) => page.locator(`form.filters [name="when"][value="${value}"]`);
  const apply = () => page.locator('.filters__foot button[type="submit"]').click();
  const chips = page.locator(".active-filters .chip");
  await parent.go(paths.listings({ when: EVENINGS }));
  await time("1e").uncheck();
  await apply();
  await expect(chips).toHaveCount(5);
  await expect(time("weekday_evenings")).not.toBeChecked();
  await time("weekday_evenings").check();
  await apply();
  await expect(chips).toHaveCount(1);
  await expect(time("1e")).toBeChecked();
  await time("weekday_evenings").uncheck();
  await apply();
  await expect(chips).toContainText([formatSlotGroup(t, "weekend_evenings")]);
  for (const value of ["weekday_evenings", "1e", "5e"]) await expect(time(value)).not.toBeChecked();
});
