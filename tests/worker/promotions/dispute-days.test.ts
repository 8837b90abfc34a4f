import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listings, promotionPlacements } from "@/db/schema";
import { db } from "../../helpers/app";
import { findListing, mailsTo, signIn, updateRow } from "../../helpers/factories";
import { createPromotionFixture, DAY_MS, listPromotions } from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe returns the days lost to a dispute, behind promotions bought meanwhile", async () => {
  const { app, stripe, teacher, id, buy } = await createPromotionFixture();
  const { now } = app.clock;
  const session = await buy();
  const dispute = (status: string) => ({
    id: "dp_2",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  app.clock.now = now + 3 * DAY_MS;
  await stripe.report("charge.dispute.created", dispute("needs_response"));
  app.clock.now = now + 4 * DAY_MS;
  const as = await signIn(app, teacher);
  await app.post(`/tutoring/${id}/promote`, { as, form: { package: "top14", immediate_start: "1" } });
  await stripe.report("checkout.session.completed", stripe.pay());
  expect((await listPromotions(id))[1]).toMatchObject({
    startsTs: now + 4 * DAY_MS,
    endsTs: now + 18 * DAY_MS,
  });
  app.clock.now = now + 10 * DAY_MS;
  await updateRow(listings, id, { expiresTs: now + 19 * DAY_MS });
  await stripe.report("charge.dispute.closed", dispute("won"));
  // Three of its seven days were used.
  expect(await listPromotions(id)).toMatchObject([
    { startsTs: now + 4 * DAY_MS, endsTs: now + 18 * DAY_MS },
    { startsTs: now + 18 * DAY_MS, endsTs: now + 22 * DAY_MS, stoppedTs: null },
  ]);
  const listing = await findListing(id);
  expect(listing?.expiresTs).toBe(now + 22 * DAY_MS);
});

/** A listing with A on days 0 to 7 and B queued on days 7 to 21; events of A's dispute, won or lost. */
async function queueOfTwo() {
  const fixture = await createPromotionFixture();
  const { app, stripe, id, buy } = fixture;
  const { now } = app.clock;
  const session = await buy();
  await buy({ package: "top14", immediate_start: "1" });
  const days = (from: number, to: number) => ({ startsTs: now + from * DAY_MS, endsTs: now + to * DAY_MS });
  expect(await listPromotions(id)).toMatchObject([days(0, 7), days(7, 21)]);
  const dispute = async (day: number, kind: "created" | "closed", status: string) => {
    app.clock.now = now + day * DAY_MS;
    const object = { id: "dp_4", object: "dispute", status, payment_intent: session.payment_intent };
    await stripe.report(`charge.dispute.${kind}`, object);
    return listPromotions(id);
  };
  return { ...fixture, days, dispute };
}

test("POST /webhooks/stripe with a dispute won later returns all remaining days and pushes back the next promotion", async () => {
  const { id, teacher, days, dispute } = await queueOfTwo();
  await dispute(2, "created", "needs_response");
  expect(await dispute(4, "closed", "won")).toMatchObject([
    { ...days(4, 9), stoppedTs: null },
    { ...days(9, 23), stoppedTs: null },
  ]);
  // The buyer of the second promotion gets its new dates.
  const notices = (await mailsTo(teacher.email)).filter(
    ({ template }) => template === "promotion_pushed_back",
  );
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringContaining("it runs from Nov 29, 2026, 11:00 AM until Dec 13, 2026, 11:00 AM"),
  ]);
  await updateRow(listings, id, { expiresTs: days(0, 0).startsTs });
  // The listing still expires when its last promotion ends.
  await dispute(5, "created", "needs_response");
  expect(await dispute(6, "closed", "won")).toMatchObject([days(6, 10), days(10, 24)]);
  const listing = await findListing(id);
  expect(listing?.expiresTs).toBe(days(0, 24).endsTs);
  const placed = await db
    .selectDistinct({ startsTs: promotionPlacements.startsTs, endsTs: promotionPlacements.endsTs })
    .from(promotionPlacements)
    .where(eq(promotionPlacements.listingNum, listing?.num ?? 0))
    .orderBy(promotionPlacements.startsTs);
  expect(placed).toEqual([days(6, 10), days(10, 24)]);
});
