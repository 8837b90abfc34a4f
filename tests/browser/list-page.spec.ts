import { paths } from "@/shared/paths";
import { expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const PHONE = { width: 390, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

test("a second skip link leads to the results", async ({ open }) => {
  const visitor = await open(VISIT);
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
});

test("the filters and the order stay in view on a phone", async ({ open }) => {
  const visitor = await open(VISIT, { viewport: PHONE });
  const { page, t } = visitor;
  const count = page.locator('[data-part="count"]');
  await visitor.go(paths.listings({ subject: "m", online: true }));
  const [button, sort] = [page.locator(".filter-button"), page.locator("#filter-sort")];
  await expect(button).toContainText(t.count("general.filters.activeCount", 2));
  await page.locator(".results .card").nth(4).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await expect(count).not.toBeInViewport();
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(sort).toBeInViewport({ ratio: 1 });

  await button.click();
  const apply = page.locator('.filters__foot button[type="submit"]');
  const found = Number((await count.textContent())?.match(/\d+/)?.[0]);
  await expect(apply).toHaveText(t.count("general.filters.applyCount", found));
  await apply.click();
  await expect(count).toBeInViewport();
  await expect(page.locator(".filters")).toBeHidden();
});

test("cards fill the promoted block, however many there are; on a phone place and price come first", async ({
  open,
}) => {
  const visitor = await open(VISIT);
  const { page } = visitor;
  for (const [viewport, path] of [
    [PHONE, paths.listings()],
    [DESKTOP, paths.home()],
  ] as const) {
    await page.setViewportSize(viewport);
    await visitor.go(path);
    const grid = page.locator(".promoted-block .grid-cards");
    const cards = grid.locator("> li");
    await expect(cards).toHaveCount(3);
    const card = cards.first();
    const [place, price, levels] = [
      await card.locator(".card__place").boundingBox(),
      await card.locator(".card__price").boundingBox(),
      await card.locator(".card__body > small").boundingBox(),
    ];
    const isFirst = (levels?.y ?? 0) > (price?.y ?? 0) && (levels?.y ?? 0) > (place?.y ?? 0);
    expect(isFirst).toBe(viewport === PHONE);
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

test("the action bar of a listing is one row at 320 px, and has the price", async ({ open }) => {
  // Its texts are longer in Romanian.
  const visitor = await open(
    { locale: "ro", javaScriptEnabled: true },
    { viewport: { width: 320, height: 800 } },
  );
  const { page } = visitor;
  await visitor.go(paths.listings());
  await page.locator(".results .card__link").first().click();
  const bar = page.locator(".action-bar");
  await expect(bar.locator(".price")).toBeVisible();
  const [price, button] = [
    await bar.locator("> div").boundingBox(),
    await bar.locator("> .button").boundingBox(),
  ];
  expect(button?.x).toBeGreaterThanOrEqual((price?.x ?? 0) + (price?.width ?? 0));
  // Side by side: each begins above the other's end.
  expect(button?.y).toBeLessThan((price?.y ?? 0) + (price?.height ?? 0));
  expect(price?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
  // Nothing lies over it, as the button to save the listing when it is scrolled there.
  const isCovered = await page.locator(".heart--text").evaluate((heart) => {
    const { top, left, height } = heart.getBoundingClientRect();
    window.scrollBy(0, top + height / 2 - (window.innerHeight - 30));
    return !document.elementFromPoint(left + 10, window.innerHeight - 30)?.closest(".action-bar");
  });
  expect(isCovered).toBe(false);
  await expectNoOverflow(page);
});
