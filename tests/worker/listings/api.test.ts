import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/shared/ids";
import type { ListingJson } from "@/shared/schemas/listing-json";
import { app, expectNoText, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { type Bearer, createBearer } from "../../helpers/storage-fixture";
import {
  COMPLETE_LISTING,
  countOwned,
  createApiClient,
  expectProblem,
  expectSaved,
  getListing,
  insertPictures,
  LISTINGS_PATH,
  type Teacher,
  toApiPath,
} from "./listing-api";

let teacher: Teacher;
let bearer: Bearer;
let request: ReturnType<typeof createApiClient>;

beforeEach(async () => {
  request = createApiClient();
  teacher = await createTeacher();
  bearer = await createBearer(teacher);
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

  it("ignores server-set fields, except an id that the client generated", async () => {
    const otherTeacher = await createTeacher();
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
    const theirs = await createListing(otherTeacher);
    await expectStatus(request(bearer, "POST", LISTINGS_PATH, { ...COMPLETE_LISTING, _id: theirs.id }), 404);
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
});

describe("GET /api/listings/{id}", () => {
  const point = { latitude: 46.7581234, longitude: 23.5678912 };

  it("shows a published listing to everyone: point rounded, no contact data of the teacher", async () => {
    const listing = await createListing(teacher, { ...point, stateNote: "doar între noi" });
    const otherTeacher = await createBearer(await createTeacher());
    for (const as of [null, otherTeacher]) {
      const answer = await request(as, "GET", toApiPath(listing));
      const text = await answer.clone().text();
      expectNoText(text, "46.758", "23.567", "+4071", teacher.email, "doar între noi");
      const { content } = (await answer.json()) as { content: ListingJson };
      expect(content.point).toEqual({ latitude: 46.76, longitude: 23.57 });
      expect(content).not.toHaveProperty("proposed");
      expect(content).toMatchObject({ _id: listing.id, owner_id: teacher.id, state: "published" });
    }
  });
});
