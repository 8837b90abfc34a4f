import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingImages, listings } from "@/db/schema";
import { newId } from "@/shared/ids";
import type { WireListing, WireOwnListing } from "@/shared/schemas/wire-listing";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { makeAdmin, makeListing, makeTeacher, makeUser } from "../../helpers/factories";
import { type Bearer, bearerOf, call } from "../storage/scene";
import { pngBytes } from "./pictures";
import { expectIndexInStep } from "./search-tables";

const LISTINGS = "/api/listings";
/** Every field of a listing, as section 4 of the wire has them. */
const WHOLE = {
  title: "Matematică pentru Bacalaureat, pas cu pas",
  description: "Lucrăm pe subiecte din anii trecuți, cu explicații clare și teme corectate săptămânal.",
  subject: "m",
  levels: ["h", "pb"],
  locations: ["th"],
  online: true,
  county: "cj",
  neighbourhood: "Zorilor",
  point: { latitude: 46.7581234, longitude: 23.5678912 },
  price: 9000,
  session_minutes: 90,
};

type Person = Awaited<ReturnType<typeof makeTeacher>>;
type Listing = Awaited<ReturnType<typeof makeListing>>;
type Saved = { content: WireOwnListing; withheld?: string };
type Problem = { title: string; errors: { field: string; code: string }[]; content?: WireOwnListing };

let app: TestApp;
let teacher: Person;
let own: Bearer;

beforeEach(async () => {
  app = createTestApp();
  teacher = await makeTeacher(app);
  own = await bearerOf(app, teacher);
});

const ask = (as: Bearer | null, method: string, path: string, json?: unknown, headers = {}) =>
  call(app, as, method, path, { ...(json === undefined ? {} : { json }), headers });
const saved = async (answer: Response, status = 200): Promise<Saved> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Saved;
};
const refusal = async (answer: Response, status: number): Promise<Problem> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Problem;
};
const fieldsOf = async (answer: Response) =>
  (await refusal(answer, 422)).errors.map(({ field, code }) => `${field} ${code}`);
const stored = async (id: string) =>
  (await db.select().from(listings).where(eq(listings.id, id)))[0] as Listing;
const storedPictures = (listingId: string) =>
  db.select().from(listingImages).where(eq(listingImages.listingId, listingId));
const ownedBy = async ({ id }: Person) =>
  (await db.select().from(listings).where(eq(listings.ownerId, id))).length;
const pathOf = ({ id }: { id: string }) => `${LISTINGS}/${id}`;

describe("POST /api/listings", () => {
  it("keeps a draft that has a subject alone, and pictures are not its to give", async () => {
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

  it("submits: pending, and published at once for a trusted teacher, in search too", async () => {
    const first = await saved(await ask(own, "POST", LISTINGS, { ...WHOLE, submit: true }), 201);
    expect(first.content).toMatchObject({ ...WHOLE, state: "pending", price_per_hour: 6000, version: 1 });
    await makeListing(app, teacher, { subject: "p" });
    const second = { ...WHOLE, subject: "i", submit: true };
    const { content } = await saved(await ask(own, "POST", LISTINGS, second), 201);
    expect(content.state).toBe("published");
    expect(content.expires_ts?.seconds).toBe(Math.floor(app.clock.now / 1000) + 90 * 86_400);
    await expectIndexInStep(app.clock.now);
  });

  it("sets what belongs to the server itself, but for an id that the caller drew", async () => {
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

  it("keeps what an unverified teacher submits as a draft, and says why", async () => {
    const as = await bearerOf(app, await makeTeacher(app, { emailVerifiedTs: null }));
    const answer = await saved(await ask(as, "POST", LISTINGS, { ...WHOLE, submit: true }), 201);
    expect(answer.withheld).toBe("email_unverified");
    expect(answer.content.state).toBe("draft");
  });

  it("makes one listing of a call that is sent twice under one key", async () => {
    const key = { "idempotency-key": "one" };
    const first = await saved(await ask(own, "POST", LISTINGS, WHOLE, key), 201);
    const again = await ask(own, "POST", LISTINGS, WHOLE, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await saved(again, 201)).content._id).toBe(first.content._id);
    expect(await ownedBy(teacher)).toBe(1);
  });

  it("names every field that is wrong, as the form does", async () => {
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
  ])("takes no point of %j", async (point, error) => {
    expect(await fieldsOf(await ask(own, "POST", LISTINGS, { ...WHOLE, point }))).toEqual([error]);
    expect(await ownedBy(teacher)).toBe(0);
  });

  it("401 for visitors, 403 for learners, 409 past the limit", async () => {
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

  it("shows anybody a published listing: its point rounded, nothing by which to reach its teacher", async () => {
    const listing = await makeListing(app, teacher, { ...point, stateNote: "doar între noi" });
    const other = await bearerOf(app, await makeTeacher(app));
    for (const as of [null, other]) {
      const answer = await ask(as, "GET", pathOf(listing));
      const text = await answer.clone().text();
      for (const secret of ["46.758", "23.567", "+4071", teacher.email, "doar între noi"]) {
        expect(text).not.toContain(secret);
      }
      const { content } = (await answer.json()) as { content: WireListing };
      expect(content.point).toEqual({ latitude: 46.76, longitude: 23.57 });
      expect(content).not.toHaveProperty("proposed");
      expect(content).toMatchObject({ _id: listing.id, owner_id: teacher.id, state: "published" });
    }
  });

  it.each(["draft", "pending", "rejected", "paused", "suspended"] as const)(
    "shows a %s listing to its owner and to admins alone",
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

  it("404 for an expired one, a disabled owner's, a deleted one and a malformed id", async () => {
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

describe("PUT /api/listings/{id}", () => {
  it("changes every field, keeps the pictures, and search follows", async () => {
    const listing = await makeListing(app, teacher);
    const [picture] = await placed(listing, 1);
    const changed = { ...WHOLE, title: listing.title, description: listing.description, county: "sj" };
    const { content } = await saved(await ask(own, "PUT", pathOf(listing), { ...changed, version: 1 }));
    expect(content).toMatchObject({ ...changed, state: "published", version: 2, proposed: null });
    expect(content.images.map(({ path }) => path)).toEqual([picture]);
    await expectIndexInStep(app.clock.now);
  });

  it("409 with the listing as it is by now, for a version that is not the last", async () => {
    const listing = await makeListing(app, teacher, { version: 3 });
    for (const version of [2, 4]) {
      const { title, content } = await refusal(
        await ask(own, "PUT", pathOf(listing), { ...WHOLE, version }),
        409,
      );
      expect(title).toBe("datastale");
      expect(content).toMatchObject({ title: listing.title, version: 3 });
    }
    expect(await stored(listing.id)).toEqual(listing);
  });

  it.each([
    [undefined, "version required"],
    ["1", "version invalid"],
    [0, "version too_small"],
  ])("takes no version of %j", async (version, error) => {
    const listing = await makeListing(app, teacher);
    expect(await fieldsOf(await ask(own, "PUT", pathOf(listing), { ...WHOLE, version }))).toEqual([error]);
  });

  it("lets one of two parallel writes through", async () => {
    const listing = await makeListing(app, teacher);
    const answers = await Promise.all(
      [5000, 6000].map((price) =>
        ask(own, "PUT", pathOf(listing), { ...WHOLE, title: listing.title, price, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const answer of answers) await answer.text();
    expect((await stored(listing.id)).version).toBe(2);
  });

  it("sends a returned listing back to review, and new words with contact data beside the old", async () => {
    const returned = await makeListing(app, teacher, { state: "rejected", publishedTs: null, subject: "p" });
    const mended = await ask(own, "PUT", pathOf(returned), { ...WHOLE, subject: "p", version: 1 });
    expect((await saved(mended)).content).toMatchObject({ state: "pending", title: WHOLE.title });

    const listing = await makeListing(app, teacher);
    const description = `${listing.description} Sunați la 0712 345 678.`;
    const sent = { ...WHOLE, title: listing.title, description, version: 1 };
    const { content } = await saved(await ask(own, "PUT", pathOf(listing), sent));
    expect(content).toMatchObject({ state: "published", description: listing.description, price: 9000 });
    expect(content.proposed).toMatchObject({ description, state_reason: null });
    const open = (await (await ask(null, "GET", pathOf(listing))).json()) as { content: WireListing };
    expect(open.content.description).toBe(listing.description);
  });

  it("submits a draft in the same step", async () => {
    const draft = await makeListing(app, teacher, { state: "draft", publishedTs: null, description: "" });
    const { content } = await saved(
      await ask(own, "PUT", pathOf(draft), { ...WHOLE, submit: true, version: 1 }),
    );
    expect(content.state).toBe("pending");
  });

  it("is open to admins", async () => {
    const listing = await makeListing(app, teacher);
    const admin = await bearerOf(app, await makeAdmin(app));
    const { content } = await saved(
      await ask(admin, "PUT", pathOf(listing), { ...WHOLE, title: listing.title, version: 1 }),
    );
    expect(content).toMatchObject({ owner_id: teacher.id, price: 9000, session_minutes: 90 });
  });
});

describe("DELETE /api/listings/{id}", () => {
  it("deletes the version that was seen: 410 on its page, 404 here", async () => {
    const listing = await makeListing(app, teacher);
    expect((await ask(own, "DELETE", `${pathOf(listing)}?version=1`)).status).toBe(204);
    expect((await stored(listing.id)).state).toBe("deleted");
    expect((await app.get(`/tutoring/${listing.id}`)).status).toBe(410);
    expect((await ask(own, "GET", pathOf(listing))).status).toBe(404);
    expect((await ask(own, "DELETE", `${pathOf(listing)}?version=2`)).status).toBe(404);
    await expectIndexInStep(app.clock.now);
  });

  it("409 with the listing for a stale version, 422 without one, and nothing is written", async () => {
    const listing = await makeListing(app, teacher, { version: 2 });
    const stale = await refusal(await ask(own, "DELETE", `${pathOf(listing)}?version=1`), 409);
    expect(stale).toMatchObject({ title: "datastale", content: { version: 2 } });
    const admin = await bearerOf(app, await makeAdmin(app));
    expect((await refusal(await ask(admin, "DELETE", `${pathOf(listing)}?version=1`), 409)).title).toBe(
      "datastale",
    );
    expect(await fieldsOf(await ask(own, "DELETE", pathOf(listing)))).toEqual(["version required"]);
    expect(await fieldsOf(await ask(own, "DELETE", `${pathOf(listing)}?version=x`))).toEqual([
      "version invalid",
    ]);
    expect(await stored(listing.id)).toEqual(listing);
  });
});

describe("POST /api/listings/{id}/{move}", () => {
  it("pauses, resumes and renews, and answers the listing", async () => {
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

  it("submits a draft, and names what it lacks", async () => {
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

describe("PUT /api/listings/{id}/images", () => {
  const imagesOf = async (listing: Listing) =>
    (await saved(await ask(own, "GET", pathOf(listing)))).content.images;

  it("orders them, says what they show, and lets go of the others", async () => {
    const listing = await makeListing(app, teacher);
    const [a, b, c] = (await placed(listing, 3)) as [string, string, string];
    const images = [
      { path: c, alt: "  Tabla\tdin clasă " },
      { path: a, alt: "Caietul unui elev" },
    ];
    const { content } = await saved(
      await ask(own, "PUT", `${pathOf(listing)}/images`, { version: 1, images }),
    );
    expect(content.images).toEqual([
      { path: c, alt: "Tabla din clasă", width: 20, height: 10 },
      { path: a, alt: "Caietul unui elev", width: 20, height: 10 },
    ]);
    expect(content).toMatchObject({ state: "published", version: 2, title: listing.title });
    const loose = (await storedPictures(listing.id)).filter(({ position }) => position === null);
    expect(loose.map(({ file }) => b.endsWith(`/${file}`))).toEqual([true]);
  });

  it("places what was uploaded under the listing's id", async () => {
    const listing = await makeListing(app, teacher);
    const to = `/storage/images/listings/${listing.id}/tabla.png`;
    const answer = await call(app, own, "PUT", to, { body: await pngBytes(40, 30) });
    const { content } = (await answer.json()) as { content: { path: string } };
    const images = [{ path: content.path }];
    const { content: now } = await saved(
      await ask(own, "PUT", `${pathOf(listing)}/images`, { version: 1, images }),
    );
    expect(now.images).toEqual([{ path: content.path, alt: "", width: 40, height: 30 }]);
  });

  it("422 at the path of somebody else's, another listing's, an unknown one and one that comes twice", async () => {
    const listing = await makeListing(app, teacher);
    const elsewhere = await makeListing(app, teacher, { subject: "p" });
    const other = await makeTeacher(app);
    const [mine] = await placed(listing, 1);
    const [away] = await placed(elsewhere, 1);
    const [theirs] = await placed(listing, 1, { ownerId: other.id, position: null });
    const unknown = `images/listings/${listing.id}/nimic.webp`;
    const all = [mine, away, theirs, unknown, mine].map((path) => ({ path, alt: "" }));
    const answer = await ask(own, "PUT", `${pathOf(listing)}/images`, { version: 1, images: all });
    expect(await fieldsOf(answer)).toEqual([
      "images.1.path invalid_choice",
      "images.2.path invalid_choice",
      "images.3.path invalid_choice",
      "images.4.path invalid",
    ]);
    expect(await stored(listing.id)).toEqual(listing);
    expect(await imagesOf(listing)).toHaveLength(1);
  });

  it("422 for six, for words that are too long or by which somebody can be reached, and without a list", async () => {
    const listing = await makeListing(app, teacher);
    const paths = await placed(listing, 6, { position: null });
    const put = (images: unknown) => ask(own, "PUT", `${pathOf(listing)}/images`, { version: 1, images });
    expect(await fieldsOf(await put(paths.map((path) => ({ path, alt: "" }))))).toEqual(["images too_many"]);
    expect(await fieldsOf(await put([{ path: paths[0], alt: "a".repeat(151) }]))).toEqual([
      "images.0.alt too_long",
    ]);
    expect(await fieldsOf(await put([{ path: paths[0], alt: "Scrieți la ana@example.com" }]))).toEqual([
      "images.0.alt contact_in_text",
    ]);
    expect(await fieldsOf(await put(undefined))).toEqual(["images required"]);
  });

  it("409 for a stale version, with the listing; and while it is suspended", async () => {
    const listing = await makeListing(app, teacher, { version: 2 });
    const put = (version: number) => ask(own, "PUT", `${pathOf(listing)}/images`, { version, images: [] });
    expect(await refusal(await put(1), 409)).toMatchObject({ title: "datastale", content: { version: 2 } });
    await db.update(listings).set({ state: "suspended" }).where(eq(listings.id, listing.id));
    expect((await refusal(await put(2), 409)).title).toBe("wrong_state");
  });
});

describe("somebody else's listing", () => {
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
  ])("404 for %s …%s, and it stays as it is", async (method, rest, json) => {
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

/** Rows of stored pictures of a listing, and their paths. */
async function placed(
  listing: Listing,
  count: number,
  given: Partial<typeof listingImages.$inferInsert> = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, position) => {
    const id = newId();
    const ownerId = listing.ownerId;
    const row = { id, listingId: listing.id, ownerId, file: `${id}.webp`, width: 20, height: 10, position };
    return { ...row, createdTs: app.clock.now, ...given };
  });
  await db.insert(listingImages).values(rows);
  return rows.map(({ file }) => `images/listings/${listing.id}/${file}`);
}
