import { and, eq } from "drizzle-orm";
import { mailOutbox } from "@/db/schema";
import { paths } from "@/shared/paths";
import type { StatisticsField } from "@/shared/schemas/analytics";
import { PICTURES } from "./helpers/files";
import { findFormParts, findInQueue } from "./helpers/listing-form";
import { DEMO, describeVisit, type TestVisitor, toVisitSuffix, VISITS, type Visit } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };

/** Statistics are visible within ten seconds; the rest is for pages on a busy machine (ms). */
const NUMBERS_WITHIN_MS = 15_000;

type Scenario = Visit & { county: string };
const SCENARIOS: Scenario[] = VISITS.map((visit, n) => ({ ...visit, county: ["hr", "vn"][n] ?? "" }));

for (const scenario of SCENARIOS) {
  test(`a teacher's listing is rejected, corrected, approved and counted, ${describeVisit(scenario)}`, async ({
    open,
    insert,
    site,
  }) => {
    const suffix = toVisitSuffix(scenario);
    const name = { firstName: "Ruxandra", lastName: "Țuțuianu" };
    const { email } = await insert.teacher({ locale: scenario.locale, ...name });
    const title = `Psihologie pas cu pas, grupa ${suffix}`;
    const teacher = await open(scenario, { as: email, ...PHONE });

    await write(teacher, scenario, title);
    await teacher.press("listings.form.submit.review");
    await expect(teacher.page.getByText(teacher.t("listings.done.pending"))).toBeVisible();

    const admin = await open(scenario, { as: DEMO.admin });
    await admin.go(paths.adminListings());
    await findInQueue(admin, title);
    const decision = admin.page.locator('form[action$="/reject"]');
    await decision.locator('[name="reason"][value="unclear"]').check();
    const advice = `Scrieți și pentru ce clase sunt ședințele. (${suffix})`;
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

    const parent = await open(scenario, PHONE);
    await parent.go(paths.listings({ subject: "pc", county: scenario.county }));
    await parent.page.getByRole("link", { name: title }).first().click();
    await expect(parent.page.getByRole("heading", { level: 1 })).toContainText(title);
    await expect(parent.page.locator('img[src^="/images/listings/"]')).not.toHaveCount(0);

    // The listing has only one visitor, so these numbers come from the visit above.
    await expect(async () => {
      await teacher.go(paths.analytics());
      const ordinary = await readCount(teacher, "impressions");
      const promoted = await readCount(teacher, "promoted_impressions");
      expect(ordinary + promoted).toBeGreaterThan(0);
      expect(await readCount(teacher, "views")).toBeGreaterThan(0);
    }).toPass({ timeout: NUMBERS_WITHIN_MS });
  });
}

/** A new listing with three pictures, not submitted yet. */
async function write(visitor: TestVisitor, { county, javaScriptEnabled }: Scenario, title: string) {
  const { page } = visitor;
  await visitor.go(paths.createListing());
  await page.locator('[name="subject"]').selectOption("pc");
  await page.locator('[name="levels"][value="h"]').check();
  await visitor.fill("title", title);
  await visitor.fill(
    "description",
    "Citim împreună un caz, îl discutăm, apoi scriem răspunsul așa cum se cere la Bacalaureat, pas cu pas.",
  );
  await page.locator('[name="county"]').selectOption(county);
  await page.locator('[name="locations"][value="th"]').check();
  await visitor.fill("price", "90");
  await page.locator('input[type="file"]').first().setInputFiles(PICTURES);
  if (javaScriptEnabled) await expect(findFormParts(page).items).toHaveCount(PICTURES.length);
}

/** One of the totals of all listings, at the top of the statistics page; 0 without statistics. */
async function readCount({ page, t }: TestVisitor, name: StatisticsField): Promise<number> {
  const term = page.locator("dt", { hasText: new RegExp(`^${t(`analytics.counted.${name}`)}$`) });
  const [total] = await term.locator("xpath=..").locator("strong").allTextContents();
  return Number(total ?? 0);
}

async function openOwn(visitor: TestVisitor, title: string) {
  await visitor.go(paths.ownListings());
  const entry = visitor.page.locator(".entry", { hasText: title });
  await entry.locator('a[href$="/edit"]').first().click();
}
