import { buyPromotion } from "./helpers/buy-promotion";
import { PICTURES } from "./helpers/files";
import { confirmAddress, findInQueue } from "./helpers/listing-form";
import { DEMO, describeVisit, getLink, type TestVisitor, toVisitSuffix, type Visit } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";

type Scenario = Visit & { subject: string; county: string };
/** Each scenario has its own subject and county, so that results and limits don't mix. */
const SCENARIOS: Scenario[] = [
  { locale: "en", javaScriptEnabled: true, subject: "la", county: "tl" },
  { locale: "ro", javaScriptEnabled: false, subject: "l", county: "sj" },
];

for (const scenario of SCENARIOS) {
  test(`from sign-up to a promoted listing, ${describeVisit(scenario)}`, async ({ open, insert, mailTo }) => {
    const suffix = toVisitSuffix(scenario);
    const email = `profesor-${suffix}@example.test`;
    const title = `Științe și înțelegere, pregătire ${suffix}`;
    const teacher = await open(scenario);

    await teacher.signUp({ email, password: PASSWORD, role: "t", name: ["Ștefania", "Brânză"] });
    await confirmAddress(teacher, mailTo, email);

    await publish(teacher, scenario, title);
    await expect(teacher.page.getByText(teacher.t("listings.done.pending"))).toBeVisible();

    const admin = await open(scenario, { as: DEMO.admin });
    await admin.go("/admin/listings");
    await findInQueue(admin, title);
    await admin.press("admin.review.approve");
    await expect(admin.page.getByText(admin.t("admin.queue.done.approved"))).toBeVisible();

    const learnerAccount = await insert.user({ locale: scenario.locale });
    const learner = await open(scenario, { as: learnerAccount.email });
    await learner.go("/tutoring");
    await learner.page.goto(`${learner.page.url().split("?")[0]}?q=stiinte+intelegere+${suffix}`);
    await learner.page.getByRole("link", { name: title }).first().click();
    await expect(learner.page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(learner.page.locator('img[src^="/images/listings/"]').first()).toBeVisible();

    const question = `Bună ziua, aveți loc joi după-amiază? (${suffix})`;
    await learner.fill("message", question);
    await learner.page.locator('form[action$="/enquiries"] button[type="submit"]').click();
    await expect(learner.page.getByText(question)).toBeVisible();

    const notification = await mailTo(email, new RegExp(`joi după-amiază\\? \\(${suffix}\\)`));
    expect(notification.text).not.toContain(learnerAccount.email);
    await teacher.page.goto(getLink(notification));
    await expect(teacher.page.getByText(question)).toBeVisible();
    const reply = `Da, joi la 17 este liber. (${suffix})`;
    await teacher.fill("message", reply);
    await teacher.page.locator('form:has([name="message"]) button[type="submit"]').click();
    await expect(teacher.page.getByText(reply)).toBeVisible();
    const answered = await mailTo(
      learnerAccount.email,
      new RegExp(`joi la 17 este liber\\. \\(${suffix}\\)`),
    );
    expect(answered.text).not.toContain(email);

    await promote(teacher, title);
    await expect(teacher.page.getByText(teacher.t("promotions.payment.paid.title"))).toBeVisible();

    await learner.go(`/tutoring?subject=${scenario.subject}&county=${scenario.county}`);
    const promoted = learner.page.locator(".promoted-block").getByRole("link", { name: title });
    await expect(promoted).toBeVisible();
    await expect(learner.page.getByRole("link", { name: title })).toHaveCount(1);
  });
}

async function publish(visitor: TestVisitor, { subject, county }: Scenario, title: string) {
  await visitor.go("/tutoring/create");
  await visitor.page.locator('[name="subject"]').selectOption(subject);
  await visitor.page.locator('[name="levels"][value="h"]').check();
  await visitor.page.locator('[name="levels"][value="pb"]').check();
  await visitor.fill("title", title);
  await visitor.fill(
    "description",
    "Lucrăm pe înțelesul elevului, cu exemple din viața de zi cu zi și cu teme scurte între ședințe.",
  );
  await visitor.page.locator('[name="county"]').selectOption(county);
  await visitor.page.locator('[name="locations"][value="lh"]').check();
  await visitor.fill("price", "80");
  await visitor.page.locator('input[type="file"]').first().setInputFiles(PICTURES[0]);
  await visitor.press("listings.form.submit.review");
}

async function promote(visitor: TestVisitor, title: string) {
  await visitor.go("/profile/listings");
  const entry = visitor.page.locator(".entry", { hasText: title });
  await entry.getByRole("link", { name: visitor.t("listings.actions.promote"), exact: true }).click();
  await buyPromotion(visitor, "top7");
}
