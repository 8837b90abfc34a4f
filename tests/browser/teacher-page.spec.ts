import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

/** A phone and a desktop. */
const WIDTHS = [390, 1280];

for (const visit of VISITS)
  test(`a visitor meets the teacher under a listing's title, and all their lessons, ${describeVisit(visit)}`, async ({
    open,
    insert,
  }) => {
    const teacher = await insert.teacher(
      { firstName: "Anca", lastName: "Bălănescu", replyMedianS: 5000 },
      { experienceTeaching: 12, qualifications: ["Gradul didactic I", "Formator"] },
    );
    const listing = await insert.listing(teacher, { title: "Violoncel pentru începători", subject: "mu" });
    await insert.listing(teacher, { title: "Franceză vorbită", subject: "fr" });

    for (const width of WIDTHS) {
      const visitor = await open(visit, { viewport: { width, height: 844 } });
      const { page, t } = visitor;
      await visitor.go(paths.listing(listing.id));
      const summary = page.locator(".teacher-summary");
      await expect(summary).toContainText(t.count("general.card.experience", 12));
      await expect(summary).toContainText("Gradul didactic I");
      await expect(summary).toContainText(t.count("general.replyTime.hours", 2));
      await expect(page.getByRole("link", { name: "Franceză vorbită" })).toBeVisible();
      await expectNoOverflow(page);

      await summary.getByRole("link", { name: "Anca Bălănescu" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anca Bălănescu");
      for (const title of ["Violoncel pentru începători", "Franceză vorbită"])
        await expect(page.getByRole("link", { name: title })).toBeVisible();
      await expect(page.getByText("Formator")).toBeVisible();
      await expectNoOverflow(page);
    }
  });
