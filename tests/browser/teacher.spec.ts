import { and, eq } from "drizzle-orm";
import { mailOutbox } from "@/db/schema";
import { paths } from "@/shared/paths";
import { PICTURES } from "./helpers/files";
import { findFormParts, findInQueue } from "./helpers/listing-form";
import { DEMO, type TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };

const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const COUNTY = "hr";

test("a teacher's listing is rejected, corrected and approved", async ({ open, insert, site }) => {
  const name = { firstName: "Ruxandra", lastName: "Țuțuianu" };
  const { email } = await insert.teacher({ locale: "en", ...name });
  const title = "Psihologie pas cu pas";
  const teacher = await open(VISIT, { as: email, ...PHONE });

  await write(teacher, title);
  await teacher.press("listings.form.submit.review");
  await expect(teacher.page.getByText(teacher.t("listings.done.pending"))).toBeVisible();

  const admin = await open(VISIT, { as: DEMO.admin });
  await admin.go(paths.adminListings());
  await findInQueue(admin, title);
  const decision = admin.page.locator('form[action$="/reject"]');
  await decision.locator('[name="reason"][value="unclear"]').check();
  const advice = "Scrieți și pentru ce clase sunt ședințele.";
  await decision.locator('[name="text"]').fill(advice);
  await admin.press("admin.review.reject");
  await expect(admin.page.getByText(admin.t("admin.queue.done.rejected"))).toBeVisible();
  // The mail waits for a minute, in which the decision can be undone.
  const [returned] = await site.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, email), eq(mailOutbox.template, "listing_rejected")));
  expect(returned?.text).toContain(advice);
  // The mail is in the teacher's language.
  expect(returned?.text).toContain(teacher.t("general.moderationReasons.unclear"));

  await openOwn(teacher, title);
  await expect(teacher.page.getByText(advice)).toBeVisible();
  await teacher.fill("title", `${title}, clasa a X-a`);
  await teacher.press("listings.form.submit.resubmit");
  await expect(teacher.page.getByText(teacher.t("listings.done.pending"))).toBeVisible();

  await admin.go(paths.adminListings());
  await findInQueue(admin, title);
  await admin.press("admin.review.approve");
  await expect(admin.page.getByText(admin.t("admin.queue.done.approved"))).toBeVisible();

  const parent = await open(VISIT, PHONE);
  await parent.go(paths.listings({ subject: "pc", county: COUNTY }));
  await parent.page.getByRole("link", { name: title }).first().click();
  await expect(parent.page.getByRole("heading", { level: 1 })).toContainText(title);
  await expect(parent.page.locator('img[src^="/images/listings/"]')).not.toHaveCount(0);
});

/** A new listing with three pictures, not submitted yet. */
async function write(visitor: TestVisitor, title: string) {
  const { page } = visitor;
  await visitor.go(paths.createListing());
  await page.locator('[name="subject"]').selectOption("pc");
  await page.locator('[name="levels"][value="h"]').check();
  await visitor.fill("title", title);
  await visitor.fill(
    "description",
    "Citim împreună un caz, îl discutăm, apoi scriem răspunsul așa cum se cere la Bacalaureat, pas cu pas.",
  );
  await page.locator('[name="county"]').selectOption(COUNTY);
  await page.locator('[name="locations"][value="th"]').check();
  await visitor.fill("price", "90");
  await page.locator('input[type="file"]').first().setInputFiles(PICTURES);
  await expect(findFormParts(page).items).toHaveCount(PICTURES.length);
}

async function openOwn(visitor: TestVisitor, title: string) {
  await visitor.go(paths.ownListings());
  const entry = visitor.page.locator(".entry", { hasText: title });
  await entry.locator('a[href$="/edit"]').first().click();
}
