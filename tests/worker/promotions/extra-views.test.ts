import { expect, test } from "vitest";
import { estimateExtraViews } from "@/features/promotions/checkout/estimate-extra-views";
import type { Subject } from "@/shared/codes";
import { app, expectText } from "../../helpers/app";
import { recordEvents } from "../../helpers/counting";
import { createListing, createTeacher } from "../../helpers/factories";
import { createOrder, createPromotion } from "../../helpers/orders";
import { createPromotionFixture, createUserContext, DAY_MS } from "../../helpers/promotion-fixture";

type Listing = { id: string; ownerId: string };

/** A promotion of a week that began `daysAgo` days ago, with views on each of its days and on each day before it. */
async function createPastPromotion(
  listing: Listing,
  views: { before: number; during: number },
  daysAgo = 20,
) {
  const startsTs = app.clock.now - daysAgo * DAY_MS;
  const order = await createOrder({ buyerId: listing.ownerId, listingId: listing.id });
  await createPromotion(order, { startsTs });
  for (let day = 1; day <= 6; day++) {
    if (views.during > 0) await recordEvents(listing, { view: views.during }, startsTs + day * DAY_MS);
    if (views.before > 0) await recordEvents(listing, { view: views.before }, startsTs - day * DAY_MS);
  }
}

/** A fixture whose listing was published long ago. */
async function createOldFixture(subject: Subject) {
  const fixture = await createPromotionFixture({ subject, publishedTs: Date.UTC(2026, 5, 1) });
  const { teacher, id } = fixture;
  const listing = { id, ownerId: teacher.id, subject };
  const estimate = () => estimateExtraViews(createUserContext(teacher, "t"), listing);
  const read = async () => {
    const html = await (await app.get(`/tutoring/${id}/promote`, { as: fixture.jar })).text();
    return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  };
  return { ...fixture, listing, estimate, read };
}

const createOther = async (subject: Subject, owner?: { id: string }): Promise<Listing> => {
  const teacher = owner ?? (await createTeacher());
  const { id } = await createListing(teacher, { subject, publishedTs: Date.UTC(2026, 5, 1) });
  return { id, ownerId: teacher.id };
};

test("the listing's own promotions: views of promoted days minus views of as many days before", async () => {
  const fixture = await createOldFixture("g");
  expect((await fixture.estimate()).size).toBe(0);
  expect(await fixture.read()).not.toContain("more view");
  await createPastPromotion(fixture.listing, { before: 2, during: 5 });
  expect([...(await fixture.estimate())]).toEqual([
    ["results", { source: "listing", promotions: 1, perDay: 3 }],
  ]);
  const text = await fixture.read();
  expectText(
    text,
    "About 21 more views, estimated from past promotions",
    "About 90 more views, estimated from past promotions",
    "The estimate for the results comes from 1 past promotion of this listing",
  );
  expect(text).not.toContain("The estimate for the home page");
});

test("a promotion without more views than before is said to have brought none", async () => {
  const fixture = await createOldFixture("h");
  await createPastPromotion(fixture.listing, { before: 5, during: 3 });
  expect((await fixture.estimate()).get("results")).toMatchObject({ perDay: 0 });
  const text = await fixture.read();
  expect(text).toContain("this listing had no more views than in as many days before");
  expect(text).not.toContain("more views, estimated");
});

test("counts no promotion with few views, few days, a promotion before it, or a listing that was new", async () => {
  const few = await createOldFixture("s");
  await createPastPromotion(few.listing, { before: 0, during: 1 });
  expect((await few.estimate()).size).toBe(0);

  const young = await createOldFixture("s");
  await createPastPromotion(young.listing, { before: 2, during: 9 }, 2);
  expect((await young.estimate()).size).toBe(0);

  const renewed = await createOldFixture("s");
  await createPastPromotion(renewed.listing, { before: 2, during: 9 }, 24);
  await createPastPromotion(renewed.listing, { before: 2, during: 90 }, 16);
  expect((await renewed.estimate()).get("results")).toMatchObject({ promotions: 1 });

  const fresh = await createPromotionFixture({ subject: "s", publishedTs: Date.UTC(2026, 9, 29) });
  const listing = { id: fresh.id, ownerId: fresh.teacher.id, subject: "s" as const };
  await createPastPromotion(listing, { before: 2, during: 9 });
  expect((await estimateExtraViews(createUserContext(fresh.teacher, "t"), listing)).size).toBe(0);
});

test("promotions of the subject count without own ones, from five promotions of three teachers on", async () => {
  const fixture = await createOldFixture("sp");
  const others = await Promise.all([1, 2, 3].map(() => createOther("sp")));
  for (const listing of others) await createPastPromotion(listing, { before: 1, during: 3 });
  const [first] = others;
  const owner = { id: first?.ownerId ?? "" };
  await createPastPromotion(await createOther("sp", owner), { before: 1, during: 3 });
  expect((await fixture.estimate()).size).toBe(0);
  await createPastPromotion(await createOther("p"), { before: 1, during: 90 });
  expect((await fixture.estimate()).size).toBe(0);
  await createPastPromotion(await createOther("sp", owner), { before: 1, during: 13 });
  // Four with 2 more a day, one with 12.
  expect((await fixture.estimate()).get("results")).toEqual({ source: "subject", promotions: 5, perDay: 4 });
  expect(await fixture.read()).toContain("comes from 5 past promotions of other listings of this subject");
});
