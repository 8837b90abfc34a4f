import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listings } from "@/db/schema";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { type Bearer, createBearer } from "../../helpers/storage-fixture";
import {
  createApiClient,
  expectFieldErrors,
  expectProblem,
  expectSaved,
  getListing,
  type Teacher,
  toApiPath,
} from "./listing-api";

let app: TestApp;
let teacher: Teacher;
let bearer: Bearer;
let request: ReturnType<typeof createApiClient>;

beforeEach(async () => {
  app = createTestApp();
  request = createApiClient(app);
  teacher = await createTeacher(app);
  bearer = await createBearer(app, teacher);
});

describe("POST /api/listings/{id}/{action}", () => {
  it("pauses, resumes and renews, and returns the listing", async () => {
    const listing = await createListing(app, teacher, { expiresTs: app.clock.now + 1000 });
    const act = async (action: string) =>
      (await expectSaved(await request(bearer, "POST", `${toApiPath(listing)}/${action}`))).content;
    expect(await act("pause")).toMatchObject({ state: "paused", version: 2 });
    expect((await request(null, "GET", toApiPath(listing))).status).toBe(404);
    expect(await act("resume")).toMatchObject({ state: "published", version: 3 });
    const renewed = await act("renew");
    expect(renewed.expires_ts?.seconds).toBe(Math.floor(app.clock.now / 1000) + 90 * 86_400);
    await expectConsistentIndex(app.clock.now);
  });

  it("submits a draft, or returns 422 with its missing fields", async () => {
    const draft = await createListing(app, teacher, { state: "draft", publishedTs: null, price: null });
    expect(await expectFieldErrors(await request(bearer, "POST", `${toApiPath(draft)}/submit`))).toEqual([
      "price required",
    ]);
    await db.update(listings).set({ price: 9000 }).where(eq(listings.id, draft.id));
    const { content } = await expectSaved(await request(bearer, "POST", `${toApiPath(draft)}/submit`));
    expect(content.state).toBe("pending");
  });

  it.each([
    ["submit", "published"],
    ["submit", "rejected"],
    ["pause", "draft"],
    ["pause", "suspended"],
    ["resume", "published"],
    ["resume", "pending"],
    ["renew", "draft"],
    ["renew", "suspended"],
  ] as const)("returns 409 for %s of a %s listing", async (action, state) => {
    const listing = await createListing(app, teacher, { state });
    const { title } = await expectProblem(
      await request(bearer, "POST", `${toApiPath(listing)}/${action}`),
      409,
    );
    expect(title).toBe("wrong_state");
    expect(await getListing(listing.id)).toEqual(listing);
  });
});
