import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { expectNoOverflow } from "./site";

/** Fails if axe finds a serious problem on the page as it is, or if the page is wider than its window. */
export async function expectAccessible(
  page: Page,
  what: string = page.url(),
  { exclude = [], rules }: { exclude?: readonly string[]; rules?: string[] } = {},
): Promise<void> {
  await expectNoOverflow(page, what);
  // The legacy mode only ignores frames, which the pages don't have. The normal mode opens a second page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Preloading serves rules about audio and screen orientation, which no page needs.
  axe.options({ resultTypes: ["violations"], preload: false });
  if (rules) axe.withRules(rules);
  for (const part of exclude) axe.exclude(part);
  const { violations } = await axe.analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  expect.soft(serious, what).toEqual([]);
}
