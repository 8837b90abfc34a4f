import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { openList } from "./helpers/list";
import type { TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const count = ({ page }: TestVisitor) => page.locator('[data-part="count"]');

test("text typed before the script is loaded, replaced by more text or deleted is one history step", async ({
  open,
}) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  const searchBox = page.locator("#filter-q");
  const comes = await hold(page, /\/results-[^/]*\.js$/);
  const script = page.waitForRequest(/\/results-[^/]*\.js$/);
  await parent.go(paths.listings());
  await script;
  await searchBox.pressSequentially("exer");
  comes();
  await expect(page).toHaveURL(/\?q=exer$/);
  await searchBox.pressSequentially("citii");
  await expect(page).toHaveURL(/\?q=exercitii$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/tutoring$/);
  await expect(searchBox).toHaveValue("");

  const answer = await hold(page, /q=fizi$/);
  const request = page.waitForRequest(/q=fizi$/);
  await searchBox.pressSequentially("fizi");
  await request;
  await searchBox.pressSequentially("ca");
  await expect(page).toHaveURL(/\?subject=p&typed=q=fizica$/);
  answer();
  await page.goBack();
  await expect(page).toHaveURL(/\/tutoring$/);
  await expect(searchBox).toHaveValue("");

  await searchBox.pressSequentially("mate");
  await expect(page).toHaveURL(/\?subject=m&typed=q=mate$/);
  await searchBox.fill("");
  await expect(page).toHaveURL(/\/tutoring$/);
});

test("a submitted search ends its history step, and going back and forward shows the same results", async ({
  open,
}) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  const searchBox = page.locator("#filter-q");
  await parent.go(paths.listings());
  await searchBox.pressSequentially("exer");
  await expect(page).toHaveURL(/\?q=exer$/);
  await searchBox.pressSequentially("citii");
  await searchBox.press("Enter");
  await expect(page).toHaveURL(/\?q=exercitii$/);
  const countText = (await count(parent).textContent()) ?? "";
  await searchBox.fill("pian");
  await expect(page).toHaveURL(/\?q=pian&subject=mu&typed=q=pian$/);
  await page.goBack();
  await expect(page).toHaveURL(/\?q=exercitii$/);
  await expect(count(parent)).toHaveText(countText);

  const answer = await hold(page, /\/tutoring$/);
  const request = page.waitForRequest(/\/tutoring$/);
  await page.evaluate(() => history.back());
  await request;
  const givenUp = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/tutoring"));
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(/\?q=exercitii$/);
  await givenUp;
  answer();
  await expect(page.locator("[aria-busy]")).toHaveCount(0);
  await expect(count(parent)).toHaveText(countText);
  await expect(searchBox).toHaveValue("exercitii");
  await page.goBack();
  await expect(page).toHaveURL(/\/tutoring$/);
  await expect(searchBox).toHaveValue("");
});

test("a filter that is reset before its response arrives stays reset, and going back restores the order", async ({
  open,
}) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  await parent.go(paths.listings());
  const all = (await count(parent).textContent()) ?? "";
  const answer = await hold(page, /online=1/);
  const request = page.waitForRequest(/online=1/);
  await page.locator("#filter-online").check();
  await request;
  await page.locator("#filter-online").uncheck();
  answer();
  await page.locator("#filter-subject").selectOption("p");
  await expect(page).toHaveURL(/\/tutoring\?subject=p$/);
  await expect(page.locator("#filter-online")).not.toBeChecked();
  await page.locator(".active-filters .chip").click();
  await expect(count(parent)).toHaveText(all);
  await page.locator("#filter-sort").selectOption("price");
  await expect(page).toHaveURL(/sort=price/);
  await page.goBack();
  await expect(page).toHaveURL(/\/tutoring$/);
  await expect(page.locator("#filter-sort")).toHaveValue("");
});

test("a filter that was removed or left by going back stays off when another is changed at once", async ({
  open,
}) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  const start = { subject: ["m"] as const, online: true, when: ["weekend", "1m"] };
  await openList(parent, paths.listings(start));
  const answer = await hold(page, /subject=m(?!.*online=1)/);
  await page.locator(".active-filters .chip", { hasText: "Online" }).click();
  await expect(page.locator("#filter-online")).not.toBeChecked();
  await page.locator("#filter-verified").check();
  answer();
  await expect(page).toHaveURL(/verified=1/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.has("online")).toBe(false);
  expect(searchParams.getAll("when").toSorted()).toEqual(["1m", "weekend"]);
  await expect(page.locator("#filter-verified")).toBeChecked();
  await expect(page.locator("#filter-online")).not.toBeChecked();

  const earlier = await hold(page, /online=1/);
  await page.evaluate(() => history.back());
  await expect(page.locator("#filter-online")).toBeChecked();
  await page.locator('input[name="level"][value="h"]').check();
  earlier();
  await expect(page).toHaveURL(/level=h/);
  expect(new URL(page.url()).searchParams.has("verified")).toBe(false);
  await expect(page.locator("#filter-verified")).not.toBeChecked();
  await expect(page.locator("#filter-online")).toBeChecked();
});
