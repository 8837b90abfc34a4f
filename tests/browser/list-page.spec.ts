import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, type TestVisitor, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const WIDTHS = [390, 1280];
const toViewport = (width: number) => ({ viewport: { width, height: 800 } });

const count = ({ page }: TestVisitor) => page.locator('[data-part="count"]');

for (const visit of VISITS) {
  for (const width of WIDTHS) {
    const where = `at ${width} px, ${describeVisit(visit)}`;

    test(`few results are followed by listings close to the search ${where}`, async ({ open, insert }) => {
      const mark = `${width} ${describeVisit(visit)}`;
      const owner = await insert.teacher();
      const place = { subject: "la", county: visit.locale === "ro" ? "vs" : "mh" } as const;
      await insert.listing(owner, { ...place, levels: ["ms"], title: `Poezie latină ${mark}` });
      await insert.listing(owner, { ...place, levels: ["phd"], title: `Epigrafie ${mark}` });
      const visitor = await open(visit, toViewport(width));
      const { page, t } = visitor;
      await visitor.go(paths.listings({ ...place, level: "phd" }));
      const close = page.locator(".close-listings");
      await expect(close.getByRole("heading", { name: t("search.close.title") })).toBeVisible();
      await expect(close.getByRole("link", { name: `Poezie latină ${mark}` })).toBeVisible();
      await expect(close.getByRole("link", { name: `Epigrafie ${mark}` })).toHaveCount(0);
      await expect(page.getByRole("link", { name: `Epigrafie ${mark}` })).toBeVisible();
      await expectNoOverflow(page);
    });

    test(`the heading repeats the words, and pages are numbered ${where}`, async ({ open }) => {
      const visitor = await open(visit, toViewport(width));
      const { page, t } = visitor;
      await visitor.go(paths.listings({ q: "Cambridge" }));
      const heading = t("search.title.words", { q: "Cambridge" });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(new RegExp(`^${heading}`));

      await visitor.go(paths.listings());
      const position = page.locator(".pagination__position");
      await expect(position).toHaveText(/^\D+1\D+\d+$/);
      await page.locator(".pagination__next").click();
      await expect(position).toHaveText(/^\D+2\D+\d+$/);
      await expectNoOverflow(page);
    });

    test(`a second skip link leads to the results ${where}`, async ({ open }) => {
      const visitor = await open(visit, toViewport(width));
      const { page, t } = visitor;
      await visitor.go(paths.listings());
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: t("general.nav.skip"), exact: true })).toBeFocused();
      await page.keyboard.press("Tab");
      const link = page.getByRole("link", { name: t("general.nav.skipToResults") });
      await expect(link).toBeFocused();
      await expect(link).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Enter");
      await expect(page.locator("#results")).toBeInViewport();
      await page.keyboard.press("Tab");
      await expect(page.locator("#results :focus")).toHaveCount(1);
      await visitor.go(paths.home());
      await expect(page.locator(".skip-link")).toHaveCount(1);
    });

    test(`words show promoted listings only by their title or subject ${where}`, async ({ open, insert }) => {
      const mark = `${visit.locale}${width}`;
      const place = { subject: "mu", county: "cs" } as const;
      const description = `Lecții de armonie și contrapunct${mark}, cu exerciții scurte la fiecare ședință.`;
      const named = await insert.listing(await insert.teacher(), { ...place, title: `Contrapunct${mark}` });
      const described = await insert.listing(await insert.teacher(), {
        ...place,
        title: `Armonie ${mark}`,
        description,
      });
      for (const listing of [named, described]) await insert.promotion(listing);
      const visitor = await open(visit, toViewport(width));
      const { page, t } = visitor;
      const promoted = page.locator(".promoted-block .card__link");
      await visitor.go(paths.listings({ q: `contrapunct${mark}` }));
      await expect(promoted).toHaveText([named.title]);
      await expect(page.locator(".results .card__link", { hasText: described.title })).toBeVisible();
      // All listings of the subject match by it.
      await visitor.go(
        paths.listings({ q: `${t("general.subjects.mu")} ${mark}`, county: "cs", exact: true }),
      );
      await expect(promoted).toHaveText([described.title]);
      await expectNoOverflow(page);
    });
  }

  test(`the filters and the order stay in view on a phone, ${describeVisit(visit)}`, async ({ open }) => {
    const visitor = await open(visit, toViewport(390));
    const { page, t } = visitor;
    await visitor.go(paths.listings({ subject: "m", online: true }));
    const [button, sort] = [page.locator(".filter-button"), page.locator("#filter-sort")];
    await expect(button).toContainText(t.count("general.filters.activeCount", 2));
    await page.locator(".results .card").nth(4).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect(count(visitor)).not.toBeInViewport();
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(sort).toBeInViewport({ ratio: 1 });

    await button.click();
    const apply = page.locator('.filters__foot button[type="submit"]');
    const found = Number((await count(visitor).textContent())?.match(/\d+/)?.[0]);
    await expect(apply).toHaveText(
      visit.javaScriptEnabled ? t.count("general.filters.applyCount", found) : t("general.filters.apply"),
    );
    await apply.click();
    await expect(count(visitor)).toBeInViewport();
    await expect(page.locator(".filters")).toBeHidden();
  });
}

for (const width of WIDTHS) {
  test(`promoted cards fill the block, however many there are, at ${width} px`, async ({ open }) => {
    const visitor = await open({ locale: "en", javaScriptEnabled: true }, toViewport(width));
    const { page } = visitor;
    for (const path of [paths.listings(), paths.home()]) {
      await visitor.go(path);
      const grid = page.locator(".promoted-block .grid-cards");
      const cards = grid.locator("> li");
      await expect(cards).toHaveCount(3);
      for (const left of [3, 2, 1]) {
        await grid.evaluate((list, kept) => {
          while (list.childElementCount > kept) list.lastElementChild?.remove();
        }, left);
        const [block, last] = [await grid.boundingBox(), await cards.last().boundingBox()];
        expect((last?.x ?? 0) + (last?.width ?? 0), `${path}, ${left} cards`).toBeCloseTo(
          (block?.x ?? 0) + (block?.width ?? 0),
          0,
        );
        expect(last?.height, `${path}, ${left} cards`).toBeLessThan(560);
      }
    }
  });
}

for (const locale of ["en", "ro"] as const) {
  test(`the action bar of a listing is one row at 320 px, ${locale}`, async ({ open }) => {
    const visitor = await open({ locale, javaScriptEnabled: true }, toViewport(320));
    const { page } = visitor;
    await visitor.go(paths.listings());
    await page.locator(".results .card__link").first().click();
    const bar = page.locator(".action-bar");
    await expect(bar).toBeVisible();
    const [price, button] = [
      await bar.locator("> div").boundingBox(),
      await bar.locator("> .button").boundingBox(),
    ];
    expect(button?.x).toBeGreaterThanOrEqual((price?.x ?? 0) + (price?.width ?? 0));
    // Side by side: each begins above the other's end.
    expect(button?.y).toBeLessThan((price?.y ?? 0) + (price?.height ?? 0));
    expect(price?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
    await expectNoOverflow(page);
  });
}
