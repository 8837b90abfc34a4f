import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

/** A phone and a desktop. */
const WIDTHS = [390, 1280];
const LANGUAGES = '[name="teacher_information.languages"]';

for (const visit of VISITS) {
  for (const width of WIDTHS) {
    test(`a teacher says in which languages they teach, and a parent searches by them, ${width} px, ${describeVisit(visit)}`, async ({
      open,
      insert,
    }) => {
      const owner = await insert.teacher();
      const title = `Latină pentru toți, ${width} ${visit.locale}`;
      const { id } = await insert.listing(owner, { subject: "la", title });
      const screen = { viewport: { width, height: 800 } };

      const teacher = await open(visit, { ...screen, as: owner.email });
      await teacher.go(paths.profile());
      await expect(teacher.page.locator(`${LANGUAGES}:checked`)).toHaveCount(1);
      await teacher.page.locator(`${LANGUAGES}[value="uk"]`).check();
      await expectNoOverflow(teacher.page);
      await teacher.press("profile.form.save");
      await teacher.page.waitForURL(/done=saved/);
      await expect(teacher.page.locator(`${LANGUAGES}:checked`)).toHaveCount(2);

      const parent = await open(visit, screen);
      const { page, t, locale } = parent;
      await parent.go(paths.listings({ subject: "la", teaches_in: "uk" }));
      const chip = t("general.filters.inLanguage", { language: t("general.languages.uk") });
      await expect(page.locator(".active-filters")).toContainText(chip);
      await expect(page.locator('input[name="teaches_in"][value="uk"]')).toBeChecked();
      await expectNoOverflow(page);
      const card = page.locator(".card__title", { hasText: title });
      await expect(card).toHaveCount(1);
      if (locale === "en") await expect(card).toHaveAttribute("lang", "ro");
      else await expect(card).not.toHaveAttribute("lang");

      await parent.go(paths.listing(id));
      await expect(page.getByText(t("general.fields.languages"), { exact: true })).toBeVisible();
      const notice = page.getByText(t("search.listing.textIn.ro"), { exact: true });
      const heading = page.getByRole("heading", { level: 1 });
      if (locale === "en") {
        await expect(notice).toBeVisible();
        await expect(heading).toHaveAttribute("lang", "ro");
      } else {
        await expect(notice).toHaveCount(0);
        await expect(heading).not.toHaveAttribute("lang");
      }
      await expectNoOverflow(page);
    });
  }
}
