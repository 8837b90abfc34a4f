import { eq, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, orders, papers, promotions, settings } from "@/db/schema";
import { reindexListing } from "@/features/listings";
import { giveWelcome, giveWelcomes } from "@/features/promotions";
import { dueGifts } from "@/features/promotions/give-welcome";
import type { County } from "@/shared/codes";
import { HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { mailsTo, makeAdmin, makeListing, makeTeacher, signedIn } from "../../helpers/factories";
import { bearer, makeMember, tokenOf } from "../accounts/people";
import { servicesAt } from "../listings/services";
import { promote } from "../search/promote";
import { DAY_MS, ordersOf, promotionsOf } from "./scene";

const PENDING = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;
let app: TestApp;

beforeEach(() => {
  app = createTestApp();
});

const servicesNow = () => servicesAt(app.clock.now, app.bindings);

/** A teacher with one listing that waits for a reviewer. */
async function candidate(given: Parameters<typeof makeListing>[2] = {}) {
  const teacher = await makeTeacher(app);
  return { teacher, listing: await makeListing(app, teacher, { ...PENDING, county: "cv", ...given }) };
}

/** As an admin's decision leaves it, had the Worker died right after. */
async function approvedAlone({ id }: { id: string }) {
  const { now } = app.clock;
  await db.run(sql`update listings set state = 'published', published_ts = ${now}, renewed_ts = ${now},
    expires_ts = ${now + 90 * DAY_MS}, submitted_ts = ${now} where id = ${id}`);
  await db
    .insert(auditLog)
    .values({ id: newId(), ts: now, action: "listing.approved", subject: `listing:${id}`, detail: {} });
  const [first, ...rest] = reindexListing({ db, now }, id);
  if (first) await db.batch([first, ...rest]);
}

const approve = async (id: string, version = "1") =>
  app.post(paths.adminListingAction(id, "approve"), {
    form: { version },
    as: await signedIn(app, await makeAdmin(app)),
  });

const templates = async (email: string) => (await mailsTo(email)).map(({ template }) => template).sort();

describe("a teacher's first approved listing", () => {
  it("POST /admin/listings/{id}/approve 303 promotes it for seven days for nothing, and tells its teacher", async () => {
    const { teacher, listing } = await candidate();
    expect((await approve(listing.id)).status).toBe(303);
    const [order, ...more] = await ordersOf(listing.id);
    expect(more).toEqual([]);
    expect(order).toMatchObject({
      buyerId: teacher.id,
      package: "top7",
      days: 7,
      placement: "results",
      origin: "welcome",
      state: "fulfilled",
      amount: 0,
      vatAmount: 0,
      paidTs: null,
      checkoutSessionId: null,
    });
    const { now } = app.clock;
    expect(await promotionsOf(listing.id)).toMatchObject([
      { orderId: order?.id, startsTs: now, endsTs: now + 7 * DAY_MS, revokedTs: null },
    ]);
    expect(await db.select().from(papers)).toEqual([]);
    const mail = (await mailsTo(teacher.email)).find(({ template }) => template === "welcome_gift");
    expect(mail?.text).toContain("free of charge from 20 Nov 2026, 11:00 until 27 Nov 2026, 11:00");
    expect(mail?.text).toContain(paths.listing(listing.id));
    expect(await (await app.get(paths.listings({ subject: "m", county: "cv" }))).text()).toContain(
      "Promoted",
    );
    const audit = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `order:${order?.id}`));
    expect(audit).toMatchObject([{ action: "order.given", actorId: null }]);
  });

  it("has what readers see of it in a list counted as promoted from its approval on, and as nothing else", async () => {
    const { teacher, listing } = await candidate({ county: "vn" });
    await approve(listing.id);
    await app.get(paths.listings({ subject: "m", county: "vn" }));
    const page = await (await app.get(paths.analytics(), { as: await signedIn(app, teacher) })).text();
    const [impressions, promoted, views] = [...page.matchAll(/<dd><strong>(\d+)/g)].map(([, count]) => count);
    expect({ impressions, promoted, views }).toEqual({ impressions: "0", promoted: "1", views: "0" });
  });

  it("POST /api/admin/listings/{id}/approve 200 does the same, in the teacher's language", async () => {
    const admin = await makeMember(app, { role: "a" });
    const { token } = await tokenOf(app, admin.email);
    const teacher = await makeTeacher(app, { locale: "ro" });
    const listing = await makeListing(app, teacher, { ...PENDING, county: "vs" });
    const answer = await app.post(paths.apiAdminListingAction(listing.id, "approve"), bearer(token));
    expect(answer.status).toBe(200);
    expect(await promotionsOf(listing.id)).toHaveLength(1);
    const mail = (await mailsTo(teacher.email)).find(({ template }) => template === "welcome_gift");
    expect(mail?.subject).toBe(`„${listing.title}” este promovat: cadoul nostru de bun venit`);
  });

  it("is given once, whoever asks at the same time and however often", async () => {
    const { teacher, listing } = await candidate();
    await approvedAlone(listing);
    const given = await Promise.all([1, 2, 3, 4].map(() => giveWelcome(servicesNow(), listing.id)));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await giveWelcomes(servicesNow())).toBe(0);
    app.clock.now += 8 * DAY_MS;
    expect(await giveWelcome(servicesNow(), listing.id)).toBe(false);
    expect(await promotionsOf(listing.id)).toHaveLength(1);
    expect(await templates(teacher.email)).toEqual(["welcome_gift"]);
  });

  it("is the first alone: not the second, not an admin's, and not one that was live before", async () => {
    const { teacher, listing } = await candidate();
    await approve(listing.id);
    const second = await makeListing(app, teacher, { ...PENDING, subject: "p" });
    await approve(second.id);
    expect(await ordersOf(second.id)).toEqual([]);

    const older = await candidate();
    await makeListing(app, older.teacher, { subject: "p", state: "deleted" });
    await approve(older.listing.id);
    expect(await ordersOf(older.listing.id)).toEqual([]);

    const own = await makeListing(app, await makeAdmin(app), PENDING);
    await approve(own.id);
    expect(await ordersOf(own.id)).toEqual([]);

    // Published without a reviewer, as the seed has it.
    const unread = await makeListing(app, await makeTeacher(app));
    expect(await giveWelcome(servicesNow(), unread.id)).toBe(false);
    expect(await giveWelcome(servicesNow(), newId())).toBe(false);
  });

  it("brings nothing while the package is not sold, and nothing to what is paused", async () => {
    const value = { top7: { price: 1900, days: 7, placement: "results", off: true } };
    const { now } = app.clock;
    await db.insert(settings).values({ path: "settings/packages", value, version: 1, updatedTs: now });
    const { listing } = await candidate();
    await approve(listing.id);
    await db.delete(settings);
    expect(await ordersOf(listing.id)).toEqual([]);
    await db.run(sql`update listings set state = 'paused' where id = ${listing.id}`);
    expect(await giveWelcomes(servicesNow())).toBe(0);
    await db.run(sql`update listings set state = 'published' where id = ${listing.id}`);
    expect(await giveWelcomes(servicesNow())).toBe(1);
  });
});

describe("job give-welcome", () => {
  it("gives what was approved when the Worker died, and not after thirty days", async () => {
    const [soon, late] = [await candidate(), await candidate({ county: "gr" })];
    await approvedAlone(soon.listing);
    expect(await giveWelcomes(servicesNow())).toBe(1);
    expect(await promotionsOf(soon.listing.id)).toHaveLength(1);
    await approvedAlone(late.listing);
    app.clock.now += 31 * DAY_MS;
    expect(await giveWelcomes(servicesNow())).toBe(0);
    await db.run(sql`update listings set state = 'paused' where id = ${late.listing.id}`);
  });

  it("waits for a seat, and lets a county that is full keep nobody else waiting", async () => {
    const [county, subject] = ["mh" as County, "la" as const];
    const ends = app.clock.now + 3 * DAY_MS;
    for (let n = 0; n < 12; n++) {
      await promote(app, await makeListing(app, await makeTeacher(app), { county, subject }), {
        endsTs: ends,
      });
    }
    const { teacher, listing } = await candidate({ county, subject });
    await approve(listing.id);
    expect(await ordersOf(listing.id)).toEqual([]);
    expect(await templates(teacher.email)).toEqual(["listing_approved"]);
    const elsewhere = await candidate({ county: "sj", subject });
    await approvedAlone(elsewhere.listing);
    expect(await giveWelcomes(servicesNow())).toBe(1);
    app.clock.now = ends;
    expect(await giveWelcomes(servicesNow())).toBe(1);
    expect(await promotionsOf(listing.id)).toMatchObject([{ startsTs: ends, endsTs: ends + 7 * DAY_MS }]);
  });

  it("comes after what was bought meanwhile", async () => {
    const { listing } = await candidate({ county: "tl" });
    await approvedAlone(listing);
    await promote(app, listing, { endsTs: app.clock.now + DAY_MS });
    expect(await giveWelcomes(servicesNow())).toBe(0);
    app.clock.now += DAY_MS;
    expect(await giveWelcomes(servicesNow())).toBe(1);
    expect(await db.select().from(promotions).where(eq(promotions.listingId, listing.id))).toHaveLength(2);
    expect(await db.select().from(orders).where(eq(orders.origin, "welcome"))).not.toEqual([]);
  });

  it("looks at a bounded part of what was submitted, and comes to all of it within days", async () => {
    const { now } = app.clock;
    const waiting = new Set<string>();
    // What other tests submitted all at once would stand before these.
    await db.run(sql`update listings set submitted_ts = null`);
    for (let n = 0; n < 12; n++) {
      const { listing } = await candidate({ county: "vl" });
      await approvedAlone(listing);
      await db.run(
        sql`update listings set submitted_ts = ${now - (n * 2 + 1) * DAY_MS} where id = ${listing.id}`,
      );
      waiting.add(listing.id);
    }
    for (let hour = 0; hour < 72; hour++) {
      const due = await db.all<{ id: string }>(dueGifts(now + hour * HOUR_MS, 3));
      expect(due.length).toBeLessThanOrEqual(3);
      for (const { id } of due) waiting.delete(id);
    }
    expect([...waiting]).toEqual([]);
  });

  it("finds submissions by their time and all else by an index, the owner's gift before anything", async () => {
    const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(dueGifts(app.clock.now, 3));
    const { results } = await app.bindings.DB.prepare(`explain query plan ${text}`)
      .bind(...params)
      .all<{ detail: string }>();
    const steps = results.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN)/.test(detail));
    expect(steps.filter((step) => step.startsWith("SCAN")).join()).not.toMatch(/listings|orders|audit|users/);
    const searched = steps.flatMap(
      (step) =>
        step
          .match(/^SEARCH (\w+).* (\w+) \(/)
          ?.slice(1)
          .join(" ") ?? [],
    );
    expect(searched.slice(0, 4)).toEqual([
      "listings listings_queue",
      "listings listings_queue",
      "listings KEY",
      "o orders_one_welcome",
    ]);
    expect(searched.slice(4).sort()).toEqual([
      "a audit_log_subject",
      "earlier listings_owner",
      "p promotions_listing",
      "u sqlite_autoindex_users_1",
    ]);
  });
});
