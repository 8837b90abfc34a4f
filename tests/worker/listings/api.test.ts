import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listings } from "@/db/schema";
import { newId } from "@/shared/ids";
import type { ListingJson } from "@/shared/schemas/listing-json";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { makeAdmin, makeListing, makeTeacher, makeUser } from "../../helpers/factories";
import { expectIndexInStep } from "../../helpers/search-tables";
import { type Bearer, bearerOf } from "../../helpers/storage-scene";
import {
  asking,
  fieldsOf,
  LISTINGS,
  ownedBy,
  type Person,
  pathOf,
  placed,
  refusal,
  saved,
  stored,
  storedPictures,
  WHOLE,
} from "./listing-json";

let app: TestApp;
let teacher: Person;
let own: Bearer;
let ask: ReturnType<typeof asking>;

beforeEach(async () => {
  app = createTestApp();
  ask = asking(app);
  teacher = await makeTeacher(app);
  own = await bearerOf(app, teacher);
});

describe("POST /api/listings", () => {
  it("creates a draft with only a subject, and ignores pictures", async () => {
    const { content } = await saved(await ask(own, "POST", LISTINGS, { subject: "m" }), 201);
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

  it("submits: pending, or published and searchable immediately for a trusted teacher", async () => {
    const first = await saved(await ask(own, "POST", LISTINGS, { ...WHOLE, submit: true }), 201);
    expect(first.content).toMatchObject({ ...WHOLE, state: "pending", price_per_hour: 6000, version: 1 });
    await makeListing(app, teacher, { subject: "p" });
    const second = { ...WHOLE, subject: "i", submit: true };
    const { content } = await saved(await ask(own, "POST", LISTINGS, second), 201);
    expect(content.state).toBe("published");
    expect(content.expires_ts?.seconds).toBe(Math.floor(app.clock.now / 1000) + 90 * 86_400);
    await expectIndexInStep(app.clock.now);
  });

  it("ignores server-set fields, except an id that the client generated", async () => {
    const other = await makeTeacher(app);
    const sent = { ...WHOLE, owner_id: other.id, state: "published", version: 7, price_per_hour: 1 };
    const { content } = await saved(await ask(own, "POST", LISTINGS, sent), 201);
    expect(content).toMatchObject({ owner_id: teacher.id, state: "draft", version: 1, price_per_hour: 6000 });

    const _id = newId();
    for (let n = 0; n < 2; n++) {
      const drawn = await saved(await ask(own, "POST", LISTINGS, { ...WHOLE, _id, subject: "p" }), 201);
      expect(drawn.content._id).toBe(_id);
    }
    expect(await ownedBy(teacher)).toBe(2);
    const theirs = await makeListing(app, other);
    expect((await ask(own, "POST", LISTINGS, { ...WHOLE, _id: theirs.id })).status).toBe(404);
    expect(await stored(theirs.id)).toEqual(theirs);
  });

  it("submits the caller's own draft of the same id and content, with its pictures", async () => {
    const _id = newId();
    await saved(await ask(own, "POST", LISTINGS, { ...WHOLE, _id }), 201);
    const [path] = await placed(await stored(_id), 1);
    const { content } = await saved(await ask(own, "POST", LISTINGS, { ...WHOLE, _id, submit: true }), 201);
    expect(content).toMatchObject({ state: "pending", images: [{ path }] });
    const other = { ...WHOLE, _id, submit: true, title: "Un alt titlu, scris după aceea" };
    expect((await refusal(await ask(own, "POST", LISTINGS, other), 409)).title).toBe("datastale");
    expect(await ownedBy(teacher)).toBe(1);
  });

  it("saves the listing of an unverified teacher as a draft, and says why", async () => {
    const as = await bearerOf(app, await makeTeacher(app, { emailVerifiedTs: null }));
    const answer = await saved(await ask(as, "POST", LISTINGS, { ...WHOLE, submit: true }), 201);
    expect(answer.withheld).toBe("email_unverified");
    expect(answer.content.state).toBe("draft");
  });

  it("creates one listing for two calls with one Idempotency-Key", async () => {
    const key = { "idempotency-key": "one" };
    const first = await saved(await ask(own, "POST", LISTINGS, WHOLE, key), 201);
    const again = await ask(own, "POST", LISTINGS, WHOLE, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await saved(again, 201)).content._id).toBe(first.content._id);
    expect(await ownedBy(teacher)).toBe(1);
  });

  it("lists every invalid field, as the form does", async () => {
    const wrong = { subject: "x", levels: [], price: 900, session_minutes: 55, county: "zz", submit: true };
    expect(await fieldsOf(await ask(own, "POST", LISTINGS, wrong))).toEqual([
      "subject invalid_choice",
      "levels too_few",
      "title required",
      "description required",
      "county invalid_choice",
      "price price_range",
      "session_minutes invalid_choice",
      "locations location_or_online",
    ]);
    expect(await fieldsOf(await ask(own, "POST", LISTINGS, { ...WHOLE, submit: "yes" }))).toEqual([
      "submit invalid",
    ]);
  });

  it.each([
    [{ latitude: 90.1, longitude: 0 }, "point.latitude too_big"],
    [{ latitude: 0, longitude: -180.5 }, "point.longitude too_small"],
    [{ latitude: "46", longitude: 0 }, "point.latitude invalid"],
    [{ longitude: 0 }, "point.latitude required"],
    ["46,23", "point invalid"],
  ])("rejects point %j", async (point, error) => {
    expect(await fieldsOf(await ask(own, "POST", LISTINGS, { ...WHOLE, point }))).toEqual([error]);
    expect(await ownedBy(teacher)).toBe(0);
  });

  it("returns 401 for visitors, 403 for learners, 409 over the limit", async () => {
    expect((await ask(null, "POST", LISTINGS, WHOLE)).status).toBe(401);
    const learner = await bearerOf(app, await makeUser(app));
    expect((await refusal(await ask(learner, "POST", LISTINGS, WHOLE), 403)).title).toBe("teachers_only");
    await makeListing(app, teacher, { county: "cj", subject: "m" });
    const twin = await ask(own, "POST", LISTINGS, { ...WHOLE, submit: true });
    expect(await refusal(twin, 409)).toMatchObject({
      title: "limit_reached",
      limit: "twin",
      detail: expect.stringContaining("for this subject") as string,
    });
    expect(await ownedBy(teacher)).toBe(1);
  });
});

describe("GET /api/listings/{id}", () => {
  const point = { latitude: 46.7581234, longitude: 23.5678912 };

  it("shows a published listing to everyone: point rounded, no contact data of the teacher", async () => {
    const listing = await makeListing(app, teacher, { ...point, stateNote: "doar între noi" });
    const other = await bearerOf(app, await makeTeacher(app));
    for (const as of [null, other]) {
      const answer = await ask(as, "GET", pathOf(listing));
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

  it.each(["draft", "pending", "rejected", "paused", "suspended"] as const)(
    "shows a %s listing only to its owner and to admins",
    async (state) => {
      const listing = await makeListing(app, teacher, { ...point, state });
      const admin = await bearerOf(app, await makeAdmin(app));
      for (const as of [own, admin]) {
        const { content } = await saved(await ask(as, "GET", pathOf(listing)));
        expect(content).toMatchObject({ state, point, proposed: null });
      }
      const other = await bearerOf(app, await makeTeacher(app));
      for (const as of [null, other]) expect((await ask(as, "GET", pathOf(listing))).status).toBe(404);
    },
  );

  it("returns 404 for an expired or deleted listing, one of a disabled owner, and a malformed id", async () => {
    const over = await makeListing(app, teacher, { expiresTs: app.clock.now });
    expect((await ask(null, "GET", pathOf(over))).status).toBe(404);
    expect((await saved(await ask(own, "GET", pathOf(over)))).content.state).toBe("expired");
    const away = await makeTeacher(app, { disabledTs: app.clock.now });
    expect((await ask(null, "GET", pathOf(await makeListing(app, away)))).status).toBe(404);
    const gone = await makeListing(app, teacher, { subject: "p", state: "deleted" });
    for (const as of [null, own]) expect((await ask(as, "GET", pathOf(gone))).status).toBe(404);
    expect((await ask(null, "GET", `${LISTINGS}/Nope`)).status).toBe(404);
  });
});

describe("POST /api/listings/{id}/{move}", () => {
  it("pauses, resumes and renews, and returns the listing", async () => {
    const listing = await makeListing(app, teacher, { expiresTs: app.clock.now + 1000 });
    const move = async (name: string) =>
      (await saved(await ask(own, "POST", `${pathOf(listing)}/${name}`))).content;
    expect(await move("pause")).toMatchObject({ state: "paused", version: 2 });
    expect((await ask(null, "GET", pathOf(listing))).status).toBe(404);
    expect(await move("resume")).toMatchObject({ state: "published", version: 3 });
    const renewed = await move("renew");
    expect(renewed.expires_ts?.seconds).toBe(Math.floor(app.clock.now / 1000) + 90 * 86_400);
    await expectIndexInStep(app.clock.now);
  });

  it("submits a draft, and lists its missing fields", async () => {
    const draft = await makeListing(app, teacher, { state: "draft", publishedTs: null, price: null });
    expect(await fieldsOf(await ask(own, "POST", `${pathOf(draft)}/submit`))).toEqual(["price required"]);
    await db.update(listings).set({ price: 9000 }).where(eq(listings.id, draft.id));
    const { content } = await saved(await ask(own, "POST", `${pathOf(draft)}/submit`));
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
  ] as const)("409 for %s from %s", async (name, state) => {
    const listing = await makeListing(app, teacher, { state });
    const { title } = await refusal(await ask(own, "POST", `${pathOf(listing)}/${name}`), 409);
    expect(title).toBe("wrong_state");
    expect(await stored(listing.id)).toEqual(listing);
  });
});

describe("another user's listing", () => {
  it.each([
    ["PUT", "", { ...WHOLE, version: 1 }],
    ["PUT", "", {}],
    ["DELETE", "?version=1", undefined],
    ["DELETE", "", undefined],
    ["PUT", "/images", { version: 1, images: [] }],
    ["PUT", "/images", {}],
    ["POST", "/submit", undefined],
    ["POST", "/pause", undefined],
    ["POST", "/resume", undefined],
    ["POST", "/renew", undefined],
  ])("returns 404 for %s …%s and leaves it unchanged", async (method, rest, json) => {
    const listing = await makeListing(app, teacher);
    await placed(listing, 1);
    const people = [await makeTeacher(app), await makeUser(app)];
    for (const someone of people) {
      const as = await bearerOf(app, someone);
      expect((await ask(as, method, pathOf(listing) + rest, json)).status).toBe(404);
    }
    expect((await ask(null, method, pathOf(listing) + rest, json)).status).toBe(401);
    expect(await stored(listing.id)).toEqual(listing);
    expect((await storedPictures(listing.id)).map(({ position }) => position)).toEqual([0]);
  });
});
