import { expect, test } from "vitest";
import { auditSubject } from "@/db/audit";
import { auditLog, promotionPlacements } from "@/db/schema";
import { creditDays, revokePromotion } from "@/features/promotions";
import { app } from "../../helpers/app";
import { createAdmin, findListing, listRows, mailsTo } from "../../helpers/factories";
import {
  createPaidOrder,
  createUserContext,
  DAY_MS,
  expectPromotions,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

async function createAdminFixture() {
  const fixture = await createPaidOrder();
  const admin = await createAdmin();
  const { now } = app.clock;
  const days = (from: number, to: number) => ({ startsTs: now + from * DAY_MS, endsTs: now + to * DAY_MS });
  const ctx = () => createUserContext(admin, "a");
  const { orderId } = fixture;
  return {
    ...fixture,
    admin,
    days,
    ctx,
    revoke: (reason = "Anunțul încalcă regulile") => revokePromotion(ctx(), { orderId, reason }),
    credit: async (days: number, reason = "Pană la 3 martie") => {
      const endsTs = (await listPromotions(fixture.id)).find((row) => row.orderId === orderId)?.endsTs ?? 0;
      return creditDays(ctx(), { orderId, days, reason, endsTs });
    },
    again: async () => {
      await fixture.placeOrder({ package: "top14", immediate_start: "1" });
      await fixture.stripe.send(fixture.stripe.event("checkout.session.completed", fixture.stripe.pay()));
    },
  };
}

const listPlacements = async (listingId: string) => {
  const listing = await findListing(listingId);
  return listRows(promotionPlacements, { listingNum: listing?.num ?? 0 });
};

test("an admin ends a promotion permanently and mails the buyer the reason; no refund", async () => {
  const { stripe, session, teacher, admin, id, orderId, revoke } = await createAdminFixture();
  const answers = await Promise.all([revoke(), revoke(), revoke()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  await expectPromotions(id, { stoppedTs: app.clock.now });
  expect(await listPlacements(id)).toEqual([]);
  expect(stripe.refunds.all()).toEqual([]);
  const log = await listRows(auditLog, { subject: auditSubject("order", orderId) });
  expect(log).toContainEqual(
    expect.objectContaining({
      action: "order.revoked",
      actorId: admin.id,
      detail: expect.objectContaining({ from: "fulfilled", reason: "Anunțul încalcă regulile" }),
    }),
  );
  const mails = await mailsTo(teacher.email);
  expect(mails.find(({ template }) => template === "promotion_revoked")?.text).toContain(
    "Anunțul încalcă regulile",
  );
  // A won dispute does not restore the promotion.
  await stripe.dispute("created", session, "needs_response");
  await stripe.dispute("closed", session, "won");
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
});

test("an admin credits days: the promotion ends later, and the next one is pushed back", async () => {
  const { id, orderId, days, credit, again, teacher } = await createAdminFixture();
  await again();
  await expectPromotions(id, days(0, 7), days(7, 21));
  const answers = await Promise.all([credit(3), credit(3), credit(3)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  await expectPromotions(id, days(0, 10), days(10, 24));
  expect((await listPlacements(id)).map(({ endsTs }) => endsTs).sort()).toEqual([
    days(0, 10).endsTs,
    days(10, 24).endsTs,
  ]);
  const [mail] = (await mailsTo(teacher.email)).filter(({ template }) => template === "promotion_credited");
  expect(mail?.subject).toContain("3 days");
  expect(mail?.text).toContain("Pană la 3 martie");
  // The buyer of the queued promotion gets its new dates.
  const moved = (await mailsTo(teacher.email)).filter(({ template }) => template === "promotion_pushed_back");
  expect(moved.map(({ text }) => text)).toEqual([
    expect.stringContaining("it runs from Nov 30, 2026, 11:00 AM until Dec 14, 2026, 11:00 AM"),
  ]);
  const events = await listRows(auditLog, { action: "order.pushed_back" });
  const queued = (await listOrders(id)).find(({ package: name }) => name === "top14");
  expect(events.filter(({ subject }) => subject === auditSubject("order", queued?.id ?? ""))).toMatchObject([
    { detail: { caused_by: orderId } },
  ]);
});

test("days credited during a purchase push it back too, or are queued behind it", async () => {
  const { id, days, credit, again } = await createAdminFixture();
  await Promise.all([again(), credit(3)]);
  await expectPromotions(id, days(0, 10), days(10, 24));
});

test("days credited to an ended promotion begin now, or after the running one", async () => {
  const over = await createAdminFixture();
  app.clock.now += 9 * DAY_MS;
  expect(await over.credit(2)).toMatchObject({ ok: true });
  await expectPromotions(over.id, over.days(9, 11));

  const queued = await createAdminFixture();
  await queued.again();
  app.clock.now += 9 * DAY_MS;
  await queued.credit(2);
  await expectPromotions(queued.id, queued.days(7, 21), queued.days(21, 23));
});
