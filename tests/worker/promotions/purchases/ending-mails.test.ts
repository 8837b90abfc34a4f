import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listings, promotions, users } from "@/db/schema";
import { sendEndedNotices, sendEndingNotices } from "@/features/promotions";
import { db } from "../../../helpers/app";
import { recordEvents } from "../../../helpers/counting";
import { createListing, mailsTo } from "../../../helpers/factories";
import { createOrder, createPromotion } from "../../../helpers/orders";
import { createJobContext, createPromotionFixture, DAY_MS } from "../../../helpers/promotion-fixture";

const HOUR_MS = DAY_MS / 24;

/** A teacher whose listing is promoted, by default for seven days from now. */
async function promoted(values: Parameters<typeof createPromotion>[2] = {}) {
  const one = await createPromotionFixture({ title: "Matematică pe înțeles" });
  const by = { buyerId: one.teacher.id, listingId: one.id };
  const order = await createOrder(one.app, by);
  const promotion = await createPromotion(one.app, order, values);
  const mails = async () => (await mailsTo(one.teacher.email)).map((mail) => mail.template);
  return { ...one, by, order, promotion, mails };
}

/** Advances the clock, and runs both jobs. */
async function pass(one: Awaited<ReturnType<typeof promoted>>, ms: number): Promise<void> {
  one.app.clock.now += ms;
  await sendEndingNotices(createJobContext(one));
  await sendEndedNotices(createJobContext(one));
}

test("sendEndingNotices mails once, two days before the end, and not before", async () => {
  const one = await promoted();
  await pass(one, 5 * DAY_MS - 1);
  expect(await one.mails()).toEqual([]);
  await pass(one, 1);
  await pass(one, HOUR_MS);
  expect(await one.mails()).toEqual(["promotion_ending"]);
  const [mail] = await mailsTo(one.teacher.email);
  expect(mail?.subject).toBe("The promotion of “Matematică pe înțeles” ends on Nov 27, 2026, 11:00 AM");
  expect(mail?.text).toContain(`https://catedra.test/tutoring/${one.id}/promote`);
});

test("sendEndingNotices by two parallel workers mails once", async () => {
  const one = await promoted();
  one.app.clock.now += 6 * DAY_MS;
  await Promise.all([
    sendEndingNotices(createJobContext(one)),
    sendEndingNotices(createJobContext(one)),
    sendEndingNotices(createJobContext(one)),
  ]);
  expect(await one.mails()).toEqual(["promotion_ending"]);
});

test("sendEndingNotices skips a promotion that another follows, and mails for the last one", async () => {
  const one = await promoted();
  const { now } = one.app.clock;
  const next = await createOrder(one.app, one.by);
  await createPromotion(one.app, next, { startsTs: now + 7 * DAY_MS });
  const homeOrder = await createOrder(one.app, one.by, { placement: "home" });
  await createPromotion(one.app, homeOrder, { startsTs: now + 6 * DAY_MS, endsTs: now + 13 * DAY_MS });
  await pass(one, 6 * DAY_MS);
  expect(await one.mails()).toEqual([]);
  await pass(one, 6 * DAY_MS);
  // By then, the first promotion ended long ago.
  expect((await one.mails()).toSorted()).toEqual(["promotion_ending", "promotion_ending"]);
});

test("sendEndingNotices mails again for a later end", async () => {
  const one = await promoted();
  await pass(one, 6 * DAY_MS);
  await db
    .update(promotions)
    .set({ endsTs: one.app.clock.now + 5 * DAY_MS })
    .where(eq(promotions.orderId, one.order.id));
  await pass(one, DAY_MS);
  expect(await one.mails()).toEqual(["promotion_ending"]);
  await pass(one, 3 * DAY_MS);
  expect(await one.mails()).toEqual(["promotion_ending", "promotion_ending"]);
});

test("sendEndingNotices skips stopped and short promotions, closed accounts and deleted listings", async () => {
  const stopped = await promoted({ stoppedTs: Date.UTC(2026, 10, 20, 9) });
  const { now } = stopped.app.clock;
  const short = await promoted({ endsTs: now + 2 * DAY_MS });
  const closed = await promoted();
  await db.update(users).set({ disabledTs: now }).where(eq(users.id, closed.teacher.id));
  const deleted = await promoted();
  await db.update(listings).set({ state: "deleted" }).where(eq(listings.id, deleted.id));
  for (const one of [stopped, short, closed, deleted]) {
    await pass(one, DAY_MS);
    await pass(one, 5 * DAY_MS);
    expect((await one.mails()).filter((mail) => mail !== "promotion_ended")).toEqual([]);
  }
});

test("sendEndedNotices mails once, with the promotion's performance, in the buyer's language", async () => {
  const one = await promoted();
  const { now } = one.app.clock;
  await db.update(users).set({ locale: "ro" }).where(eq(users.id, one.teacher.id));
  await recordEvents(one, { promoted_impression: 1234, view: 30, enquiry: 4 }, now + 2 * DAY_MS);
  await recordEvents(one, { view: 20, enquiry: 1 }, now - 2 * DAY_MS);
  const other = await createListing(one.app, one.teacher, { subject: "p" });
  await recordEvents(other, { view: 500 }, now + DAY_MS);
  await pass(one, 7 * DAY_MS - 1);
  expect(await one.mails()).toEqual(["promotion_ending"]);
  await pass(one, 1);
  await pass(one, DAY_MS);
  expect(await one.mails()).toEqual(["promotion_ending", "promotion_ended"]);
  const mail = (await mailsTo(one.teacher.email)).at(-1);
  expect(mail?.subject).toBe("Rezultatele promovării anunțului „Matematică pe înțeles”");
  expect(mail?.text).toContain("Afișări promovate: 1.234");
  expect(mail?.text).toContain("Vizualizări: 30 (înainte: 20)");
  expect(mail?.text).toContain("Mesaje: 4 (înainte: 1)");
  expect(mail?.text).toContain("Cost pe mesaj: 4,75 lei");
  expect(mail?.text).toContain("20.11.2026 – 27.11.2026, față de 12.11.2026 – 19.11.2026.");
  expect(mail?.text).toContain(`https://catedra.test/ro/profile/promotions/${one.order.id}`);
});

test("sendEndedNotices skips promotions without statistics, and old ones", async () => {
  const one = await promoted();
  await db.update(users).set({ locale: "en" }).where(eq(users.id, one.teacher.id));
  await pass(one, 7 * DAY_MS);
  const [mail] = (await mailsTo(one.teacher.email)).filter(({ template }) => template === "promotion_ended");
  expect(mail?.text).toContain("Messages: 0 (0 before)");
  expect(mail?.text).not.toContain("Cost per message");

  const late = await promoted();
  await pass(late, 10 * DAY_MS);
  expect(await late.mails()).toEqual([]);
});
