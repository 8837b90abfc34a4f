import { paths } from "@/shared/paths";
import { openList } from "./helpers/list";
import type { TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };
const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const CLUJ = { latitude: 46.7712, longitude: 23.6236 };

const count = ({ page }: TestVisitor) => page.locator('[data-part="count"]');
const cards = ({ page }: TestVisitor) => page.locator(".results .card");
const findResultCount = ({ page }: TestVisitor) => page.locator("[data-result-count]");
const query = ({ page }: TestVisitor) => new URL(page.url()).searchParams;

/** On a desktop the form is a column; on a phone a button opens it. */
const openFilters = (visitor: TestVisitor) => visitor.page.locator(".filter-button").click();
const apply = ({ page }: TestVisitor) => page.locator('.filters__foot button[type="submit"]').click();

test("a parent finds a teacher on a phone, without JavaScript", async ({ open }) => {
  const parent = await open({ locale: "ro", javaScriptEnabled: false }, PHONE);
  const { page, t } = parent;
  await parent.go(paths.home());
  await page.getByLabel(t("general.search.subject"), { exact: true }).selectOption("m");
  await page.getByLabel(t("general.search.county"), { exact: true }).selectOption("cj");
  await parent.press("general.search.submit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meditații la matematică în Cluj");
  await expect(page.locator(".filters")).toBeHidden();

  await openFilters(parent);
  await page.locator('#filter-level input[value="h"]').check();
  await page.locator(".filters__more > summary").click();
  await expect(page.locator(".filters__more")).toHaveAttribute("open");
  // It needs JavaScript.
  await expect(page.locator("[data-locate]")).toHaveCSS("display", "none");
  await page.locator("#filter-max").fill("900");
  await page.locator("#filter-max").press("Enter");
  await expect(page.locator(".active-filters .chip")).toHaveCount(4);
  expect(query(parent).get("max")).toBe("900");
  expect(query(parent).getAll("level")).toEqual(["h"]);
  await expect(page.locator(".filter-button__count")).toHaveText(t.count("general.filters.activeCount", 4));

  await page.locator(".active-filters .chip", { hasText: t("general.levels.h") }).click();
  await expect(page.locator(".active-filters .chip")).toHaveCount(3);
  await page.locator('input[name="q"]').fill("algebra");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/county=cj&.*typed=q=algebra/);
  await page.goBack();
  await cards(parent).first().getByRole("link").click();
  await expect(page).toHaveURL(/\/tutoring\/\w{16}$/);
});

test("filters on a phone", async ({ open }) => {
  const parent = await open(VISIT, PHONE);
  const { page, t } = parent;
  await openList(parent, paths.listings());
  await openFilters(parent);
  await page.locator("#filter-subject").selectOption("m");
  await page.locator('#filter-level input[value="h"]').check();
  await page.locator("#filter-max").fill("150");
  await apply(parent);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mathematics");
  await expect(page.locator(".filters")).toBeHidden();
  // Each choice was submitted separately; the last response shows all three.
  await expect(page.locator(".active-filters .chip")).toHaveCount(3);
  expect(query(parent).get("subject")).toBe("m");
  expect(query(parent).getAll("level")).toEqual(["h"]);
  await expect(page.locator(".filter-button__count")).toHaveText(t.count("general.filters.activeCount", 3));

  await page.locator(".active-filters .chip", { hasText: t("general.levels.h") }).click();
  await expect(page.locator(".active-filters .chip")).toHaveCount(2);
  expect(query(parent).getAll("level")).toEqual([]);
  await openFilters(parent);
  await expect(page.locator('#filter-level input[value="h"]')).not.toBeChecked();
  await expect(page.locator("#filter-max")).toHaveValue("150");
});

test("the list follows its filters and shows the number of results", async ({ open }) => {
  const parent = await open({ locale: "ro", javaScriptEnabled: true });
  const { page, t } = parent;
  await parent.go(paths.listings());
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  const all = await count(parent).textContent();

  await page.locator("#filter-subject").focus();
  await page.locator("#filter-subject").selectOption("p");
  await expect(page).toHaveURL(/\/tutoring\?subject=p$/);
  await expect(page).toHaveTitle(new RegExp(`^${t("search.title.subject", { topic: "fizică" })}`));
  await expect(findResultCount(parent)).toHaveText((await count(parent).textContent()) ?? "");
  expect(await count(parent).textContent()).not.toBe(all);
  await expect(page.locator("#filter-subject")).toBeFocused();

  await expect(page.locator(".site-footer a[rel=alternate]")).toHaveAttribute("href", /subject=p/);

  const physics = (await count(parent).textContent()) ?? "";
  await page.locator("#filter-online").check();
  await expect(page).toHaveURL(/online=1/);
  await expect(page.locator("#filter-online")).toBeFocused();
  await expect(findResultCount(parent)).not.toHaveText("");

  await page.goBack();
  await expect(page).toHaveURL(/\/tutoring\?subject=p$/);
  await expect(count(parent)).toHaveText(physics);
  await expect(page.locator("#filter-online")).not.toBeChecked();
  await page.goBack();
  await expect(count(parent)).toHaveText(all ?? "");
  await expect(page.locator("#filter-subject")).toHaveValue("");
  await page.goForward();
  await expect(count(parent)).toHaveText(physics);
  await expect(page.locator("#filter-subject")).toHaveValue("p");

  await page.locator(".active-filters .chip").click();
  await expect(count(parent)).toHaveText(all ?? "");
  await expect(count(parent)).toBeFocused();
  await expect(page).toHaveURL(/\/ro\/tutoring$/);
  expect(loads).toEqual([]);
});

test("a list that cannot be fetched is opened as a page", async ({ open }) => {
  const parent = await open(VISIT);
  const { page } = parent;
  await parent.go(paths.listings());
  await page.route("**/tutoring?*", (route) =>
    route.request().resourceType() === "document" ? route.continue() : route.abort(),
  );
  await page.locator("#filter-county").selectOption("is");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tutors in Iași");
});

test("the button asks for the position, which is rounded", async ({ open }) => {
  const parent = await open(VISIT, {
    ...PHONE,
    geolocation: CLUJ,
    permissions: ["geolocation"],
  });
  const { page } = parent;
  // The script loads after the click, as on a slow connection.
  let deliver = () => {};
  const clicked = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/\/assets\/results-[^/]+\.js$/, async (route) => {
    await clicked;
    await route.continue();
  });
  await parent.go(paths.listings());
  await openFilters(parent);
  await page.locator("[data-locate]").click();
  deliver();
  await expect(page).toHaveURL(/near=46\.77%2C23\.62/);
  await expect(page.locator("#filter-near")).toHaveValue("46.77,23.62");
  await page.locator("#filter-radius").selectOption("50");
  await apply(parent);
  await expect(page.locator(".active-filters .chip")).toContainText("Up to 50 km from my location");
  await expect(page.locator(".card__distance").first()).toBeVisible();

  const shy = await open(VISIT);
  await shy.go(paths.listings({ q: "near me" }));
  await shy.page.locator(".results [data-locate]").click();
  await expect(shy.page.locator(".results [data-located]")).toHaveText(shy.t("general.filters.notLocated"));
});
