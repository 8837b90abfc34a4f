import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditSubject } from "@/db/audit";
import { auditLog, idempotencyKeys, orders, promotionPlacements, promotions } from "@/db/schema";
import { creditOutage } from "@/features/promotions";
import { toIsoTime } from "@/shared/format";
import { app, db, expectStatus } from "../../helpers/app";
import {
  countRows,
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  listRows,
  templatesTo,
} from "../../helpers/factories";
import { insertEndingPromotions } from "../../helpers/listing-rows";
import { createOrder, createPromotion } from "../../helpers/orders";
import { createUserContext, DAY_MS } from "../../helpers/promotion-fixture";
import { call, createBearer } from "../../helpers/storage-fixture";

/** More than one batch credits. */
const PROMOTIONS = 220;

async function createCreditFixture() {
  const { now } = app.clock;
  const admin = await createAdmin();
  let rotationKey = 0;
  const day = (n: number) => now + n * DAY_MS;
  /** A promotion of a teacher's listing for some days, counted from now. */
  const promote = async (listing: { id: string; ownerId: string }, from: number, to: number, order = {}) => {
    const { id } = listing;
    const created = await createOrder({ listingId: id, buyerId: listing.ownerId }, order);
    const times = { startsTs: day(from), endsTs: day(to) };
    await createPromotion(created, { ...times, rotationKey: ++rotationKey });
    return created.id;
  };
  const getDays = async (orderId: string) => {
    const [row] = await listRows(promotions, { orderId });
    return [row?.startsTs, row?.endsTs].map((ts) => ((ts ?? 0) - now) / DAY_MS);
  };
  return { now, admin, day, promote, getDays };
}

test("POST /api/admin/promotions/credit adds days once to all promotions of the period", async () => {
  const { admin, day, promote, getDays } = await createCreditFixture();
  const teacher = await createTeacher();
  const [listing, other, third] = await Promise.all([1, 2, 3].map(() => createListing(teacher)));
  if (!listing || !other || !third) throw new Error("no listings");
  const running = await promote(listing, -4, 3);
  const queued = await promote(listing, 3, 10);
  const ended = await promote(other, -9, -1);
  const before = await promote(other, -20, -9);
  const withdrawn = await promote(third, -4, 3, { withdrawnTs: day(-1) });
  const refunded = await promote(third, -4, 3, { state: "refunded" });
  const as = await createBearer(admin);
  const credit = async (values: object, key: string, status = 200) => {
    const json = { from: toIsoTime(day(-3)), to: day(-2), days: 2, reason: "Pană de curent", ...values };
    const path = "/api/admin/promotions/credit";
    const answer = await call(as, "POST", path, { json, headers: { "idempotency-key": key } });
    return (await expectStatus(answer, status)).json();
  };

  expect(await credit({ preview: true }, "preview")).toEqual({ count: 2 });
  expect(await getDays(running)).toEqual([-4, 3]);
  expect(await credit({ to: day(-4) }, "reversed", 422)).toMatchObject({
    errors: [{ field: "to", code: "end_before_start" }],
  });
  expect(await credit({ from: "ieri", reason: "" }, "wrong", 422)).toMatchObject({
    errors: [
      { field: "reason", code: "required" },
      { field: "from", code: "not_time" },
    ],
  });

  for (const stored of [true, true, false]) {
    // Responses are stored for a day; the days are not added again after it.
    if (!stored) await db.delete(idempotencyKeys);
    expect(await credit({}, "outage")).toEqual({ count: 2 });
    expect(await Promise.all([running, queued, ended].map(getDays))).toEqual([
      [-4, 5],
      [5, 12],
      [0, 2],
    ]);
  }
  expect(await Promise.all([before, withdrawn, refunded].map(getDays))).toEqual([
    [-20, -9],
    [-4, 3],
    [-4, 3],
  ]);
  expect(await listRows(orders, { id: running })).toMatchObject([{ creditedDays: 2 }]);
  expect(await listRows(auditLog, { subject: auditSubject("order", running) })).toMatchObject([
    { action: "order.credited", actorId: admin.id, detail: { days: 2, reason: "Pană de curent" } },
  ]);
  expect((await templatesTo(teacher.email)).sort()).toEqual([
    "promotion_credited",
    "promotion_credited",
    "promotion_pushed_back",
  ]);
  const { num: listingNum = 0, expiresTs } = (await findListing(listing.id)) ?? {};
  expect(expiresTs).toBeGreaterThanOrEqual(day(12));
  const placements = await listRows(promotionPlacements, { listingNum });
  expect(placements.map(({ endsTs }) => endsTs).sort()).toEqual([day(5), day(12)]);

  expect(await credit({ days: 1 }, "next")).toEqual({ count: 1 });
  expect(await getDays(running)).toEqual([-4, 6]);
});

test("an interrupted credit of many promotions is completed by repeating it, also in parallel", async () => {
  const { now, admin, day } = await createCreditFixture();
  const teacher = await createTeacher();
  await db.delete(promotionPlacements);
  await db.delete(promotions);
  await db.run(sql`
    insert into listings (id, owner_id, subject, county, title, description, state, created_ts, updated_ts,
      published_ts, price, session_minutes, price_per_hour)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < ${PROMOTIONS})
    select printf('%016d', n), ${teacher.id}, 'm', 'cj', 'Matematică', 'Lecții clare', 'published', 0, 0, ${now}, 9000, 60,
      9000 from row`);
  for (const statement of insertEndingPromotions(now, day(1))) await db.run(statement);
  const ctx = createUserContext(admin, "a");
  const credit = (commit = ctx.commit) =>
    creditOutage({ ...ctx, commit }, { from: day(-1), to: now, days: 1, reason: "Pană" }, "outage");

  let commits = 0;
  const failing: typeof ctx.commit = async (statements) => {
    if (++commits > 1) throw new Error("interrupted");
    return ctx.commit(statements);
  };
  await expect(credit(failing)).rejects.toThrow("interrupted");
  const ends = () => db.select({ endsTs: promotions.endsTs }).from(promotions);
  const count = async (ts: number) => (await ends()).filter(({ endsTs }) => endsTs === ts).length;
  expect(await count(day(2))).toBe(100);

  const all = await countRows("promotions");
  expect(await Promise.all([credit(), credit()])).toMatchObject(
    [1, 2].map(() => ({ ok: true, value: { count: all } })),
  );
  expect(await count(day(2))).toBe(all);
  expect(await templatesTo(teacher.email)).toHaveLength(PROMOTIONS);
});
