import { paths } from "@/shared/paths";
import { DEMO, expectNoOverflow, getLink } from "./helpers/site";
import { expect, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const PHONE = { viewport: { width: 360, height: 740 } };

test("a learner writes a testimonial, an admin publishes it, and visitors read it", async ({
  open,
  mailTo,
}) => {
  const text = "Am găsit repede pe cineva potrivit pentru fratele meu.";
  const learner = await open(VISIT, PHONE);
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

  const visitor = await open(VISIT, PHONE);
  await visitor.go(paths.testimonials());
  await expect(visitor.page.getByText(text)).toHaveCount(0);

  const admin = await open(VISIT, { as: DEMO.admin });
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
  const mail = await mailTo(DEMO.learner, /fratele meu/);
  await learner.page.goto(getLink(mail));
  // And unpublished again.
  const ownEntry = learner.page.locator(".entry", { hasText: text });
  await ownEntry.locator("summary").click();
  await ownEntry.getByRole("button").click();
  await expect(learner.page.getByText(text)).toHaveCount(0);
});
