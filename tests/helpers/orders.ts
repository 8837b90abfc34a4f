import { orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { db, type TestApp } from "./app";

type Order = typeof orders.$inferSelect;
type Promotion = typeof promotions.$inferInsert;

/**
 * An order as the site creates it. By default seven days for 19 lei, of which 3.30 VAT, paid and fulfilled, without
 * a promotion.
 */
export async function createOrder(
  { clock: { now } }: Pick<TestApp, "clock">,
  of: { buyerId?: string | null; listingId?: string | null },
  values: Partial<Order> = {},
): Promise<Order> {
  const [order] = await db
    .insert(orders)
    .values({
      id: newId(),
      ...of,
      package: "top7",
      days: 7,
      placement: "results",
      amount: 1900,
      vatAmount: 330,
      vatRate: 2100,
      state: "fulfilled",
      checkoutSessionId: `cs_test_${newId()}`,
      immediateStart: true,
      consentText: "en: yes",
      consentTs: now,
      createdTs: now,
      paidTs: now,
      ...values,
    })
    .returning();
  return order as Order;
}

/** The promotion of an order, by default from now for its number of days. */
export async function createPromotion(
  { clock: { now } }: Pick<TestApp, "clock">,
  order: Pick<Order, "id" | "listingId" | "placement" | "days">,
  values: Partial<Promotion> = {},
): Promise<Promotion> {
  const startsTs = values.startsTs ?? now;
  const promotion = {
    id: newId(),
    orderId: order.id,
    listingId: String(order.listingId),
    placement: order.placement,
    startsTs,
    endsTs: startsTs + order.days * DAY_MS,
    rotationKey: 1,
    createdTs: startsTs,
    ...values,
  };
  await db.insert(promotions).values(promotion);
  return promotion;
}
