import { enquiries } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { expectAccessible } from "./helpers/axe";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 320, height: 720 } };
const TEXT = "Explică pe înțeles, cu multe exemple și răbdare.";

test("a learner reviews a teacher on a phone, edits the review and withdraws it", async ({
  open,
  insert,
  site,
}) => {
  const teacher = await insert.teacher();
  const listing = await insert.listing(teacher);
  const learner = await insert.user({ firstName: "Maria", lastName: "Popescu" });
  const id = newId();
  const answeredTs = Date.now() - 4 * DAY_MS;
  await site.db.insert(enquiries).values({
    id,
    listingId: listing.id,
    teacherId: teacher.id,
    learnerId: learner.id,
    state: "answered",
    createdTs: answeredTs - 1000,
    answeredTs,
    lastMessageTs: answeredTs,
  });

  const visitor = await open({ locale: "en", javaScriptEnabled: true }, { ...PHONE, as: learner.email });
  const { page, t } = visitor;
  await visitor.go(paths.enquiry(id));
  await page.getByRole("link", { name: t("enquiries.review.write") }).click();
  await expect(page.locator('[name="text"]')).toBeVisible();
  await expectAccessible(page, "the review", { include: ["main"] });
  // The keyboard chooses stars like any radio buttons.
  await page.locator('[name="rating"][value="3"]').focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator('[name="rating"][value="4"]')).toBeChecked();
  await page.locator('[name="text"]').fill(TEXT);
  await page.getByRole("button", { name: t("reviews.form.publish") }).click();
  await expect(page.locator("#error-summary")).toBeVisible();
  await expect(page.locator('[name="text"]')).toHaveValue(TEXT);
  await expect(page.locator('[name="rating"][value="4"]')).toBeChecked();
  await expectAccessible(page, "the review", { include: ["main"] });

  await page.getByLabel(t("reviews.display.lessons.2-5")).check();
  await page.getByRole("button", { name: t("reviews.form.publish") }).click();
  await expect(page.getByText(t("reviews.done.published"))).toBeVisible();
  await expect(page.getByText("Maria P.")).toBeVisible();
  await expectAccessible(page, "the review", { include: ["main"] });

  await page.getByRole("link", { name: t("reviews.own.edit") }).click();
  await page.locator('[name="text"]').fill(`${TEXT} Sunați la zero șapte doi doi 345 678.`);
  await page.getByRole("button", { name: t("reviews.form.save") }).click();
  await expect(page.getByText(t("reviews.own.states.pending"), { exact: true })).toBeVisible();
  await expect(page.getByText(t("reviews.own.rules.contact_data"))).toBeVisible();

  await page.getByText(t("reviews.own.withdraw"), { exact: true }).click();
  await page.getByRole("button", { name: t("reviews.own.confirm") }).click();
  await expect(page.getByText(t("reviews.done.withdrawn"))).toBeVisible();
  await expect(page.locator('[name="text"]')).toHaveValue("");
});
