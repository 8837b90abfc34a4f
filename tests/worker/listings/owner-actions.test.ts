import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Bindings } from "@/env";
import { sweepExpiredListings } from "@/features/listings";
import type { StoredListingState } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { bindings, createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { createListing, createTeacher, createUser, findListing, signIn } from "../../helpers/factories";
import { expectText } from "../../helpers/listing-form";
import { promote } from "../../helpers/promote";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;

let app: TestApp;
let teacher: Awaited<ReturnType<typeof createTeacher>>;
let jar: Jar;

beforeEach(async () => {
  app = createTestApp();
  teacher = await createTeacher(app);
  jar = await signIn(app, teacher);
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, count) => total + count, 0);
const act = (id: string, action: string, as = jar) => app.post(`/tutoring/${id}/${action}`, { form: {}, as });

type TestedState = StoredListingState | "expired" | "paused_expired";
const ROWS_BY_STATE: Record<TestedState, object> = {
  draft: { state: "draft", publishedTs: null, expiresTs: null },
  pending: { state: "pending", publishedTs: null, expiresTs: null },
  rejected: { state: "rejected", stateReasons: ["unclear"] },
  published: {},
  expired: { expiresTs: Date.UTC(2026, 10, 20, 9, 0, 0) },
  paused: { state: "paused" },
  paused_expired: { state: "paused", expiresTs: Date.UTC(2026, 10, 20, 8, 0, 0) },
  suspended: { state: "suspended", stateReasons: ["unsafe"] },
  deleted: { state: "deleted", deletedTs: 1 },
};

describe("confirmations on /profile/listings and the owner's listing page", () => {
  it("say what happens to a promotion before a pause or deletion", async () => {
    const listing = await createListing(app, teacher);
    await promote(app, listing);
    for (const path of ["/profile/listings", `/tutoring/${listing.id}`]) {
      const page = await (await app.get(path, { as: jar })).text();
      for (const [action, text] of [
        [
          "pause",
          "ends on Nov 27, 2026. Its days continue to count during the pause. Days that pass are neither refunded",
        ],
        ["delete", "ends on Nov 27, 2026. It ends with the listing. Deleting does not refund"],
      ] as const) {
        const form = page.match(
          new RegExp(`<details[^>]*>(?:(?!</details>).)*/${action}".*?</details>`, "s"),
        );
        expect(form?.[0]).toContain(text);
        expect(form?.[0]).toContain('href="/profile/promotions"');
      }
    }
  });

  it("leave a pause without a promotion at one click", async () => {
    await createListing(app, teacher);
    const page = await (await app.get("/profile/listings", { as: jar })).text();
    expect(page.match(/<details class="confirm"/g)).toHaveLength(1);
    expect(page).not.toContain("promotion that ends");
  });
});

/**
 * The database, recording in `written` how many rows each statement of a batch writes. Actions write only in batches.
 */
function countingBatches(database: D1Database, rowsWritten: number[]): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== "batch") {
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        rowsWritten.push(...results.map(({ meta }) => meta.rows_written));
        return results;
      };
    },
  });
}

/** The outcome of each action by state: the next state or the status. A first listing goes to review. */
const OUTCOMES: Record<TestedState, Record<string, string>> = {
  draft: { submit: "pending", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  pending: { submit: "409", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  rejected: { submit: "409", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  published: { submit: "409", pause: "paused", resume: "409", renew: "published", delete: "deleted" },
  expired: { submit: "409", pause: "409", resume: "409", renew: "published", delete: "deleted" },
  paused: { submit: "409", pause: "409", resume: "published", renew: "paused", delete: "deleted" },
  paused_expired: { submit: "409", pause: "409", resume: "409", renew: "paused", delete: "deleted" },
  suspended: { submit: "409", pause: "409", resume: "409", renew: "409", delete: "deleted" },
  deleted: { submit: "410", pause: "410", resume: "410", renew: "410", delete: "410" },
};

describe("POST /tutoring/{id}/{action}", () => {
  const cases = Object.entries(OUTCOMES).flatMap(([state, row]) =>
    Object.entries(row).map(([action, outcome]) => [action, state as TestedState, outcome] as const),
  );
  it.each(cases)("%s of a %s listing: %s", async (action, state, outcome) => {
    const listing = await createListing(app, teacher, ROWS_BY_STATE[state]);
    const answer = await act(listing.id, action);
    const after = await findListing(listing.id);
    if (/^\d+$/.test(outcome)) {
      expect(answer.status).toBe(Number(outcome));
      expect(after).toEqual(await findListing(listing.id));
      expect(after?.version).toBe(listing.version);
    } else {
      expect(answer.status).toBe(303);
      expect(after?.state).toBe(outcome);
      expect(after?.version).toBe(listing.version + 1);
    }
    await answer.text();
    await expectConsistentIndex(app.clock.now);
  });

  it("returns 409 with the user's listings and a message in the wrong state", async () => {
    const listing = await createListing(app, teacher, ROWS_BY_STATE.pending);
    const answer = await act(listing.id, "pause");
    const html = await answer.text();
    expectText(html, "This is not possible with the listing’s current status.");
    expectText(html, listing.title);
  });

  it("returns 404 for another user's listing and for malformed ids, 401 when signed out", async () => {
    const theirs = await createListing(app, await createTeacher(app));
    const learner = await signIn(app, await createUser(app));
    for (const action of ["submit", "pause", "resume", "renew", "delete"]) {
      expect((await act(theirs.id, action)).status).toBe(404);
      const path = `/tutoring/${theirs.id}/${action}`;
      expect((await app.post(path, { form: {}, as: learner })).status, `${action} by a learner`).toBe(404);
      expect((await act(newId(), action)).status).toBe(404);
      expect((await act("no-id", action)).status).toBe(404);
      expect((await app.post(`/tutoring/${theirs.id}/${action}`, { form: {} })).status).toBe(401);
    }
    expect((await findListing(theirs.id))?.version).toBe(1);
  });

  it.each(["pause", "resume", "renew", "delete"])(
    "%s of another user's listing writes no row",
    async (action) => {
      const theirs = await createListing(
        app,
        await createTeacher(app),
        action === "resume" ? { state: "paused" } : {},
      );
      const rowsWritten: number[] = [];
      const DB = countingBatches(bindings.DB, rowsWritten);
      const counting = createTestApp({ DB } as unknown as Partial<Record<keyof Bindings, string>>);
      expect((await counting.post(`/tutoring/${theirs.id}/${action}`, { form: {}, as: jar })).status).toBe(
        404,
      );
      expect(sum(rowsWritten)).toBe(0);
      await expectConsistentIndex(app.clock.now);

      const ownListing = await createListing(app, teacher, action === "resume" ? { state: "paused" } : {});
      await counting.post(`/tutoring/${ownListing.id}/${action}`, { form: {}, as: jar });
      expect(sum(rowsWritten), "written rows are counted").toBeGreaterThan(0);
    },
  );

  it("submit publishes at once for a trusted owner, or returns 422 with the missing fields", async () => {
    await createListing(app, teacher, { subject: "p", county: "b" });
    const complete = await createListing(app, teacher, ROWS_BY_STATE.draft);
    const answer = await act(complete.id, "submit");
    expect(answer.headers.get("location")).toMatch(/^\/profile\/listings\?done=published&id=/);
    expect((await findListing(complete.id))?.publishedTs).toBe(app.clock.now);

    const incomplete = await createListing(app, teacher, { ...ROWS_BY_STATE.draft, county: null, title: "" });
    const refused = await act(incomplete.id, "submit");
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expectText(html, 'id="field-title-error"');
    expectText(html, `action="/tutoring/${incomplete.id}/edit"`);
    await expectConsistentIndex(app.clock.now);
  });

  it("renew sets the expiry in ninety days, but not before a promotion ends", async () => {
    const listing = await createListing(app, teacher, { expiresTs: app.clock.now + DAY_MS });
    await act(listing.id, "renew");
    expect(await findListing(listing.id)).toMatchObject({
      expiresTs: app.clock.now + 90 * DAY_MS,
      renewedTs: app.clock.now,
      publishedTs: listing.publishedTs,
    });
    const endsTs = app.clock.now + 200 * DAY_MS;
    await promote(app, listing, { endsTs });
    await act(listing.id, "renew");
    expect((await findListing(listing.id))?.expiresTs).toBe(endsTs);
  });

  it("renew of an expired listing respects the limits of active listings", async () => {
    const expired = await createListing(app, teacher, ROWS_BY_STATE.expired);
    await createListing(app, teacher, {});
    const answer = await act(expired.id, "renew");
    expect(answer.status).toBe(409);
    expectText(await answer.text(), "already have an active listing for this subject");
  });
});

describe("job sweep-expired-listings", () => {
  it("removes expired listings and their text from the search index", async () => {
    await createListing(app, teacher, { subject: "p" });
    await createListing(app, await createTeacher(app), { expiresTs: app.clock.now + 1000 });
    const later = app.clock.now + 2000;
    const ctx = servicesAt(later);
    expect(await sweepExpiredListings(ctx)).toBeGreaterThan(0);
    expect(await sweepExpiredListings(ctx)).toBe(0);
    await expectConsistentIndex(later);
    const [indexed] = await db.all<{ n: number }>(sql`select count(*) as n from listings_fts`);
    const [visible] = await db.all<{ n: number }>(
      sql`select count(*) as n from listings where state = 'published' and expires_ts > ${later}`,
    );
    expect(indexed?.n).toBe(visible?.n);
  });
});
