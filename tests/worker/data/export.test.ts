import { beforeEach, describe, expect, it, vi } from "vitest";

import { limitCounters, posts, testimonials } from "@/db/schema";

import { newId } from "@/shared/ids";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectStatus, resetApp } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, createUser } from "../../helpers/factories";
import { intercept } from "../../helpers/intercept";

type Rows = Record<string, Record<string, unknown>>;
beforeEach(async () => {
  await db.delete(limitCounters);
});

const getRows = async (path: string) => (await (await app.get(path)).json()) as Rows;
const LISTINGS = "/data/listings.json?format=export";
const ORDERS = "/data/orders.json?format=export";

/** More listings than a page of the export holds. */
async function createManyListings(): Promise<void> {
  const teacher = await createTeacher();
  const { num } = await createListing(teacher, { title: "Cea din care se fac toate" });
  await app.bindings.DB.prepare(
    `insert or ignore into listings (id, owner_id, title, description, subject, levels, locations, online, county, neighbourhood,
       price, session_minutes, price_per_hour, state, state_note, created_ts, updated_ts, published_ts, expires_ts, version)
     select printf('%08x-0000-4000-8000-000000000000', value), owner_id, title, description, subject, levels, locations,
       online, county, neighbourhood, price, session_minutes, price_per_hour, state, state_note, created_ts, updated_ts,
       published_ts, expires_ts, version
     from listings, (with recursive n(value) as (select 1 union all select value + 1 from n where value < 1200)
       select value from n) where num = ?`,
  )
    .bind(num)
    .run();
}

describe("GET /data/listings.json", () => {
  it("returns all public listings and no others, by id, in the format of the listing API", async () => {
    const teacher = await createTeacher();
    const closed = await createTeacher({ disabledTs: 1 });
    const seen = [await createListing(teacher), await createListing(teacher)];
    const unseen = [
      await createListing(teacher, { state: "draft" }),
      await createListing(teacher, { expiresTs: app.clock.now }),
      await createListing(closed),
    ];
    const rows = await getRows(LISTINGS);
    for (const { id } of seen) {
      const { content } = (await (await app.get(`/api/listings/${id}`)).json()) as { content: unknown };
      expect(rows[id]).toEqual(content);
      expect(await getRows(`/data/listings/${id}.json?format=export`)).toEqual(content);
    }
    for (const { id } of unseen) {
      expect(rows[id]).toBeUndefined();
      await expectStatus(app.get(`/data/listings/${id}.json?format=export`), 404);
    }
  });

  it("returns more listings than a page holds, each once", async () => {
    await createManyListings();
    const answer = await app.get(LISTINGS);
    const text = await answer.text();
    expect(Object.keys(JSON.parse(text) as Rows).length).toBeGreaterThan(1200);
    expect(text.match(/"[0-9a-f]{8}-0000-4000-8000-000000000000":/g)).toHaveLength(1200);
  });

  it("aborts the response when the database fails, so that it is not taken for complete", async () => {
    await createManyListings();
    resetApp();
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    let reads = 0;
    intercept(app, "DB", "prepare", (prepare, ...args) => {
      if (/order by "listings"."num"/.test(String(args[0])) && ++reads === 2) throw new Error("away");
      return prepare(...args);
    });
    const answer = await expectStatus(app.get(LISTINGS), 200);
    await expect(answer.text()).rejects.toThrow();
    expect(error.mock.calls.flat().join()).toContain("data_export_broken");
    error.mockRestore();
  });

  it("is cached for a minute, unless a token was sent", async () => {
    const fresh = await app.get(LISTINGS);
    expect(fresh.headers.get("cache-control")).toBe("public, max-age=60");
    await fresh.text();
    const token = await createAccessToken(await createUser());
    for (const answer of [
      await app.get(`${LISTINGS}&auth=${token}`),
      await app.get(LISTINGS, bearer(token)),
    ]) {
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      await answer.text();
    }
  });

  it("returns 400 unknown_format without export, 429 with Retry-After for the sixty-first in an hour", async () => {
    for (const path of [
      "/data/listings.json",
      "/data/listings.json?format=csv",
      "/data/listings.json?format=",
    ]) {
      const answer = await app.get(path);
      expect([answer.status, ((await answer.json()) as { title: string }).title]).toEqual([
        400,
        "unknown_format",
      ]);
    }
    await getRows(LISTINGS);
    await db.update(limitCounters).set({ hits: 60 });
    const answer = await app.get(LISTINGS);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3600"]);
  });
});

it("GET /data/blog.json and /data/testimonials.json returns everything published, and nothing else", async () => {
  const author = await createAdmin();
  const post = (overrides: Partial<typeof posts.$inferInsert>) => ({
    id: newId(),
    locale: "ro" as const,
    slug: newId(),
    title: "Titlu",
    excerpt: "",
    body: "Text",
    authorId: author.id,
    publishTs: app.clock.now - 1,
    createdTs: 0,
    updatedTs: 0,
    version: 1,
    ...overrides,
  });
  const out = Array.from({ length: 30 }, (_, n) =>
    post({ publishTs: 1000 + n, locale: n % 2 ? "en" : "ro" }),
  );
  const hidden = [post({ publishTs: null }), post({ publishTs: app.clock.now + 1 })];
  for (const row of [...out, ...hidden]) await db.insert(posts).values(row);
  const rows = await getRows("/data/blog.json?format=export");
  for (const { id } of out) expect(rows[id]).toMatchObject({ _id: id, state: "published" });
  for (const { id } of hidden) expect(rows[id]).toBeUndefined();

  const testimonial = (state: "published" | "pending") => ({
    id: newId(),
    userId: author.id,
    text: "Mulțumesc",
    name: "Ana",
    role: "",
    locale: "ro" as const,
    state,
    consentTs: 1,
    createdTs: 1,
  });
  const [published, waiting] = [testimonial("published"), testimonial("pending")];
  await db.insert(testimonials).values([published, waiting]);
  const testimonialRows = await getRows("/data/testimonials.json?format=export");
  expect(testimonialRows[published.id]).toMatchObject({ _id: published.id, text: "Mulțumesc" });
  expect(testimonialRows[waiting.id]).toBeUndefined();
  expect(JSON.stringify(testimonialRows)).not.toContain(author.id);
});

it("GET /data/orders.json returns 401 permission_denied without a valid token, 403 for users who are not admins, 200 for an admin", async () => {
  const refused = [ORDERS, `${ORDERS}&auth=spoiled`, `${ORDERS}&auth=`];
  for (const path of refused) {
    const answer = await app.get(path);
    expect([answer.status, ((await answer.json()) as { title: string }).title]).toEqual([
      401,
      "permission_denied",
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  const teacher = await createAccessToken(await createTeacher());
  const otherAnswer = await app.get(ORDERS, bearer(teacher));
  expect([otherAnswer.status, ((await otherAnswer.json()) as { title: string }).title]).toEqual([
    403,
    "admins_only",
  ]);
  const admin = await createAccessToken(await createAdmin());
  for (const answer of [
    await app.get(ORDERS, bearer(admin)),
    await app.get(`${ORDERS}&auth=${admin}&app_check=x`),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await answer.json()).toEqual({});
  }
});

it("token in a URL works under /data only, and is not logged", async () => {
  const token = await createAccessToken(await createAdmin());
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  const warn = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(String(line)));
  const query = `?format=export&auth=${token}&app_check=checked`;
  await expectStatus(app.get(`/data/orders.json${query}`), 200);
  await expectStatus(app.get(`/data/nothing.json${query}`), 404);
  await expectStatus(app.get(`/api/orders${query}`), 401);
  await expectStatus(app.get(`/profile${query}`), 302);
  log.mockRestore();
  warn.mockRestore();
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join()).not.toContain(token);
  expect(lines.join()).not.toContain("checked");
});
