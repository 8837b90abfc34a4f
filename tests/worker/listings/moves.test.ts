import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listings } from "@/db/schema";
import type { Bindings } from "@/env";
import { sweepExpiredListings } from "@/features/listings";
import type { StoredListingState } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { bindings, createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { makeListing, makeTeacher, makeUser, signedIn } from "../../helpers/factories";
import { shows } from "../../helpers/listing-form";
import { makeOrder, makePromotion } from "../../helpers/orders";
import { expectIndexInStep } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;

let app: TestApp;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let jar: Jar;

beforeEach(async () => {
  app = createTestApp();
  teacher = await makeTeacher(app);
  jar = await signedIn(app, teacher);
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const stored = async (id: string) => (await db.select().from(listings).where(eq(listings.id, id)))[0];
const act = (id: string, move: string, as = jar) => app.post(`/tutoring/${id}/${move}`, { form: {}, as });

type Situation = StoredListingState | "expired" | "paused_overtime";
const SITUATIONS: Record<Situation, object> = {
  draft: { state: "draft", publishedTs: null, expiresTs: null },
  pending: { state: "pending", publishedTs: null, expiresTs: null },
  rejected: { state: "rejected", stateReason: "unclear" },
  published: {},
  expired: { expiresTs: Date.UTC(2026, 10, 20, 9, 0, 0) },
  paused: { state: "paused" },
  paused_overtime: { state: "paused", expiresTs: Date.UTC(2026, 10, 20, 8, 0, 0) },
  suspended: { state: "suspended", stateReason: "unsafe" },
  deleted: { state: "deleted", deletedTs: 1 },
};

/** The database, recording the rows that each statement of a batch writes. Transitions write only in batches. */
function countingBatches(database: D1Database, written: number[]): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== "batch") {
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        written.push(...results.map(({ meta }) => meta.rows_written));
        return results;
      };
    },
  });
}

/** The response and target of each transition from each state. A first listing goes to review. */
const TABLE: Record<Situation, Record<string, string>> = {
  draft: { submit: "pending", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  pending: { submit: "409", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  rejected: { submit: "409", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  published: { submit: "409", pause: "paused", resume: "409", renew: "published", delete: "deleted" },
  expired: { submit: "409", pause: "409", resume: "409", renew: "published", delete: "deleted" },
  paused: { submit: "409", pause: "409", resume: "published", renew: "paused", delete: "deleted" },
  paused_overtime: { submit: "409", pause: "409", resume: "409", renew: "paused", delete: "deleted" },
  suspended: { submit: "409", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  deleted: { submit: "410", pause: "410", resume: "410", renew: "410", delete: "410" },
};

describe("POST /tutoring/{id}/{move}", () => {
  const cases = Object.entries(TABLE).flatMap(([from, row]) =>
    Object.entries(row).map(([move, outcome]) => [move, from as Situation, outcome] as const),
  );
  it.each(cases)("%s from %s returns %s", async (move, from, outcome) => {
    const listing = await makeListing(app, teacher, SITUATIONS[from]);
    const answer = await act(listing.id, move);
    const after = await stored(listing.id);
    if (/^\d+$/.test(outcome)) {
      expect(answer.status).toBe(Number(outcome));
      expect(after).toEqual(await stored(listing.id));
      expect(after?.version).toBe(listing.version);
    } else {
      expect(answer.status).toBe(303);
      expect(after?.state).toBe(outcome);
      expect(after?.version).toBe(listing.version + 1);
    }
    await answer.text();
    await expectIndexInStep(app.clock.now);
  });

  it("explains on the user's listings page why the state does not allow it", async () => {
    const listing = await makeListing(app, teacher, SITUATIONS.pending);
    const answer = await act(listing.id, "pause");
    const html = await answer.text();
    shows(html, "This is not possible with the listing’s current status.");
    shows(html, listing.title);
  });

  it("returns 404 for another user's listing and for malformed ids, 401 when signed out", async () => {
    const theirs = await makeListing(app, await makeTeacher(app));
    const learner = await signedIn(app, await makeUser(app));
    for (const move of ["submit", "pause", "resume", "renew", "delete"]) {
      expect((await act(theirs.id, move)).status).toBe(404);
      const path = `/tutoring/${theirs.id}/${move}`;
      expect((await app.post(path, { form: {}, as: learner })).status, `${move} by a learner`).toBe(404);
      expect((await act(newId(), move)).status).toBe(404);
      expect((await act("no-id", move)).status).toBe(404);
      expect((await app.post(`/tutoring/${theirs.id}/${move}`, { form: {} })).status).toBe(401);
    }
    expect((await stored(theirs.id))?.version).toBe(1);
  });

  it.each(["pause", "resume", "renew", "delete"])(
    "%s of another user's listing writes no row",
    async (move) => {
      const theirs = await makeListing(
        app,
        await makeTeacher(app),
        move === "resume" ? { state: "paused" } : {},
      );
      const written: number[] = [];
      const DB = countingBatches(bindings.DB, written);
      const counting = createTestApp({ DB } as unknown as Partial<Record<keyof Bindings, string>>);
      expect((await counting.post(`/tutoring/${theirs.id}/${move}`, { form: {}, as: jar })).status).toBe(404);
      expect(sum(written)).toBe(0);
      await expectIndexInStep(app.clock.now);

      const own = await makeListing(app, teacher, move === "resume" ? { state: "paused" } : {});
      await counting.post(`/tutoring/${own.id}/${move}`, { form: {}, as: jar });
      expect(sum(written), "the count sees what is written").toBeGreaterThan(0);
    },
  );

  it("submit publishes immediately for a trusted owner; 422 lists what a draft lacks", async () => {
    await makeListing(app, teacher, { subject: "p", county: "b" });
    const whole = await makeListing(app, teacher, SITUATIONS.draft);
    const answer = await act(whole.id, "submit");
    expect(answer.headers.get("location")).toMatch(/^\/profile\/listings\?done=published&id=/);
    expect((await stored(whole.id))?.publishedTs).toBe(app.clock.now);

    const part = await makeListing(app, teacher, { ...SITUATIONS.draft, county: null, title: "" });
    const refused = await act(part.id, "submit");
    expect(refused.status).toBe(422);
    const html = await refused.text();
    shows(html, 'id="field-title-error"');
    shows(html, `action="/tutoring/${part.id}/edit"`);
    await expectIndexInStep(app.clock.now);
  });

  it("renew adds ninety days, and never ends before a paid promotion", async () => {
    const listing = await makeListing(app, teacher, { expiresTs: app.clock.now + DAY_MS });
    await act(listing.id, "renew");
    expect(await stored(listing.id)).toMatchObject({
      expiresTs: app.clock.now + 90 * DAY_MS,
      renewedTs: app.clock.now,
      publishedTs: listing.publishedTs,
    });
    const endsTs = app.clock.now + 200 * DAY_MS;
    await promote(listing.id, endsTs);
    await act(listing.id, "renew");
    expect((await stored(listing.id))?.expiresTs).toBe(endsTs);
  });

  it("renew of an expired listing respects the limits of active listings", async () => {
    const expired = await makeListing(app, teacher, SITUATIONS.expired);
    await makeListing(app, teacher, {});
    const answer = await act(expired.id, "renew");
    expect(answer.status).toBe(409);
    shows(await answer.text(), "already have an active listing for this subject");
  });

  async function promote(listingId: string, endsTs: number) {
    const order = await makeOrder(app, { listingId, buyerId: teacher.id });
    await makePromotion(app, order, { endsTs });
  }
});

describe("job sweep-expired", () => {
  it("removes expired listings and their text from the search index", async () => {
    await makeListing(app, teacher, { subject: "p" });
    await makeListing(app, await makeTeacher(app), { expiresTs: app.clock.now + 1000 });
    const later = app.clock.now + 2000;
    const ctx = servicesAt(later);
    expect(await sweepExpiredListings(ctx)).toBeGreaterThan(0);
    expect(await sweepExpiredListings(ctx)).toBe(0);
    await expectIndexInStep(later);
    const [words] = await db.all<{ n: number }>(sql`select count(*) as n from listings_fts`);
    const [visible] = await db.all<{ n: number }>(
      sql`select count(*) as n from listings where state = 'published' and expires_ts > ${later}`,
    );
    expect(words?.n).toBe(visible?.n);
  });
});
