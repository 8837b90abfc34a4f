import { paths } from "@/shared/paths";
import { expectNoOverflow } from "./helpers/site";
import { combobox, options, typeText } from "./helpers/suggestions";
import { expect, test } from "./helpers/test";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test("the list of a suggested town names the town", async ({ open, insert }) => {
  const teacher = await insert.teacher({ firstName: "Gilgameș", lastName: "Sumerescu" });
  await insert.listing(teacher, { subject: "la", county: "cj", levels: ["phd"] });
  for (const path of [paths.home(), paths.listings()]) {
    const visitor = await open({ locale: "ro", javaScriptEnabled: true }, PHONE);
    const { page, t } = visitor;
    await visitor.go(path);
    await typeText(visitor, "l");
    // At once: suggestions for other texts would replace the option under the finger.
    await combobox(page).fill("latina turd");
    // Listings of other tests may add the same search with a level.
    await options(page).getByText("Turda, Cluj").first().tap();
    await expect(page.locator(".understood").first()).toContainText("Turda (Cluj)");
    await expect(combobox(page)).toHaveValue("");
    await expectNoOverflow(page);
    await page.getByRole("link", { name: t("search.understood.exact", { q: "latina turda" }) }).click();
    await expect(combobox(page)).toHaveValue("latina turda");
  }
});

test("a mistyped word and a phrase with a price are suggested as they are understood", async ({ open }) => {
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, DESKTOP);
  const { page } = visitor;
  await visitor.go(paths.home());
  await typeText(visitor, "matemtica");
  await expect(options(page).first()).toHaveText("Mathematics");
  await combobox(page).fill("mate sub 500");
  await expect(options(page).first()).toHaveText("Mathematics · Up to 500 lei");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tutoring\?subject=m&max=500$/);
});
