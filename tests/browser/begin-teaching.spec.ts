import { statisticsBatches } from "@/db/schema";
import { STATISTICS_KINDS } from "@/shared/codes";
import { DAY_MS, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { confirmAddress } from "./helpers/listing-form";
import { describeVisit, expectNoOverflow, getLink, toVisitSuffix, VISITS, type Visit } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const CASES = VISITS.flatMap((visit) => WINDOWS.map((viewport) => ({ visit, viewport })));
const describeCase = ({ visit, viewport }: { visit: Visit; viewport: { width: number } }) =>
  `${describeVisit(visit)}, ${viewport.width} px`;

for (const testCase of CASES) {
  const { visit, viewport } = testCase;
  const suffix = `${toVisitSuffix(visit)}-${viewport.width}`;

  test(`"Offer lessons" leads from an explanation to the first listing, ${describeCase(testCase)}`, async ({
    open,
    mailTo,
  }) => {
    const email = `incepe-${suffix}@example.test`;
    const visitor = await open(visit, { viewport });
    const { page, t } = visitor;
    await visitor.go(paths.home());
    await page
      .locator("main")
      .getByRole("link", { name: t("home.teach.action") })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("site.teach.title"));
    await expect(page.getByText(t("site.teach.example.label"), { exact: true })).toBeVisible();
    await expect(page.locator("figure .card")).toContainText(t("site.teach.example.title"));
    await expect(page.getByText(t.count("promotions.promote.packageTitle.results", 7))).toBeVisible();
    await expect(page.locator("main .button--primary")).toHaveCount(1);
    await expectNoOverflow(page, "the page about teaching");

    await page.getByRole("link", { name: t("site.teach.begin.signUp") }).click();
    await expect(page.locator('[name="role"][value="t"]')).toBeChecked();
    await visitor.fill("first_name", "Ilinca");
    await visitor.fill("last_name", "Brânză");
    await visitor.fill("birth_date_day", "30");
    await page.locator('[name="birth_date_month"]').selectOption("2");
    await visitor.fill("birth_date_year", "1979");
    await visitor.fill("email", email);
    await visitor.fill("password", PASSWORD);
    await page.locator('[name="terms"]').check();
    await expectNoOverflow(page, "the sign-up form");
    await visitor.press("accounts.signUp.submit");

    const wrong = t("general.errors.not_date_day", { max: 28 });
    await expect(page.locator("#field-birth_date-error")).toHaveText(wrong);
    await expect(page.locator('[name="birth_date_day"]')).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator('[name="birth_date_year"]')).toHaveValue("1979");
    await expect(page.locator('[name="birth_date_month"]')).toHaveValue("2");
    await visitor.fill("birth_date_day", "28");
    await visitor.fill("password", PASSWORD);
    await visitor.press("accounts.signUp.submit");
    await page.waitForURL(/sign-up\/done/);

    await confirmAddress(visitor, mailTo, email);
    await page.waitForURL(/\/tutoring\/create/);
    await expect(
      page.getByRole("status").filter({ hasText: t("listings.firstSteps.confirmed") }),
    ).toBeVisible();
    const steps = page.locator("section", { has: page.locator("#first-steps") });
    await expect(steps.getByRole("listitem")).toHaveCount(3);
    await expectNoOverflow(page, "the form of a new listing");
  });

  test(`promotion names two dates, price and start, ${describeCase(testCase)}`, async ({ open, insert }) => {
    const owner = await insert.teacher();
    const listing = await insert.listing(owner);
    const teacher = await open(visit, { viewport, as: owner.email });
    const { page, t } = teacher;
    await teacher.go(paths.promoteListing(listing.id));
    const starts = page.locator('[name="immediate_start"]');
    await expect(starts).toHaveCount(2);
    for (const start of await starts.all()) await expect(start).not.toBeChecked();
    await expect(page.locator(".promoted-block .card")).toContainText(listing.title);
    const best = page.locator(".package", { hasText: t("promotions.promote.bestPrice") });
    await expect(best).toHaveCount(1);
    await expect(best.locator("input")).toHaveValue("top30");

    const order = page.getByRole("button", { name: t("promotions.promote.order") });
    await page.locator('[name="package"][value="top14"]').check();
    await expect(order).toHaveAccessibleName(`${t("promotions.promote.order")} · 29 lei`);
    const readDate = (value: string) =>
      page
        .locator("label", { has: page.locator(`[name="immediate_start"][value="${value}"]`) })
        .evaluate((label) => label.querySelector("span")?.firstChild?.textContent ?? "")
        .then((title) => title.match(/(\p{L}+ \d{1,2}, |\d{2}\.\d{2}\.)\d{4}/u)?.[0] ?? "");
    for (const value of ["1", "0"]) {
      await page.locator(`[name="immediate_start"][value="${value}"]`).check();
      const date = await readDate(value);
      expect(date).toMatch(/\d{4}/);
      await expect(order).toHaveAccessibleName(
        `${t("promotions.promote.order")} · 29 lei · ${t("promotions.promote.orderStart", { date })}`,
      );
    }
    expect(await readDate("1")).not.toBe(await readDate("0"));
    await page.locator('[name="package"][value="top7"]').check();
    await expect(order).toHaveAccessibleName(/ · 19 lei · /);
    await expectNoOverflow(page, "the promote page");
    await order.click();
    await page.waitForURL(/\/pay\/cs_/);
  });

  test(`promotion estimates its extra views from the past ones, ${describeCase(testCase)}`, async ({
    open,
    insert,
    site,
  }) => {
    const owner = await insert.teacher();
    const now = Date.now();
    const listing = await insert.listing(owner, { publishedTs: now - 90 * DAY_MS });
    const startsTs = now - 20 * DAY_MS;
    await insert.promotion(listing, { startsTs });
    // 2 views a day before it, and 5 in its whole days.
    for (let day = 1; day <= 6; day++) {
      for (const [ts, views] of [
        [startsTs - day * DAY_MS, 2],
        [startsTs + day * DAY_MS, 5],
      ] as const) {
        const counts = { [listing.id]: STATISTICS_KINDS.map((kind) => (kind === "view" ? views : 0)) };
        await site.db
          .insert(statisticsBatches)
          .values({ id: newId(), createdTs: now, day: toDay(ts), counts });
      }
    }
    const teacher = await open(visit, { viewport, as: owner.email });
    const { page, t } = teacher;
    await teacher.go(paths.promoteListing(listing.id));
    const findPackage = (name: string) =>
      page.locator(".package", { has: page.locator(`[value="${name}"]`) });
    for (const [name, days] of [
      ["top7", 7],
      ["top30", 30],
    ] as const)
      await expect(findPackage(name)).toContainText(t.count("promotions.promote.estimate.views", 3 * days));
    await expect(findPackage("top30")).toContainText(t("promotions.promote.bestPrice"));
    const placement = t("promotions.promote.estimate.placements.results");
    await expect(
      page.getByText(t.count("promotions.promote.estimate.listing", 1, { placement })),
    ).toBeVisible();
    await expectNoOverflow(page);
  });
}

for (const visit of VISITS) {
  const suffix = toVisitSuffix(visit);

  test(`a learner returns to where they came from; another browser asks for the password, ${describeVisit(visit)}`, async ({
    open,
    mailTo,
  }) => {
    const learner = await open(visit);
    const email = `elev-${suffix}@example.test`;
    const next = paths.listings({ subject: "m" });
    await learner.signUp({ email, password: PASSWORD, role: "u", next });
    await confirmAddress(learner, mailTo, email);
    await learner.page.waitForURL(/\/tutoring\?subject=m$/);

    const teacher = await open(visit);
    const teacherEmail = `alt-browser-${suffix}@example.test`;
    await teacher.signUp({ email: teacherEmail, password: PASSWORD, role: "t" });
    const other = await open(visit);
    await other.page.goto(getLink(await mailTo(teacherEmail, /verify-email\?token=/)));
    await other.press("accounts.verify.confirm");
    await expect(other.page.getByText(other.t("accounts.verify.done"))).toBeVisible();
    await other.fill("email", teacherEmail);
    await other.fill("password", PASSWORD);
    await other.press("accounts.signIn.submit");
    await other.page.waitForURL(/\/tutoring\/create/);
    await expect(other.page.locator("#first-steps")).toBeVisible();
  });
}
