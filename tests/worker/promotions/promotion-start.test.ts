import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { orders, promotions } from "@/db/schema";
import { listPromotionsByListing } from "@/features/promotions";
import { getPromotionStart, promotionStartSql } from "@/features/promotions/schedule/promotion-start";
import { PLACEMENTS } from "@/shared/codes";
import { app, db } from "../../helpers/app";
import { updateRow } from "../../helpers/factories";
import { createOrder, createPromotion } from "../../helpers/orders";
import { createJobContext, createPromotionFixture, DAY_MS } from "../../helpers/promotion-fixture";

const placement = fc.constantFrom(...PLACEMENTS);
const otherPromotion = fc.record({
  placement,
  startsDay: fc.integer({ min: -30, max: 30 }),
  days: fc.integer({ min: 1, max: 30 }),
  revoked: fc.boolean(),
});

test("the start of a promotion is the same computed in SQL and in TypeScript", async () => {
  const { id, teacher } = await createPromotionFixture();
  const { now } = app.clock;
  const owner = { buyerId: teacher.id, listingId: id };
  await fc.assert(
    fc.asyncProperty(
      fc.record({ placement, immediateStart: fc.boolean() }),
      fc.array(otherPromotion, { maxLength: 5 }),
      async (ordered, others) => {
        await db.delete(promotions);
        for (const { placement, startsDay, days, revoked } of others) {
          const otherOrder = await createOrder(owner, { placement, days });
          const startsTs = now + startsDay * DAY_MS;
          await createPromotion(otherOrder, { startsTs, stoppedTs: revoked ? now : null });
        }
        const order = await createOrder(owner, { ...ordered, state: "open", paidTs: null });
        const [row] = await db
          .select({ startsTs: promotionStartSql(now) })
          .from(orders)
          .where(eq(orders.id, order.id));
        await updateRow(orders, order.id, { state: "expired" });
        const paid = (await listPromotionsByListing(createJobContext(), [id])).get(id) ?? [];
        expect(getPromotionStart(ordered, paid, now)).toBe(row?.startsTs);
      },
    ),
    { numRuns: 15 },
  );
}, 60_000);
