import type { Billing } from "@/shared/schemas/billing";
import type { TestVisitor } from "./site";

/** Orders a package on the promotion page that is open, and pays it at the local stubs. It starts immediately. */
export async function buyPromotion(
  { page, t }: TestVisitor,
  name: string,
  { kind, name: billedName, street, city, county }: Billing,
): Promise<void> {
  await page.locator(`[name="billing.kind"][value="${kind}"]`).check();
  for (const [field, text] of Object.entries({ name: billedName, street, city }))
    await page.locator(`[name="billing.${field}"]`).fill(text);
  await page.locator('[name="billing.county"]').selectOption(county);
  await page.locator(`[name="package"][value="${name}"]`).check();
  await page.locator('[name="immediate_start"][value="1"]').check();
  await page.getByRole("button", { name: t("promotions.promote.order") }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await page.locator('button[name="action"][value="pay"]').click();
  await page.waitForURL(/\/payment-complete\/cs_/);
}
