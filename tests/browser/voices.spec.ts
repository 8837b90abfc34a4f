import { paths } from "@/shared/paths";
import { DEMO, expectNoOverflow, linkIn, markOf, sayVisit, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };

for (const visit of VISITS) {
  test(`a learner says something of the site, an admin publishes it, everybody reads it, ${sayVisit(visit)}`, async ({
    open,
    mailTo,
  }) => {
    const words = `Am găsit repede pe cineva potrivit pentru fratele meu (${markOf(visit)}).`;
    const learner = await open(visit, PHONE);
    await learner.go(paths.testimonials());
    await learner.page.getByRole("link", { name: learner.t("testimonials.signedOut.signIn") }).click();
    await learner.fill("email", DEMO.learner);
    await learner.fill("password", "catedra-demo-2026");
    await learner.press("accounts.signIn.submit");
    await learner.page.waitForURL(/\/testimonials$/);
    await learner.fill("text", words);
    await learner.fill("role", "studentă, Cluj");
    await learner.press("testimonials.form.send");
    // Without the consent nothing is taken, and nothing is lost.
    await expect(learner.page.locator("#error-summary")).toBeVisible();
    await expect(learner.page.locator('[name="text"]')).toHaveValue(words);
    await learner.page.locator('[name="consent"]').check();
    await learner.press("testimonials.form.send");
    await expect(learner.page.getByText(learner.t("testimonials.done.sent"))).toBeVisible();
    await expectNoOverflow(learner.page);

    const visitor = await open(visit, PHONE);
    await visitor.go(paths.testimonials());
    await expect(visitor.page.getByText(words)).toHaveCount(0);

    const admin = await open(visit, { as: DEMO.admin });
    await admin.go(paths.adminTestimonials());
    const entry = admin.page.locator(".entry", { hasText: words });
    // By keyboard alone.
    await entry.getByRole("button").first().focus();
    await admin.page.keyboard.press("Enter");
    await expect(admin.page.getByText(admin.t("testimonials.admin.done.published"))).toBeVisible();
    await expect(entry).toHaveCount(0);

    await visitor.page.reload();
    await expect(visitor.page.getByText(words)).toBeVisible();
    await expectNoOverflow(visitor.page);
    const told = await mailTo(DEMO.learner, new RegExp(`fratele meu \\(${markOf(visit)}\\)`));
    await learner.page.goto(linkIn(told));
    // The newest in the page's language stand at home, too; the page may be a second old.
    const home = await open(visit);
    await expect(async () => {
      await home.go(paths.home());
      await expect(home.page.getByText(words)).toBeVisible({ timeout: 500 });
    }).toPass();

    // And back again.
    const own = learner.page.locator(".entry", { hasText: words });
    await own.locator("summary").click();
    await own.getByRole("button").click();
    await expect(learner.page.getByText(words)).toHaveCount(0);
  });
}
