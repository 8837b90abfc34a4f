import { expect, test } from "vitest";
import { registerInvoices } from "@/features/invoices";
import { bindings } from "../../helpers/app";
import { createJobContext, createPromotionFixture, listOrders } from "../../helpers/promotion-fixture";
import { BILLING } from "../../helpers/rows";

test("job register-invoices copies missing invoices to the register; no copy names the buyer", async () => {
  const { id, buy } = await createPromotionFixture();
  await buy();
  const [placed] = await listOrders(id);
  const copies = async () => {
    const { objects } = await bindings.MEDIA.list({ prefix: `invoices/${placed?.id}/` });
    return Promise.all(objects.map(async ({ key }) => (await bindings.MEDIA.get(key))?.text() ?? ""));
  };
  const [copy, ...more] = await copies();
  expect([copy?.includes('"kind":"invoice"'), more]).toEqual([true, []]);
  expect(copy).not.toContain(BILLING.street);
  // As after a crash between the batch and the write to the bucket.
  const { objects } = await bindings.MEDIA.list({ prefix: "invoices/" });
  await bindings.MEDIA.delete(objects.map(({ key }) => key));
  await registerInvoices(createJobContext());
  expect(await copies()).toEqual([copy]);
});
