import { paths } from "@/shared/paths";
import { DEMO, linkIn, mailTo, markOf, openBrowser, type Person, sayVisit, type Visit } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };
/** Of an account three testimonials a day are taken. */
const TWO_VISITS: readonly Visit[] = [
  { locale: "en", javaScriptEnabled: true },
  { locale: "ro", javaScriptEnabled: false },
];

for (const visit of TWO_VISITS) {
  test(`a learner says something of the site, an admin publishes it, everybody reads it, ${sayVisit(visit)}`, async ({
    browser,
    request,
  }) => {
    const words = `Am găsit repede pe cineva potrivit pentru fratele meu (${markOf(visit)}).`;
    const learner = await openBrowser(browser, visit, PHONE);
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
    await fitsItsWidth(learner);

    const visitor = await openBrowser(browser, visit, PHONE);
    await visitor.go(paths.testimonials());
    await expect(visitor.page.getByText(words)).toHaveCount(0);

    const admin = await openBrowser(browser, visit);
    await admin.signIn(DEMO.admin);
    await admin.go(paths.adminTestimonials());
    const entry = admin.page.locator(".entry", { hasText: words });
    // By keyboard alone.
    await entry.getByRole("button").first().focus();
    await admin.page.keyboard.press("Enter");
    await expect(admin.page.getByText(admin.t("testimonials.admin.done.published"))).toBeVisible();
    await expect(entry).toHaveCount(0);

    await visitor.page.reload();
    await expect(visitor.page.getByText(words)).toBeVisible();
    await fitsItsWidth(visitor);
    const told = await mailTo(request, DEMO.learner, new RegExp(`fratele meu \\(${markOf(visit)}\\)`));
    await learner.page.goto(linkIn(told));
    // The newest in the page's language stand at home, too; the page may be a second old.
    const home = await openBrowser(browser, visit);
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

test("somebody writes to the operator without JavaScript, and both get the message", async ({
  browser,
  request,
}) => {
  const visitor = await openBrowser(browser, { locale: "ro", javaScriptEnabled: false }, PHONE);
  const email = "parinte-contact@example.test";
  const message = "Bună ziua! Aș vrea să știu cum îmi pot schimba fotografia de profil.";
  await visitor.go(paths.contact());
  await visitor.fill("name", "Ilinca Țurcanu");
  await visitor.fill("email", "parinte la example");
  await visitor.fill("subject", "Fotografia de profil");
  await visitor.fill("message", message);
  await visitor.press("contact.send");
  await expect(visitor.page.locator("#error-summary")).toBeVisible();
  await expect(visitor.page.locator('[name="message"]')).toHaveValue(message);
  await visitor.fill("email", email);
  await visitor.press("contact.send");
  await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveText(visitor.t("contact.done.title"));
  await fitsItsWidth(visitor);

  const copy = await mailTo(request, email, /fotografia de profil\./);
  expect(copy.subject).toBe(visitor.t("mail.contact_copy.subject"));
  await visitor.go(paths.contact());
  const operator = await visitor.page.locator('main a[href^="mailto:"]').textContent();
  const told = await mailTo(request, operator ?? "", /fotografia de profil\./);
  expect(told.subject).toContain("Ilinca Țurcanu: Fotografia de profil");
  expect(told).toMatchObject({ headers: { "Reply-To": email } });
});

async function fitsItsWidth(person: Person) {
  const over = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}
