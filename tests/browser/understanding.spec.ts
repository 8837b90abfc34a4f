import { paths } from "@/shared/paths";
import type { TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;

const chips = ({ page }: TestVisitor) => page.locator(".active-filters .chip");
const notice = ({ page }: TestVisitor) => page.locator(".understood");
const query = ({ page }: TestVisitor) => new URL(page.url()).searchParams;

test("a phrase becomes filters that can be removed or undone", async ({ open }) => {
  const parent = await open(VISIT);
  const { page, t } = parent;
  await parent.go(paths.home());
  await page.getByLabel(t("general.search.q")).fill("mate bac cluj sub 100 lei");
  await parent.press("general.search.submit");
  await expect(chips(parent)).toHaveCount(4);
  await expect(notice(parent)).toContainText(t("general.subjects.m"));
  await expect(page.locator("#filter-q")).toHaveValue("");
  await expect(page.locator("#filter-subject")).toHaveValue("m");
  await expect(page.locator("#filter-county")).toHaveValue("cj");
  await expect(page.locator("#filter-max")).toHaveValue("100");

  await chips(parent).filter({ hasText: "Cluj" }).click();
  await expect(chips(parent)).toHaveCount(3);
  await expect(page.locator("#filter-county")).toHaveValue("");
  expect(query(parent).get("q")).toBeNull();
  await expect(notice(parent)).toHaveCount(0);
  await page.goBack();
  await expect(chips(parent)).toHaveCount(4);
  await expect(page.locator("#filter-county")).toHaveValue("cj");

  await notice(parent).getByRole("link").click();
  await expect(page.locator("#filter-q")).toHaveValue("mate bac cluj sub 100 lei");
  await expect(page.locator("#filter-exact")).toBeChecked();
  await expect(page.locator("#filter-subject")).toHaveValue("");
  await expect(chips(parent)).toHaveCount(1);
  await notice(parent).getByRole("link").click();
  await expect(chips(parent)).toHaveCount(4);
  await expect(page.locator("#filter-exact")).toHaveCount(0);
});

test("typed words stay in their field until the typing ends, and other words add to their filters", async ({
  open,
}) => {
  const parent = await open(VISIT);
  const { page } = parent;
  const searchBox = page.locator("#filter-q");
  const subject = page.locator("#filter-subject");
  await parent.go(paths.listings());
  await searchBox.pressSequentially("mate cluj");
  await expect(chips(parent)).toHaveCount(2);
  await expect(searchBox).toHaveValue("mate cluj");
  await expect(subject).toHaveValue("");
  await searchBox.press("Enter");
  await expect(searchBox).toHaveValue("");
  await expect(subject).toHaveValue("m");
  expect(query(parent).get("typed")).toBe("q=mate+cluj");
  await expect(page.locator("[data-result-count]")).toContainText(
    /listings?\. Understood as: Mathematics, Cluj\.$/,
  );

  await searchBox.fill("fizica");
  await expect(chips(parent).filter({ hasText: "Physics" })).toHaveCount(1);
  await expect(chips(parent)).toHaveCount(2);
  // Another field ends the typing, too, and its value stays with other words.
  await page.locator("#filter-county").focus();
  await page.locator("#filter-county").selectOption("is");
  await expect(chips(parent).filter({ hasText: "Iași" })).toHaveCount(1);
  await expect(chips(parent)).toHaveCount(2);
  await expect(subject).toHaveValue("p");
  await expect(searchBox).toHaveValue("");
});
