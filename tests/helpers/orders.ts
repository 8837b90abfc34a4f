import { type orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { app, db } from "./app";
import { insertOrder } from "./rows";

type Order = typeof orders.$inferSelect;
type Promotion = typeof promotions.$inferInsert;

/** An order as the site creates it, by default paid and fulfilled, without a promotion. */
export const createOrder = (
  of: { buyerId?: string | null; listingId?: string | null },
  values: Partial<Order> = {},
): Promise<Order> => insertOrder({ db, now: app.clock.now }, of, values);

/** The promotion of an order, by default from now for its number of days. */
export async function createPromotion(
  order: Pick<Order, "id" | "listingId" | "placement" | "days">,
  values: Partial<Promotion> = {},
): Promise<Promotion> {
  const startsTs = values.startsTs ?? app.clock.now;
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
