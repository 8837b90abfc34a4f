import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/shared/ids";
import type { ListingJson } from "@/shared/schemas/listing-json";
import { createTestApp, type TestApp } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, createUser } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { type Bearer, createBearer } from "../../helpers/storage-fixture";
import {
  COMPLETE_LISTING,
  countOwned,
  createApiClient,
  expectFieldErrors,
  expectProblem,
  expectSaved,
  getListing,
  insertPictures,
  LISTINGS_PATH,
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

describe("POST /api/listings", () => {
  it("creates a draft with only a subject, and ignores pictures", async () => {
    const { content } = await expectSaved(
      await request(bearer, "POST", LISTINGS_PATH, { subject: "m" }),
      201,
    );
    expect(content).toMatchObject({
      owner_id: teacher.id,
      state: "draft",
      subject: "m",
      title: "",
      county: null,
      point: null,
      price: null,
      price_per_hour: null,
      currency: "RON",
      images: [],
      published_ts: null,
      version: 1,
    });
    const seconds = Math.floor(app.clock.now / 1000);
    expect(content.created_ts).toEqual({ seconds, nanoseconds: 0 });
  });

  it("submits for review, or publishes at once for a trusted teacher", async () => {
    const first = await expectSaved(
      await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, submit: true }),
      201,
    );
    expect(first.content).toMatchObject({
      ...COMPLETE_LISTING,
      state: "pending",
      price_per_hour: 6000,
      version: 1,
    });
    await createListing(app, teacher, { subject: "p" });
    const second = { ...COMPLETE_LISTING, subject: "i", submit: true };
    const { content } = await expectSaved(await request(bearer, "POST", LISTINGS_PATH, second), 201);
    expect(content.state).toBe("published");
    expect(content.expires_ts?.seconds).toBe(Math.floor(app.clock.now / 1000) + 90 * 86_400);
    await expectConsistentIndex(app.clock.now);
  });

  it("ignores server-set fields, except an id that the client generated", async () => {
    const otherTeacher = await createTeacher(app);
    const json = {
      ...COMPLETE_LISTING,
      owner_id: otherTeacher.id,
      state: "published",
      version: 7,
      price_per_hour: 1,
    };
    const { content } = await expectSaved(await request(bearer, "POST", LISTINGS_PATH, json), 201);
    expect(content).toMatchObject({ owner_id: teacher.id, state: "draft", version: 1, price_per_hour: 6000 });

    const _id = newId();
    for (let n = 0; n < 2; n++) {
      const created = await expectSaved(
        await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, _id, subject: "p" }),
        201,
      );
      expect(created.content._id).toBe(_id);
    }
    expect(await countOwned(teacher)).toBe(2);
    const theirs = await createListing(app, otherTeacher);
    expect(
      (await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, _id: theirs.id })).status,
    ).toBe(404);
    expect(await getListing(theirs.id)).toEqual(theirs);
  });

  it("submits the caller's own draft of the same id and content, with its pictures", async () => {
    const _id = newId();
    await expectSaved(await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, _id }), 201);
    const [path] = await insertPictures(await getListing(_id), 1);
    const { content } = await expectSaved(
      await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, _id, submit: true }),
      201,
    );
    expect(content).toMatchObject({ state: "pending", images: [{ path }] });
    const otherInput = { ...COMPLETE_LISTING, _id, submit: true, title: "Un alt titlu, scris după aceea" };
    expect((await expectProblem(await request(bearer, "POST", LISTINGS_PATH, otherInput), 409)).title).toBe(
      "datastale",
    );
    expect(await countOwned(teacher)).toBe(1);
  });

  it("saves a draft for a teacher with an unverified email address, with `withheld`", async () => {
    const as = await createBearer(app, await createTeacher(app, { emailVerifiedTs: null }));
    const answer = await expectSaved(
      await request(as, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, submit: true }),
      201,
    );
    expect(answer.withheld).toBe("email_unverified");
    expect(answer.content.state).toBe("draft");
  });

  it("creates one listing for two calls with one Idempotency-Key", async () => {
    const key = { "idempotency-key": "one" };
    const first = await expectSaved(await request(bearer, "POST", LISTINGS_PATH, COMPLETE_LISTING, key), 201);
    const again = await request(bearer, "POST", LISTINGS_PATH, COMPLETE_LISTING, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await expectSaved(again, 201)).content._id).toBe(first.content._id);
    expect(await countOwned(teacher)).toBe(1);
  });

  it("returns 422 with an error for each invalid field", async () => {
    const invalid = { subject: "x", levels: [], price: 900, session_minutes: 55, county: "zz", submit: true };
    expect(await expectFieldErrors(await request(bearer, "POST", LISTINGS_PATH, invalid))).toEqual([
      "subject invalid_choice",
      "levels too_few",
      "title required",
      "description required",
      "county invalid_choice",
      "price price_range",
      "session_minutes invalid_choice",
      "locations location_or_online",
    ]);
    expect(
      await expectFieldErrors(
        await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, submit: "yes" }),
      ),
    ).toEqual(["submit invalid"]);
  });

  it.each([
    [{ latitude: 90.1, longitude: 0 }, "point.latitude too_big"],
    [{ latitude: 0, longitude: -180.5 }, "point.longitude too_small"],
    [{ latitude: "46", longitude: 0 }, "point.latitude invalid"],
    [{ longitude: 0 }, "point.latitude required"],
    ["46,23", "point invalid"],
  ])("returns 422 for the point %j", async (point, error) => {
    expect(
      await expectFieldErrors(await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, point })),
    ).toEqual([error]);
    expect(await countOwned(teacher)).toBe(0);
  });

  it("returns 401 for visitors, 403 for learners, 409 over the limit", async () => {
    expect((await request(null, "POST", LISTINGS_PATH, COMPLETE_LISTING)).status).toBe(401);
    const learner = await createBearer(app, await createUser(app));
    expect(
      (await expectProblem(await request(learner, "POST", LISTINGS_PATH, COMPLETE_LISTING), 403)).title,
    ).toBe("teachers_only");
    await createListing(app, teacher, { county: "cj", subject: "m" });
    const duplicate = await request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, submit: true });
    expect(await expectProblem(duplicate, 409)).toMatchObject({
      title: "limit_reached",
      limit: "duplicate",
      detail: expect.stringContaining("for this subject") as string,
    });
    expect(await countOwned(teacher)).toBe(1);
  });
});

describe("GET /api/listings/{id}", () => {
  const point = { latitude: 46.7581234, longitude: 23.5678912 };

  it("shows a published listing to everyone: point rounded, no contact data of the teacher", async () => {
    const listing = await createListing(app, teacher, { ...point, stateNote: "doar între noi" });
    const otherTeacher = await createBearer(app, await createTeacher(app));
    for (const as of [null, otherTeacher]) {
      const answer = await request(as, "GET", toApiPath(listing));
      const text = await answer.clone().text();
      for (const secret of ["46.758", "23.567", "+4071", teacher.email, "doar între noi"]) {
        expect(text).not.toContain(secret);
      }
      const { content } = (await answer.json()) as { content: ListingJson };
      expect(content.point).toEqual({ latitude: 46.76, longitude: 23.57 });
      expect(content).not.toHaveProperty("proposed");
      expect(content).toMatchObject({ _id: listing.id, owner_id: teacher.id, state: "published" });
    }
  });

  it("shows the teacher's picture and rating, the average from three reviews", async () => {
    const rated = await createTeacher(app, {
      profilePicture: "webp",
      pictureTs: 17,
      reviewCount: 4,
      ratingSum: 19,
    });
    const few = await createTeacher(app, { reviewCount: 2, ratingSum: 10 });
    const read = async (owner: { id: string }) => {
      const answer = await request(null, "GET", toApiPath(await createListing(app, owner)));
      return ((await answer.json()) as { content: ListingJson }).content;
    };
    expect(await read(rated)).toMatchObject({
      rating: { average: 4.8, count: 4 },
      owner: { profile_picture_url: `/images/profile-pictures/${rated.id}.webp?v=17`, languages: ["ro"] },
    });
    expect(await read(few)).toMatchObject({
      rating: { average: null, count: 2 },
      owner: { profile_picture_url: null },
    });
  });

  it.each(["draft", "pending", "rejected", "paused", "suspended"] as const)(
    "shows a %s listing only to its owner and to admins",
    async (state) => {
      const listing = await createListing(app, teacher, { ...point, state });
      const admin = await createBearer(app, await createAdmin(app));
      for (const as of [bearer, admin]) {
        const { content } = await expectSaved(await request(as, "GET", toApiPath(listing)));
        expect(content).toMatchObject({ state, point, proposed: null });
      }
      const otherTeacher = await createBearer(app, await createTeacher(app));
      for (const as of [null, otherTeacher])
        expect((await request(as, "GET", toApiPath(listing))).status).toBe(404);
    },
  );

  it("returns 404 for an expired or deleted listing, one of a disabled owner, and a malformed id", async () => {
    const expired = await createListing(app, teacher, { expiresTs: app.clock.now });
    expect((await request(null, "GET", toApiPath(expired))).status).toBe(404);
    expect((await expectSaved(await request(bearer, "GET", toApiPath(expired)))).content.state).toBe(
      "expired",
    );
    const disabled = await createTeacher(app, { disabledTs: app.clock.now });
    expect((await request(null, "GET", toApiPath(await createListing(app, disabled)))).status).toBe(404);
    const deleted = await createListing(app, teacher, { subject: "p", state: "deleted" });
    for (const as of [null, bearer]) expect((await request(as, "GET", toApiPath(deleted))).status).toBe(404);
    expect((await request(null, "GET", `${LISTINGS_PATH}/Nope`)).status).toBe(404);
  });
});
