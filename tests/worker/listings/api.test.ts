import { beforeEach, describe, expect, it } from "vitest";
import { listings } from "@/db/schema";
import { findPlace, type Place } from "@/shared/codes/places";
import { newId } from "@/shared/ids";
import type { ListingJson } from "@/shared/schemas/listing-json";
import { app, expectNoText, expectStatus } from "../../helpers/app";
import { createListing, createTeacher, createUser, updateRow } from "../../helpers/factories";
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
  type Listing,
  listPictureRows,
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

it("PUT /api/listings/{id} changes every field, keeps the pictures and updates the search index; a known place sets the point", async () => {
  const listing = await createListing(teacher);
  const [picture] = await insertPictures(listing, 1);
  const changed = {
    ...COMPLETE_LISTING,
    title: listing.title,
    description: listing.description,
    county: "sj",
  };
  const { content } = await expectSaved(
    await request(bearer, "PUT", toApiPath(listing), { ...changed, version: 1 }),
  );
  expect(content).toMatchObject({ ...changed, state: "published", version: 2, proposed: null });
  expect(content.images.map(({ path }) => path)).toEqual([picture]);
  await expectConsistentIndex(app.clock.now);
  const placed = { ...changed, county: "cj", neighbourhood: "zorilor", point: null, version: 2 };
  const saved = await expectSaved(await request(bearer, "PUT", toApiPath(listing), placed));
  const { name: neighbourhood, point } = findPlace("cj", "Zorilor") as Place;
  expect(saved.content).toMatchObject({ neighbourhood, point });
  // The point of the response is sent with another place, which it then follows.
  const moved = { ...placed, neighbourhood: "Mănăștur", point, version: 3 };
  const again = await expectSaved(await request(bearer, "PUT", toApiPath(listing), moved));
  expect(again.content).toMatchObject({ point: findPlace("cj", "Mănăștur")?.point });
});

describe("PUT /api/listings/{id}/images", () => {
  const loadImages = async (listing: Listing) =>
    (await expectSaved(await request(bearer, "GET", toApiPath(listing)))).content.images;

  it("reorders pictures, sets their alternative texts and removes the others, also with a level of another subject", async () => {
    const listing = await createListing(teacher, { subject: "mu", levels: ["pb"] });
    const [first, removed, third] = (await insertPictures(listing, 3)) as [string, string, string];
    const images = [
      { path: third, alt: "  Tabla\tdin clasă " },
      { path: first, alt: "Caietul unui elev" },
    ];
    const { content } = await expectSaved(
      await request(bearer, "PUT", `${toApiPath(listing)}/images`, { version: 1, images }),
    );
    expect(content.images).toEqual([
      { path: third, alt: "Tabla din clasă", width: 20, height: 10 },
      { path: first, alt: "Caietul unui elev", width: 20, height: 10 },
    ]);
    expect(content).toMatchObject({ state: "published", version: 2, title: listing.title });
    const unattached = (await listPictureRows(listing.id)).filter(({ position }) => position === null);
    expect(unattached.map(({ file }) => removed.endsWith(`/${file}`))).toEqual([true]);
  });

  it("returns 422 at the path of a picture of another user or listing, an unknown one or a duplicate", async () => {
    const listing = await createListing(teacher);
    const otherListing = await createListing(teacher, { subject: "p" });
    const otherTeacher = await createTeacher();
    const [own] = await insertPictures(listing, 1);
    const [ofOther] = await insertPictures(otherListing, 1);
    const [theirs] = await insertPictures(listing, 1, { ownerId: otherTeacher.id, position: null });
    const unknown = `images/listings/${listing.id}/nimic.webp`;
    const all = [own, ofOther, theirs, unknown, own].map((path) => ({ path, alt: "" }));
    const answer = await request(bearer, "PUT", `${toApiPath(listing)}/images`, { version: 1, images: all });
    expect(await expectFieldErrors(answer)).toEqual([
      "images.1.path invalid_choice",
      "images.2.path invalid_choice",
      "images.3.path invalid_choice",
      "images.4.path invalid",
    ]);
    expect(await getListing(listing.id)).toEqual(listing);
    expect(await loadImages(listing)).toHaveLength(1);
  });

  it("returns 409 with the listing for a stale version, and while it is suspended", async () => {
    const listing = await createListing(teacher, { version: 2 });
    const put = (version: number) =>
      request(bearer, "PUT", `${toApiPath(listing)}/images`, { version, images: [] });
    expect(await expectProblem(await put(1), 409)).toMatchObject({
      title: "datastale",
      content: { version: 2 },
    });
    await updateRow(listings, listing.id, { state: "suspended" });
    expect((await expectProblem(await put(2), 409)).title).toBe("wrong_state");
  });
});

it.each([
  ["PUT", "", {}],
  ["DELETE", "", undefined],
  ["PUT", "/images", { version: 1, images: [] }],
  ["PUT", "/images", {}],
])("another user's listing returns 404 for %s …%s and leaves it unchanged", async (method, rest, json) => {
  const listing = await createListing(teacher);
  await insertPictures(listing, 1);
  const others = [await createTeacher(), await createUser()];
  for (const otherTeacher of others) {
    const as = await createBearer(otherTeacher);
    await expectStatus(request(as, method, toApiPath(listing) + rest, json), 404);
  }
  expect(await getListing(listing.id)).toEqual(listing);
  expect((await listPictureRows(listing.id)).map(({ position }) => position)).toEqual([0]);
});
