import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { listings, orders, promotionPlacements } from "@/db/schema";
import { refundOrder, revokePromotion, withdrawOrder } from "@/features/promotions";
import {
  computeExtendedTimes,
  computePulledForwardTimes,
  computePushedBackTimes,
  computeResumedTimes,
} from "@/features/promotions/schedule/promotion-queue";
import { paths } from "@/shared/paths";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, listRows, mailsTo } from "../../helpers/factories";
import {
  createPaidOrder,
  createPromotionFixture,
  createUserContext,
  DAY_MS,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

/** A on days 0 to 7, B on 7 to 21 and C on 21 to 28, all of one listing. */
async function queueOfThree(third: { immediate_start?: string } = { immediate_start: "1" }) {
  const fixture = await createPaidOrder();
  const { id, buy } = fixture;
  const { now } = app.clock;
  for (const form of [
    { package: "top14", immediate_start: "1" },
    { package: "top7", ...third },
  ]) {
    await buy(form);
  }
  const days = (from: number, to: number) => ({ startsTs: now + from * DAY_MS, endsTs: now + to * DAY_MS });
  expect(await listPromotions(id)).toMatchObject([days(0, 7), days(7, 21), days(21, 28)]);
  const later = (await listOrders(id))
    .filter((order) => order.id !== fixture.orderId)
    .map((order) => order.id);
  const at = (day: number) => {
    app.clock.now = now + day * DAY_MS;
  };
  const rescheduledMails = async () =>
    (await mailsTo(fixture.teacher.email)).filter(({ template }) => template === "promotion_pulled_forward");
  return { ...fixture, days, at, later, rescheduledMails };
}

const listPlacements = async (listingId: string) => {
  const rows = await db
    .selectDistinct({ startsTs: promotionPlacements.startsTs, endsTs: promotionPlacements.endsTs })
    .from(promotionPlacements)
    .innerJoin(listings, eq(listings.num, promotionPlacements.listingNum))
    .where(eq(listings.id, listingId))
    .orderBy(promotionPlacements.startsTs);
  return rows;
};

test("POST /withdraw/{id} pulls later promotions forward to the dates shown on the page", async () => {
  const fixture = await queueOfThree();
  const { teacher, orderId, id, days, at, rescheduledMails } = fixture;
  at(2);
  const page = await app.read(paths.withdrawOrder(orderId), { as: teacher });
  expectText(
    page,
    "it runs from Nov 22, 2026, 11:00 AM until Dec 6, 2026, 11:00 AM",
    "it runs from Dec 6, 2026, 11:00 AM until Dec 13, 2026, 11:00 AM",
  );
  await expectStatus(app.post(paths.withdrawOrder(orderId), { as: teacher }), 303);
  expect(await listPromotions(id)).toMatchObject([
    { ...days(0, 7), stoppedTs: days(2, 2).startsTs },
    { ...days(2, 16), stoppedTs: null },
    { ...days(16, 23), stoppedTs: null },
  ]);
  // Search and the slot limits use these dates.
  expect(await listPlacements(id)).toEqual([days(2, 16), days(16, 23)]);
  const mails = await rescheduledMails();
  expect(mails.map(({ text }) => /from (.*) until (.*?)\./.exec(text ?? "")?.slice(1))).toEqual([
    ["Nov 22, 2026, 11:00 AM", "Dec 6, 2026, 11:00 AM"],
    ["Dec 6, 2026, 11:00 AM", "Dec 13, 2026, 11:00 AM"],
  ]);
});

test("the page shows an admin what is pulled forward; no promotion starts before its withdrawal period ends", async () => {
  const fixture = await queueOfThree({});
  const { orderId, id, days, at } = fixture;
  const admin = await createAdmin();
  at(1);
  const page = await app.get(paths.adminOrder(orderId), { as: admin });
  expect(await page.text()).toContain("it runs from Nov 21, 2026, 11:00 AM until Dec 5, 2026, 11:00 AM");
  expect(
    await revokePromotion(createUserContext(admin, "a"), { orderId, reason: "Text nepotrivit" }),
  ).toMatchObject({
    ok: true,
  });
  expect(await listPromotions(id)).toMatchObject([days(0, 7), days(1, 15), days(15, 22)]);
  const second = await queueOfThree({});
  second.at(1);
  const wants = { orderId: second.later[0] ?? "", reason: "Text nepotrivit" };
  await revokePromotion(createUserContext(await createAdmin(), "a"), wants);
  // The time after A is free from day 7, but its buyer did not consent to a start before day 14 ends.
  const startsTs = Date.parse("2026-12-06T00:00:00+02:00");
  expect(await listPromotions(second.id)).toMatchObject([
    second.days(0, 7),
    { stoppedTs: second.days(1, 1).startsTs },
    { startsTs, endsTs: startsTs + 7 * DAY_MS },
  ]);
});

test("a full refund pulls later promotions forward; if it fails, the remaining days are queued after them", async () => {
  const fixture = await queueOfThree();
  const { stripe, session, orderId, id, days, at } = fixture;
  at(3);
  const admin = createUserContext(await createAdmin(), "a");
  await refundOrder(admin, { orderId }, { reason: "Așa da" });
  expect(await listPromotions(id)).toMatchObject([days(0, 7), days(3, 17), days(17, 24)]);
  at(4);
  await stripe.report("refund.failed", stripe.failRefund(session));
  expect(await listPromotions(id)).toMatchObject([
    { ...days(3, 17), stoppedTs: null },
    { ...days(17, 24), stoppedTs: null },
    { ...days(24, 28), stoppedTs: null },
  ]);
});

test("a lost dispute pulls later promotions forward", async () => {
  const { stripe, session, id, days, at } = await queueOfThree();
  const dispute = (status: string) => ({
    id: "dp_line",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  at(2);
  await stripe.report("charge.dispute.created", dispute("needs_response"));
  expect(await listPromotions(id)).toMatchObject([days(0, 7), days(7, 21), days(21, 28)]);
  at(5);
  await stripe.report("charge.dispute.closed", dispute("lost"));
  expect(await listPromotions(id)).toMatchObject([days(0, 7), days(5, 19), days(19, 26)]);
});

test("two parallel withdrawals from a queue leave no gap before the third promotion", async () => {
  const fixture = await queueOfThree();
  const { teacher, orderId, later, id, days, at } = fixture;
  at(2);
  const buyer = createUserContext(teacher, "t");
  const done = await Promise.all([orderId, later[0] ?? ""].map((id) => withdrawOrder(buyer, id)));
  expect(done.map(({ ok }) => ok)).toEqual([true, true]);
  expect((await listPromotions(id)).filter(({ stoppedTs }) => stoppedTs === null)).toMatchObject([
    days(2, 9),
  ]);
});

test("a promotion of another placement pulls nothing forward", async () => {
  const fixture = await createPromotionFixture();
  const { teacher, id, buy } = fixture;
  await buy();
  await buy({ package: "home7" });
  const [first] = await listRows(orders, { listingId: id });
  const before = (await listPromotions(id)).filter(({ orderId }) => orderId !== first?.id);
  app.clock.now += DAY_MS;
  await withdrawOrder(createUserContext(teacher, "t"), first?.id ?? "");
  expect((await listPromotions(id)).filter(({ orderId }) => orderId !== first?.id)).toEqual(before);
});

test("a queue that is pulled forward keeps its order and lengths, starts no later, and has only requested gaps", () => {
  const length = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ length, gap: fc.nat(10), waits: fc.nat(60) }), { maxLength: 6 }),
      fc.nat(20),
      (lengths, now) => {
        let end = 0;
        const queue = lengths.map(({ length, gap, waits }, n) => {
          const startsTs = end + gap;
          end = startsTs + length;
          return { orderId: `o${n}`, startsTs, endsTs: end, earliestTs: Math.min(waits, startsTs) };
        });
        const left = queue.filter(({ endsTs }) => endsTs > now);
        const moved = new Map(computePulledForwardTimes(left, now).map((move) => [move.orderId, move]));
        let free = now;
        for (const promotion of left) {
          const { startsTs, endsTs } = moved.get(promotion.orderId) ?? promotion;
          expect(endsTs - startsTs).toBe(promotion.endsTs - promotion.startsTs);
          expect(startsTs).toBeLessThanOrEqual(promotion.startsTs);
          // A running promotion does not move.
          if (promotion.startsTs > now) expect(startsTs).toBe(Math.max(free, promotion.earliestTs));
          else expect(startsTs).toBe(promotion.startsTs);
          free = endsTs;
        }
      },
    ),
  );
});

test("a resumed or extended promotion gets all its days from now, without overlap; the others keep order and lengths", () => {
  const length = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ length, gap: fc.nat(10) }), { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      fc.nat(60),
      fc.nat(60),
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
      (lengths, which, stopped, waited, more) => {
        let end = 0;
        const allPromotions = lengths.map(({ length, gap }, n) => {
          const startsTs = end + gap;
          end = startsTs + length;
          return { orderId: `o${n}`, startsTs, endsTs: end, earliestTs: 0 };
        });
        const promotion = allPromotions[which % allPromotions.length] as (typeof allPromotions)[number];
        const now = stopped + waited;
        const queue = allPromotions.filter((other) => other !== promotion && other.endsTs > now);
        const daysLeft = Math.max(0, promotion.endsTs - Math.max(promotion.startsTs, stopped));
        const changed =
          more === null
            ? computeResumedTimes({ ...promotion, stoppedTs: stopped }, queue, now)
            : computeExtendedTimes(promotion, queue, more, now);
        if (more === null && daysLeft > 0) {
          expect(changed.endsTs - changed.startsTs).toBe(daysLeft);
          expect(changed.startsTs).toBeGreaterThanOrEqual(now);
        }
        const days = (period: { startsTs: number; endsTs: number }) =>
          period.endsTs - Math.max(period.startsTs, now);
        if (more !== null) expect(days(changed)).toBe(Math.max(0, days(promotion)) + more * DAY_MS);
        const moved = new Map(computePushedBackTimes(queue, changed).map((move) => [move.orderId, move]));
        const after = queue.map((queued) => moved.get(queued.orderId) ?? queued);
        for (const [n, queued] of queue.entries()) {
          const at = after[n] as (typeof after)[number];
          expect(at.endsTs - at.startsTs).toBe(queued.endsTs - queued.startsTs);
          expect(at.startsTs).toBeGreaterThanOrEqual(queued.startsTs);
        }
        const running = [...after, ...(changed.endsTs > now ? [changed] : [])];
        for (const active of running)
          for (const otherPromotion of running)
            expect(
              active === otherPromotion ||
                active.endsTs <= otherPromotion.startsTs ||
                otherPromotion.endsTs <= active.startsTs,
            ).toBe(true);
      },
    ),
  );
});
