import { orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { db, type TestApp } from "../../helpers/app";

type Order = typeof orders.$inferInsert;
type Promotion = typeof promotions.$inferInsert;

/** An order as if it had been placed through the site: paid and fulfilled (but without a promotion), unless told otherwise. */
export async function makeOrder(
  app: TestApp,
  of: { buyerId: string; listingId: string },
  given: Partial<Order> = {},
): Promise<Order & { id: string }> {
  const { now } = app.clock;
  const order = {
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
    ...given,
  } satisfies Order;
  await db.insert(orders).values(order);
  return order;
}

/** The promotion of an order, from now for its days unless told otherwise. */
export async function makePromotion(
  app: TestApp,
  order: Awaited<ReturnType<typeof makeOrder>>,
  given: Partial<Promotion> = {},
): Promise<Promotion> {
  const startsTs = given.startsTs ?? app.clock.now;
  const promotion = {
    id: newId(),
    orderId: order.id,
    listingId: String(order.listingId),
    placement: order.placement,
    startsTs,
    endsTs: startsTs + order.days * DAY_MS,
    draw: 1,
    createdTs: startsTs,
    ...given,
  };
  await db.insert(promotions).values(promotion);
  return promotion;
}
