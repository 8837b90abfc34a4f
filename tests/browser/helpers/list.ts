import { expect } from "@playwright/test";
import type { TestVisitor } from "./site";

/** Opens a list and waits for its script: without it, a link of the page opens the next page. */
export async function openList(visitor: TestVisitor, path: string): Promise<void> {
  await visitor.go(path);
  const label = visitor.page.locator("[data-apply-label]");
  await expect(label, "the script has run").not.toHaveText(visitor.t("general.filters.apply"));
}
