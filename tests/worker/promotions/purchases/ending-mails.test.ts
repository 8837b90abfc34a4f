import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listings, promotions, users } from "@/db/schema";
import { sendEndedNotices, sendEndingNotices } from "@/features/promotions";
import { app, db } from "../../../helpers/app";
import { recordEvents } from "../../../helpers/counting";
import { createListing, mailsTo, updateRow } from "../../../helpers/factories";
import { createOrder, createPromotion } from "../../../helpers/orders";
import { createJobContext, createPromotionFixture, DAY_MS } from "../../../helpers/promotion-fixture";

const HOUR_MS = DAY_MS / 24;

/** A teacher whose listing is promoted, by default for seven days from now. */
async function createPromotedListing(values: Parameters<typeof createPromotion>[1] = {}) {
  const fixture = await createPromotionFixture({ title: "Matematică pe înțeles" });
  const by = { buyerId: fixture.teacher.id, listingId: fixture.id };
  const order = await createOrder(by);
  const promotion = await createPromotion(order, values);
  const mails = async () => (await mailsTo(fixture.teacher.email)).map((mail) => mail.template);
  return { ...fixture, by, order, promotion, mails };
}

/** Advances the clock, and runs both jobs. */
async function advance(
  _fixture: Awaited<ReturnType<typeof createPromotedListing>>,
  ms: number,
): Promise<void> {
  app.clock.now += ms;
  await sendEndingNotices(createJobContext());
  await sendEndedNotices(createJobContext());
}

test("sendEndingNotices mails once, two days before the end, and not before", async () => {
  const fixture = await createPromotedListing();
  await advance(fixture, 5 * DAY_MS - 1);
  expect(await fixture.mails()).toEqual([]);
  await advance(fixture, 1);
  await advance(fixture, HOUR_MS);
  expect(await fixture.mails()).toEqual(["promotion_ending"]);
  const [mail] = await mailsTo(fixture.teacher.email);
  expect(mail?.subject).toBe("The promotion of “Matematică pe înțeles” ends on Nov 27, 2026, 11:00 AM");
  expect(mail?.text).toContain(`https://catedra.test/tutoring/${fixture.id}/promote`);
});

test("sendEndingNotices by two parallel workers mails once", async () => {
  const fixture = await createPromotedListing();
  app.clock.now += 6 * DAY_MS;
  await Promise.all([
    sendEndingNotices(createJobContext()),
    sendEndingNotices(createJobContext()),
    sendEndingNotices(createJobContext()),
  ]);
  expect(await fixture.mails()).toEqual(["promotion_ending"]);
});

test("sendEndingNotices skips a promotion that another follows, and mails for the last one", async () => {
  const fixture = await createPromotedListing();
  const { now } = app.clock;
  const next = await createOrder(fixture.by);
  await createPromotion(next, { startsTs: now + 7 * DAY_MS });
  const homeOrder = await createOrder(fixture.by, { placement: "home" });
  await createPromotion(homeOrder, { startsTs: now + 6 * DAY_MS, endsTs: now + 13 * DAY_MS });
  await advance(fixture, 6 * DAY_MS);
  expect(await fixture.mails()).toEqual([]);
  await advance(fixture, 6 * DAY_MS);
  // By then, the first promotion ended long ago.
  expect((await fixture.mails()).toSorted()).toEqual(["promotion_ending", "promotion_ending"]);
});

test("sendEndingNotices mails again for a later end", async () => {
  const fixture = await createPromotedListing();
  await advance(fixture, 6 * DAY_MS);
  await db
    .update(promotions)
    .set({ endsTs: app.clock.now + 5 * DAY_MS })
    .where(eq(promotions.orderId, fixture.order.id));
  await advance(fixture, DAY_MS);
  expect(await fixture.mails()).toEqual(["promotion_ending"]);
  await advance(fixture, 3 * DAY_MS);
  expect(await fixture.mails()).toEqual(["promotion_ending", "promotion_ending"]);
});

test("sendEndingNotices skips stopped and short promotions, closed accounts and deleted listings", async () => {
  const stopped = await createPromotedListing({ stoppedTs: Date.UTC(2026, 10, 20, 9) });
  const { now } = app.clock;
  const short = await createPromotedListing({ endsTs: now + 2 * DAY_MS });
  const closed = await createPromotedListing();
  await updateRow(users, closed.teacher.id, { disabledTs: now });
  const deleted = await createPromotedListing();
  await updateRow(listings, deleted.id, { state: "deleted" });
  for (const fixture of [stopped, short, closed, deleted]) {
    await advance(fixture, DAY_MS);
    await advance(fixture, 5 * DAY_MS);
    expect((await fixture.mails()).filter((mail) => mail !== "promotion_ended")).toEqual([]);
  }
});

test("sendEndedNotices mails once, with the promotion's performance, in the buyer's language", async () => {
  const fixture = await createPromotedListing();
  const { now } = app.clock;
  await updateRow(users, fixture.teacher.id, { locale: "ro" });
  await recordEvents(fixture, { promoted_impression: 1234, view: 30, enquiry: 4 }, now + 2 * DAY_MS);
  await recordEvents(fixture, { view: 20, enquiry: 1 }, now - 2 * DAY_MS);
  const otherListing = await createListing(fixture.teacher, { subject: "p" });
  await recordEvents(otherListing, { view: 500 }, now + DAY_MS);
  await advance(fixture, 7 * DAY_MS - 1);
  expect(await fixture.mails()).toEqual(["promotion_ending"]);
  await advance(fixture, 1);
  await advance(fixture, DAY_MS);
  expect(await fixture.mails()).toEqual(["promotion_ending", "promotion_ended"]);
  const mail = (await mailsTo(fixture.teacher.email)).at(-1);
  expect(mail?.subject).toBe("Rezultatele promovării anunțului „Matematică pe înțeles”");
  expect(mail?.text).toContain("Afișări promovate: 1.234");
  expect(mail?.text).toContain("Vizualizări: 30 (înainte: 20)");
  expect(mail?.text).toContain("Mesaje: 4 (înainte: 1)");
  expect(mail?.text).toContain("Cost pe mesaj: 4,75 lei");
  expect(mail?.text).toContain("20.11.2026 – 27.11.2026, față de 12.11.2026 – 19.11.2026.");
  expect(mail?.text).toContain(`https://catedra.test/ro/profile/promotions/${fixture.order.id}`);
});

test("sendEndedNotices skips promotions without statistics, and old ones", async () => {
  const fixture = await createPromotedListing();
  await updateRow(users, fixture.teacher.id, { locale: "en" });
  await advance(fixture, 7 * DAY_MS);
  const [mail] = (await mailsTo(fixture.teacher.email)).filter(
    ({ template }) => template === "promotion_ended",
  );
  expect(mail?.text).toContain("Messages: 0 (0 before)");
  expect(mail?.text).not.toContain("Cost per message");

  const late = await createPromotedListing();
  await advance(late, 10 * DAY_MS);
  expect(await late.mails()).toEqual([]);
});
