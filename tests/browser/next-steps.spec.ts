import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

for (const visit of VISITS) {
  for (const width of [390, 1280]) {
    test(`a search without results leads further at ${width} px, ${describeVisit(visit)}`, async ({
      open,
    }) => {
      const parent = await open(visit, { viewport: { width, height: 900 } });
      const { page, t } = parent;
      // No teacher is that cheap.
      const search = paths.listings({ subject: "m", county: "cj", max: 1 });
      await parent.go(search);
      await expect(page.getByRole("heading", { name: t("search.empty.title") })).toBeVisible();
      await expectNoOverflow(page);
      await expect(page.locator(".close-listings .card").first()).toBeVisible();

      // The next price that has a result, and the subject in nearby counties.
      for (const heading of ["wider", "elsewhere"]) {
        const section = page.locator(".next-steps", {
          has: page.getByRole("heading", { name: t(`search.next.${heading}`) }),
        });
        const [label, count] = await section.locator("a").first().locator("span").allTextContents();
        expect(label).toContain(
          heading === "wider" ? "lei" : visit.locale === "ro" ? "matematică" : "Mathematics",
        );
        await section.locator("a").first().click();
        await expect(page.locator('[data-part="count"]')).toHaveText(count ?? "");
        await expect(page.locator(".results .card").first()).toBeVisible();
        await parent.go(search);
      }

      await page.getByRole("link", { name: t("search.empty.alert") }).click();
      await expect(page.getByRole("button", { name: t("alerts.offer.submit") })).toBeInViewport();
    });

    test(`the button that deletes an alert looks unlike the others at ${width} px, ${describeVisit(visit)}`, async ({
      open,
      insert,
    }) => {
      const { email } = await insert.user();
      const learner = await open(visit, { as: email, viewport: { width, height: 900 } });
      const { page, t } = learner;
      await learner.go(paths.listings({ subject: "m" }));
      await learner.press("alerts.offer.submit");
      await learner.go(paths.alerts());
      const readColors = (action: string) =>
        page.locator(`form[action$="/${action}"] button`).evaluate((button) => {
          const { color, borderColor } = getComputedStyle(button);
          return { color, borderColor };
        });
      const pause = await readColors("pause");
      expect(await readColors("frequency")).toEqual(pause);
      const deletion = await readColors("delete");
      expect(deletion.color).not.toBe(pause.color);
      expect(deletion.borderColor).not.toBe(pause.borderColor);
      await expectNoOverflow(page);
      await learner.press("alerts.actions.delete");
      await expect(page.getByRole("heading", { name: t("alerts.page.empty") })).toBeVisible();
    });
  }
}
