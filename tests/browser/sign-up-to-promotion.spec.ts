import { BILLING } from "../helpers/rows";
import { buyPromotion } from "./helpers/buy-promotion";
import { PICTURES } from "./helpers/files";
import { confirmAddress, findInQueue } from "./helpers/listing-form";
import { DEMO, getLink, type TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";

const VISIT = { locale: "ro", javaScriptEnabled: false } as const;
/** No other listing has both. */
const SEARCH = { subject: "l", county: "sj" };

test("from sign-up to a promoted listing, without JavaScript", async ({ open, insert, mailTo }) => {
  const email = "profesor@example.test";
  const title = "Științe și înțelegere, pregătire";
  const teacher = await open(VISIT);

  await teacher.signUp({ email, password: PASSWORD, role: "t", name: ["Ștefania", "Brânză"] });
  await confirmAddress(teacher, mailTo, email);

  await publish(teacher, title);
  await expect(teacher.page.getByText(teacher.t("listings.done.pending"))).toBeVisible();

  const admin = await open(VISIT, { as: DEMO.admin });
  await admin.go("/admin/listings");
  await findInQueue(admin, title);
  await admin.press("moderation.listings.approve");
  await expect(admin.page.getByText(admin.t("moderation.kinds.listings.done.approved"))).toBeVisible();

  const learnerAccount = await insert.user({ locale: "ro" });
  const learner = await open(VISIT, { as: learnerAccount.email });
  await learner.go("/tutoring");
  await learner.page.goto(`${learner.page.url().split("?")[0]}?q=stiinte+intelegere`);
  await learner.page.getByRole("link", { name: title }).first().click();
  await expect(learner.page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(learner.page.locator('img[src^="/images/listings/"]').first()).toBeVisible();

  const question = "Bună ziua, aveți loc joi după-amiază?";
  await learner.fill("message", question);
  await learner.page.locator('form[action$="/enquiries"] button[type="submit"]').click();
  await expect(learner.page.getByText(question)).toBeVisible();

  const notification = await mailTo(email, /joi după-amiază\?/);
  expect(notification.text).not.toContain(learnerAccount.email);
  await teacher.page.goto(getLink(notification));
  await expect(teacher.page.getByText(question)).toBeVisible();
  const reply = "Da, joi la 17 este liber.";
  await teacher.fill("message", reply);
  await teacher.page.locator('form:has([name="message"]) button[type="submit"]').click();
  await expect(teacher.page.getByText(reply)).toBeVisible();
  const answered = await mailTo(learnerAccount.email, /joi la 17 este liber\./);
  expect(answered.text).not.toContain(email);

  await promote(teacher, title);
  await expect(teacher.page.getByText(teacher.t("promotions.payment.paid.title"))).toBeVisible();

  await learner.go(`/tutoring?subject=${SEARCH.subject}&county=${SEARCH.county}`);
  const promoted = learner.page.locator(".promoted-block").getByRole("link", { name: title });
  await expect(promoted).toBeVisible();
  await expect(learner.page.getByRole("link", { name: title })).toHaveCount(1);
});

async function publish(visitor: TestVisitor, title: string) {
  await visitor.go("/tutoring/create");
  await visitor.page.locator('[name="subject"]').selectOption(SEARCH.subject);
  await visitor.page.locator('[name="levels"][value="h"]').check();
  await visitor.page.locator('[name="levels"][value="pb"]').check();
  await visitor.fill("title", title);
  await visitor.fill(
    "description",
    "Lucrăm pe înțelesul elevului, cu exemple din viața de zi cu zi și cu teme scurte între ședințe.",
  );
  await visitor.page.locator('[name="county"]').selectOption(SEARCH.county);
  await visitor.page.locator('[name="locations"][value="lh"]').check();
  await visitor.fill("price", "80");
  await visitor.page.locator('input[type="file"]').first().setInputFiles(PICTURES[0]);
  await visitor.press("listings.form.submit.review");
}

async function promote(visitor: TestVisitor, title: string) {
  await visitor.go("/profile/listings");
  const entry = visitor.page.locator(".entry", { hasText: title });
  await entry.getByRole("link", { name: visitor.t("listings.actions.promote"), exact: true }).click();
  await buyPromotion(visitor, "top7", { ...BILLING, county: "b", city: "Sector 2" });
}
