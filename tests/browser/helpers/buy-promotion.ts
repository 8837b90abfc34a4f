import type { TestVisitor } from "./site";

/** Orders a package on the promotion page that is open, and pays it at the local stubs. It starts immediately. */
export async function buyPromotion({ page, t }: TestVisitor, name: string): Promise<void> {
  await page.locator(`[name="package"][value="${name}"]`).check();
  await page.locator('[name="immediate_start"][value="1"]').check();
  await page.getByRole("button", { name: t("promotions.promote.order") }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await page.locator('button[name="action"][value="pay"]').click();
  await page.waitForURL(/\/payment-complete\/cs_/);
}
