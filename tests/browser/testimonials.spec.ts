import { paths } from "@/shared/paths";
import { DEMO, describeVisit, expectNoOverflow, getLink, toVisitSuffix, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };

for (const visit of VISITS) {
  test(`a learner writes a testimonial, an admin publishes it, and visitors read it, ${describeVisit(visit)}`, async ({
    open,
    mailTo,
  }) => {
    const text = `Am găsit repede pe cineva potrivit pentru fratele meu (${toVisitSuffix(visit)}).`;
    const learner = await open(visit, PHONE);
    await learner.go(paths.testimonials());
    await learner.page.getByRole("link", { name: learner.t("testimonials.signedOut.signIn") }).click();
    await learner.fill("email", DEMO.learner);
    await learner.fill("password", "catedra-demo-2026");
    await learner.press("accounts.signIn.submit");
    await learner.page.waitForURL(/\/testimonials$/);
    await learner.fill("text", text);
    await learner.fill("role", "studentă, Cluj");
    await learner.press("testimonials.form.send");
    // Without consent the form is refused and keeps its values.
    await expect(learner.page.locator("#error-summary")).toBeVisible();
    await expect(learner.page.locator('[name="text"]')).toHaveValue(text);
    await learner.page.locator('[name="consent"]').check();
    await learner.press("testimonials.form.send");
    await expect(learner.page.getByText(learner.t("testimonials.done.sent"))).toBeVisible();
    await expectNoOverflow(learner.page);

    const visitor = await open(visit, PHONE);
    await visitor.go(paths.testimonials());
    await expect(visitor.page.getByText(text)).toHaveCount(0);

    const admin = await open(visit, { as: DEMO.admin });
    await admin.go(paths.adminTestimonials());
    const entry = admin.page.locator(".entry", { hasText: text });
    // By keyboard.
    await entry.getByRole("button").first().focus();
    await admin.page.keyboard.press("Enter");
    await expect(admin.page.getByText(admin.t("testimonials.admin.done.published"))).toBeVisible();
    await expect(entry).toHaveCount(0);

    await visitor.page.reload();
    await expect(visitor.page.getByText(text)).toBeVisible();
    await expectNoOverflow(visitor.page);
    const mail = await mailTo(DEMO.learner, new RegExp(`fratele meu \\(${toVisitSuffix(visit)}\\)`));
    await learner.page.goto(getLink(mail));
    // The home page also shows the newest ones in its language. It may be cached for a second.
    const home = await open(visit);
    await expect(async () => {
      await home.go(paths.home());
      await expect(home.page.getByText(text)).toBeVisible({ timeout: 500 });
    }).toPass();

    // And unpublished again.
    const ownEntry = learner.page.locator(".entry", { hasText: text });
    await ownEntry.locator("summary").click();
    await ownEntry.getByRole("button").click();
    await expect(learner.page.getByText(text)).toHaveCount(0);
  });
}
