import type { Locator } from "@playwright/test";
import { paths } from "@/shared/paths";
import { expect, test } from "./helpers/test";

const listTops = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)));

test("on a phone, figures of one row stand at one height, prices before badges, and pressed buttons stay", async ({
  open,
  insert,
}) => {
  const teacher = await insert.teacher();
  const listing = await insert.listing(teacher);
  await insert.promotion(listing);
  const phone = { as: teacher.email, viewport: { width: 360, height: 1200 } };
  const visitor = await open({ locale: "en", javaScriptEnabled: false }, phone);
  const { page } = visitor;

  await visitor.go(paths.ownOrders());
  await page.locator(".entry__title a").click();
  await expect(page.locator(".numbers")).toBeVisible();
  // One label has two lines, its neighbor one.
  const [first, second, third, fourth] = await listTops(page.locator(".numbers strong"));
  expect([first, third]).toEqual([second, fourth]);

  await visitor.go(paths.promoteListing(listing.id));
  const label = page.locator(".package", { hasText: "Best price" });
  const [title, price, badge] = await Promise.all(
    [".package__title", ".package__price", ".badge"].map(
      async (part) => (await label.locator(part).boundingBox()) ?? { y: 0, height: 0 },
    ),
  );
  expect(price?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0) + 8);
  expect(badge?.y).toBeGreaterThanOrEqual(price?.y ?? 0);

  await visitor.go(paths.ownListings());
  const button = page.locator(".row > .confirm > summary").last();
  await button.scrollIntoViewIfNeeded();
  const findCorner = async () => {
    const { x, y } = (await button.boundingBox()) ?? {};
    return { x, y };
  };
  const before = await findCorner();
  await button.click();
  await expect(page.locator(".confirm[open] button[type=submit]")).toBeVisible();
  expect(await findCorner()).toEqual(before);
});
