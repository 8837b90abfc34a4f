import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, type TestVisitor, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PHONE = { viewport: { width: 360, height: 740 } };
const CLUJ = { latitude: 46.7712, longitude: 23.6236 };

const count = ({ page }: TestVisitor) => page.locator('[data-part="count"]');
const cards = ({ page }: TestVisitor) => page.locator(".results .card");
const findResultCount = ({ page }: TestVisitor) => page.locator("[data-result-count]");
const query = ({ page }: TestVisitor) => new URL(page.url()).searchParams;

/** On a desktop the form is a column; on a phone a button opens it. */
const openFilters = (visitor: TestVisitor) => visitor.page.locator(".filter-button").click();
const apply = ({ page }: TestVisitor) => page.locator('.filters__foot button[type="submit"]').click();

for (const visit of VISITS) {
  test(`a parent finds a teacher on a phone, ${describeVisit(visit)}`, async ({ open }) => {
    const parent = await open(visit, PHONE);
    const { page, t } = parent;
    await parent.go(paths.home());
    await expectNoOverflow(parent.page);
    await page.getByLabel(t("general.search.subject"), { exact: true }).selectOption("m");
    await page.getByLabel(t("general.search.level"), { exact: true }).selectOption("pe");
    await page.getByLabel(t("general.search.county"), { exact: true }).selectOption("cj");
    await parent.press("general.search.submit");

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      visit.locale === "ro" ? "Meditații la matematică în Cluj" : "Mathematics tutors in Cluj",
    );
    await expectNoOverflow(parent.page);
    // Without results, the page suggests nearby searches; otherwise it shows cards.
    const offers = page.locator(".next-steps a");
    await expect(cards(parent).or(offers).first()).toBeVisible();
    if ((await cards(parent).count()) === 0) {
      const countText = (await offers.first().locator(".next-steps__count").textContent()) ?? "";
      await offers.first().click();
      await expect(count(parent)).toHaveText(countText);
    }
    await expect(cards(parent).first()).toBeVisible();
    await cards(parent).first().getByRole("link").click();
    await expect(page).toHaveURL(/\/tutoring\/\w{16}$/);
  });

  test(`filters on a phone, ${describeVisit(visit)}`, async ({ open }) => {
    const parent = await open(visit, PHONE);
    const { page, t } = parent;
    await parent.go(paths.listings());
    await openFilters(parent);
    await page.locator("#filter-subject").selectOption("m");
    await page.locator('#filter-level input[value="h"]').check();
    await page.locator("#filter-max").fill("150");
    await apply(parent);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/Mathematics|matematică/);
    await expect(page.locator(".filters")).toBeHidden();
    // Each choice was submitted separately; the last response shows all three.
    await expect(page.locator(".active-filters .chip")).toHaveCount(3);
    expect(query(parent).get("subject")).toBe("m");
    expect(query(parent).getAll("level")).toEqual(["h"]);
    await expect(page.locator(".filter-button__count")).toHaveText(t.count("general.filters.activeCount", 3));
    await openFilters(parent);
    await page.locator("[data-expand]").click();
    await expect(page.locator(".filters__more")).toHaveAttribute("open");
    await page.keyboard.press("Escape");
    // It needs JavaScript.
    const display = visit.javaScriptEnabled ? /flex|block/ : "none";
    await expect(page.locator("[data-locate]")).toHaveCSS("display", display);
    await expectNoOverflow(parent.page);

    await page.locator(".active-filters .chip", { hasText: t("general.levels.h") }).click();
    await expect(page.locator(".active-filters .chip")).toHaveCount(2);
    expect(query(parent).getAll("level")).toEqual([]);
    await openFilters(parent);
    await expect(page.locator('#filter-level input[value="h"]')).not.toBeChecked();
    await expect(page.locator("#filter-max")).toHaveValue("150");
  });
}

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

test("the announcement of results says that mistyped words were corrected", async ({ open }) => {
  const parent = await open({ locale: "ro", javaScriptEnabled: true });
  const { page, t } = parent;
  await parent.go(paths.listings());
  await page.locator("#filter-q").fill("matemtica");
  await expect(findResultCount(parent)).toContainText(t("search.corrected.results", { to: "matematica" }));
});

test("the language switch keeps the current search", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  await parent.go(paths.listings());
  await parent.page.locator("#filter-subject").selectOption("c");
  await expect(parent.page).toHaveURL(/subject=c/);
  await parent.page.locator(".site-footer a[rel=alternate]").click();
  await expect(parent.page.getByRole("heading", { level: 1 })).toHaveText("Meditații la chimie");
});

test("a list that cannot be fetched is opened as a page", async ({ open }) => {
  const parent = await open({ locale: "en", javaScriptEnabled: true });
  const { page } = parent;
  await parent.go(paths.listings());
  await page.route("**/tutoring?*", (route) =>
    route.request().resourceType() === "document" ? route.continue() : route.abort(),
  );
  await page.locator("#filter-county").selectOption("is");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tutors in Iași");
});

test("the button asks for the position, which is rounded", async ({ open }) => {
  const visit = { locale: "en", javaScriptEnabled: true } as const;
  const parent = await open(visit, {
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
  await page.getByText("More filters").click();
  await expect(page).toHaveURL(/more=1/);
  await openFilters(parent);
  await page.locator("[data-locate]").click();
  deliver();
  await expect(page).toHaveURL(/near=46\.77%2C23\.62/);
  await expect(page.locator("#filter-near")).toHaveValue("46.77,23.62");
  await page.locator("#filter-radius").selectOption("50");
  await apply(parent);
  await expect(page.locator(".active-filters .chip")).toContainText("Up to 50 km from my location");
  await page.locator("#filter-sort").selectOption("distance");
  await expect(page).toHaveURL(/sort=distance/);
  await expect(page.locator(".card__distance").first()).toBeVisible();

  const shy = await open(visit);
  await shy.go(paths.listings());
  await shy.page.getByText("More filters").click();
  await shy.page.locator("[data-locate]").click();
  await expect(shy.page.locator("[data-located]")).toHaveText(shy.t("general.filters.notLocated"));
});
