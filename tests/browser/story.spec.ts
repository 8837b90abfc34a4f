import { PICTURES } from "./helpers/files";
import { confirmAddress, findInQueue } from "./helpers/listing-form";
import { DEMO, describeVisit, getLink, type Person, toVisitSuffix, type Visit } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";

type Story = Visit & { subject: string; county: string };
/** Each story has its own subject and county, so that results and limits don't mix. */
const STORIES: Story[] = [
  { locale: "en", javaScriptEnabled: true, subject: "la", county: "tl" },
  { locale: "ro", javaScriptEnabled: false, subject: "l", county: "sj" },
];

for (const story of STORIES) {
  test(`from sign-up to a promoted listing, ${describeVisit(story)}`, async ({ open, rows, mailTo }) => {
    const mark = toVisitSuffix(story);
    const email = `profesor-${mark}@example.test`;
    const title = `Științe și înțelegere, pregătire ${mark}`;
    const teacher = await open(story);

    await teacher.signUp({ email, password: PASSWORD, role: "t", name: ["Ștefania", "Brânză"] });
    await confirmAddress(teacher, mailTo, { email, password: PASSWORD });

    await publish(teacher, story, title);
    await expect(teacher.page.getByText(teacher.t("listings.done.pending"))).toBeVisible();

    const admin = await open(story, { as: DEMO.admin });
    await admin.go("/admin/listings");
    await findInQueue(admin, title);
    await admin.press("admin.review.approve");
    await expect(admin.page.getByText(admin.t("admin.queue.done.approved"))).toBeVisible();
    await mailTo(email, new RegExp(mark));

    const learnerAccount = await rows.user({ locale: story.locale });
    const learner = await open(story, { as: learnerAccount.email });
    await learner.go("/tutoring");
    await learner.page.goto(`${learner.page.url().split("?")[0]}?q=stiinte+intelegere+${mark}`);
    await learner.page.getByRole("link", { name: title }).first().click();
    await expect(learner.page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(learner.page.locator('img[src^="/images/listings/"]').first()).toBeVisible();

    const question = `Bună ziua, aveți loc joi după-amiază? (${mark})`;
    await learner.fill("message", question);
    await learner.page.locator('form[action$="/enquiries"] button[type="submit"]').click();
    await expect(learner.page.getByText(question)).toBeVisible();

    const notification = await mailTo(email, new RegExp(`joi după-amiază\\? \\(${mark}\\)`));
    expect(notification.text).not.toContain(learnerAccount.email);
    await teacher.page.goto(getLink(notification));
    await expect(teacher.page.getByText(question)).toBeVisible();
    const reply = `Da, joi la 17 este liber. (${mark})`;
    await teacher.fill("message", reply);
    await teacher.page.locator('form:has([name="message"]) button[type="submit"]').click();
    await expect(teacher.page.getByText(reply)).toBeVisible();
    const answered = await mailTo(learnerAccount.email, new RegExp(`joi la 17 este liber\\. \\(${mark}\\)`));
    expect(answered.text).not.toContain(email);

    await promote(teacher, title);
    await expect(teacher.page).toHaveURL(/\/payment-complete\/cs_/);
    await expect(teacher.page.getByText(teacher.t("promotions.payment.paid.title"))).toBeVisible();

    await learner.go(`/tutoring?subject=${story.subject}&county=${story.county}`);
    const promoted = learner.page.locator(".promoted-block").getByRole("link", { name: title });
    await expect(promoted).toBeVisible();
    await expect(learner.page.getByRole("link", { name: title })).toHaveCount(1);
  });
}

async function publish(person: Person, { subject, county }: Story, title: string) {
  await person.go("/tutoring/create");
  await person.page.locator('[name="subject"]').selectOption(subject);
  await person.page.locator('[name="levels"][value="h"]').check();
  await person.page.locator('[name="levels"][value="pb"]').check();
  await person.fill("title", title);
  await person.fill(
    "description",
    "Lucrăm pe înțelesul elevului, cu exemple din viața de zi cu zi și cu teme scurte între ședințe.",
  );
  await person.page.locator('[name="county"]').selectOption(county);
  await person.page.locator('[name="locations"][value="lh"]').check();
  await person.fill("price", "80");
  await person.page.locator('input[type="file"]').first().setInputFiles(PICTURES[0]);
  await person.press("listings.form.submit.review");
}

async function promote(person: Person, title: string) {
  await person.go("/profile/listings");
  const entry = person.page.locator(".entry", { hasText: title });
  await entry.getByRole("link", { name: person.t("listings.actions.promote"), exact: true }).click();
  await person.page.locator('[name="package"][value="top7"]').check();
  await person.page.locator('[name="immediate_start"]').check();
  await person.press("promotions.promote.order");
  await person.page.waitForURL(/\/pay\/cs_/);
  await person.page.locator('button[name="action"][value="pay"]').click();
}
