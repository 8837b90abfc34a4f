import { beforeEach, describe, expect, it } from "vitest";
import { defineLimit, hasHitsLeftSql, hitLimit } from "@/db/rate-limits";
import { settings } from "@/db/schema";
import { DEFAULT_LIMITS, LIMITS_PATH } from "@/shared/default-limits";
import { bearer, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const NOW = Date.UTC(2026, 10, 20, 9);
const LIMIT = defineLimit("contact");
let key = 0;

beforeEach(async () => {
  key += 1;
  await db.delete(settings);
});

/** The stored document, valid or not. */
const storeLimits = (value: unknown) =>
  db
    .insert(settings)
    .values({ path: LIMITS_PATH, value, version: 1, updatedTs: 0 })
    .onConflictDoUpdate({ target: settings.path, set: { value } });

/** Calls until the limit refuses. Returns how many calls were allowed. */
async function countAllowedCalls(max: number, now = NOW): Promise<number> {
  for (let hits = 0; hits <= max; hits++) {
    if (!(await hitLimit(db, LIMIT, String(key), now)).allowed) return hits;
  }
  return Number.POSITIVE_INFINITY;
}

describe("a limit changed in settings", () => {
  it("applies to the next call, higher or lower, and returns to its default when removed", async () => {
    await storeLimits({ contact: { max: 2, window_s: 3600 } });
    expect(await countAllowedCalls(3)).toBe(2);
    await storeLimits({ contact: { max: 5, window_s: 3600 } });
    expect((await hitLimit(db, LIMIT, String(key), NOW)).allowed).toBe(true);
    expect((await hitLimit(db, LIMIT, String(key), NOW)).allowed).toBe(true);
    expect((await hitLimit(db, LIMIT, String(key), NOW)).allowed).toBe(false);
    await storeLimits({ sign_in: { max: 1, window_s: 60 } });
    expect((await hitLimit(db, LIMIT, String(key), NOW)).allowed).toBe(true);
  });

  it("uses the window of the document, and returns when it ends", async () => {
    await storeLimits({ contact: { max: 1, window_s: 120 } });
    await hitLimit(db, LIMIT, String(key), NOW);
    expect(await hitLimit(db, LIMIT, String(key), NOW + 60_000)).toEqual({ allowed: false, retryAfter: 60 });
    expect((await hitLimit(db, LIMIT, String(key), NOW + 120_000)).allowed).toBe(true);
  });

  it("also applies to limits checked inside a SQL statement", async () => {
    await hitLimit(db, LIMIT, String(key), NOW);
    const isAllowed = async (now: number) => {
      const [row] = await db
        .select({ left: hasHitsLeftSql([[LIMIT, String(key)]], now).mapWith(Boolean) })
        .from(settings);
      return row?.left;
    };
    await storeLimits({ contact: { max: 1, window_s: 120 } });
    expect([await isAllowed(NOW), await isAllowed(NOW + 120_000)]).toEqual([false, true]);
    await storeLimits({ contact: { max: 2, window_s: 120 } });
    expect(await isAllowed(NOW)).toBe(true);
  });

  it.each([
    { max: 0, window_s: 3600 },
    { max: -1, window_s: 3600 },
    { max: 1_000_000_000, window_s: 3600 },
    { max: "2", window_s: 3600 },
    { max: 2.5, window_s: 3600 },
    { max: null },
    [],
    "none",
  ])("uses the default when the stored value %j is invalid", async (terms) => {
    await storeLimits({ contact: terms });
    expect(await countAllowedCalls(DEFAULT_LIMITS.contact.max + 1)).toBe(DEFAULT_LIMITS.contact.max);
  });
});

it("limits of API calls POST /api/listings/{id}/submit returns 409 with the limit, and 200 once it is raised", async () => {
  const teacher = await createTeacher();
  const { token } = await signInByEmail(teacher.email);
  await createListing(teacher, { county: "cj", subject: "m" });
  const draft = await createListing(teacher, { county: "ab", subject: "m", state: "draft" });
  const submit = () => app.post(`/api/listings/${draft.id}/submit`, bearer(token));
  await storeLimits({ listings_active: { max: 1 } });
  const refused = await expectStatus(submit(), 409);
  expect(await refused.json()).toMatchObject({ title: "limit_reached", limit: "active" });
  await storeLimits({ listings_active: { max: 2 }, listing_submissions: { max: 1, window_s: 86_400 } });
  await expectStatus(submit(), 200);
  const second = await createListing(teacher, { county: "bh", subject: "m", state: "draft" });
  await storeLimits({ listing_submissions: { max: 1, window_s: 86_400 } });
  const daily = await app.post(`/api/listings/${second.id}/submit`, bearer(token));
  expect(await daily.json()).toMatchObject({ title: "limit_reached", limit: "daily" });
});
