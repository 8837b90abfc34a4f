import { paths } from "@/shared/paths";
import { formatShortlist } from "@/shared/shortlist";
import { expectAccessible } from "./helpers/axe";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };

test("a learner adds a shared shortlist, writes a note and selects teachers", async ({ open, insert }) => {
  const learner = await insert.user();
  const listings = [];
  for (const title of ["Fizică pentru clasa a IX-a", "Fizică în engleză"]) {
    const teacher = await insert.teacher({ firstName: "Andreea", lastName: "Constantinescu" });
    listings.push(await insert.listing(teacher, { title }));
  }
  const ids = listings.map(({ id }) => id);
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, { ...PHONE, as: learner.email });
  const { page } = visitor;
  await visitor.go(paths.sharedShortlist({ ids: formatShortlist(ids) }));
  await visitor.press("shortlist.shared.add");
  await expect(page.getByText(visitor.t("shortlist.shared.added"))).toBeVisible();

  // The head, the rows and the actions of a listing follow each other, and stay inside it.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const parts = page.locator(
      `#listing-${ids[0]} :is(.compared__head, .description-list__row, .compared__actions)`,
    );
    const gaps = await parts.evaluateAll((elements) => {
      const boxes = elements.map((element) => element.getBoundingClientRect());
      return boxes.slice(1).map(({ top }, n) => top - (boxes[n]?.bottom ?? 0));
    });
    expect(gaps.length).toBeGreaterThan(10);
    for (const gap of gaps) expect(gap).toBeGreaterThan(-1);
    const margins = await page.locator(`#listing-${ids[0]}`).evaluate((card) => {
      const { right } = card.getBoundingClientRect();
      const texts = [...card.querySelectorAll(".compared__head, .choice > span")];
      return texts.map((text) => right - text.getBoundingClientRect().right);
    });
    expect(margins).toHaveLength(2);
    for (const margin of margins) expect(margin).toBeGreaterThan(10);
    // Both fit, and their rows are in line.
    const columns = await page.locator(".compared").evaluateAll((cards) =>
      cards.map((card) => {
        const rows = [...card.querySelectorAll(".description-list__row")];
        const { left, right } = card.getBoundingClientRect();
        return { left, right, tops: rows.map((row) => Math.round(row.getBoundingClientRect().top)) };
      }),
    );
    expect(columns[0]?.tops).toEqual(columns[1]?.tops);
    expect(Math.min(...columns.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...columns.map(({ right }) => right))).toBeLessThanOrEqual(width);
  }

  const entry = page.locator(`#listing-${ids[0]}`);
  await entry.locator("summary", { hasText: visitor.t("shortlist.note.add") }).click();
  await entry.locator("textarea").fill("Liber marți după ora 17");
  // The counter moves the button when it appears.
  await expect(entry.getByText(visitor.t("general.form.charactersLeft", { n: "477" }))).toBeVisible();
  await entry.getByRole("button", { name: visitor.t("general.common.save") }).click();
  await expect(entry.getByText("Liber marți după ora 17").first()).toBeVisible();
  await expectAccessible(page);

  // A listing with a note is removed after a confirmation, and can be added again.
  await entry.locator("summary", { hasText: visitor.t("shortlist.page.remove") }).click();
  await visitor.press("shortlist.page.removeNow");
  await expect(page.getByRole("status")).toContainText("Fizică pentru clasa a IX-a");
  await expect(entry).toHaveCount(0);
  await visitor.press("shortlist.page.undo");
  await expect(entry).toBeVisible();

  for (const id of ids) await page.locator(`[name="listing_ids"][value="${id}"]`).check();
  await visitor.press("shortlist.select.button");
  await page.waitForURL((url) => url.pathname.endsWith(paths.enquireSeveral()));
  expect(new URL(page.url()).searchParams.getAll("listing_ids").sort()).toEqual([...ids].sort());
});
