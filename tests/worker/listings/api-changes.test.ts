import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listings } from "@/db/schema";
import type { ListingJson } from "@/shared/schemas/listing-json";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { makeAdmin, makeListing, makeTeacher } from "../../helpers/factories";
import { pngBytes } from "../../helpers/pictures";
import { expectIndexInStep } from "../../helpers/search-tables";
import { type Bearer, bearerOf, call } from "../../helpers/storage-scene";
import {
  asking,
  fieldsOf,
  type Listing,
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

describe("PUT /api/listings/{id}", () => {
  it("changes every field, keeps the pictures and updates the search index", async () => {
    const listing = await makeListing(app, teacher);
    const [picture] = await placed(listing, 1);
    const changed = { ...WHOLE, title: listing.title, description: listing.description, county: "sj" };
    const { content } = await saved(await ask(own, "PUT", pathOf(listing), { ...changed, version: 1 }));
    expect(content).toMatchObject({ ...changed, state: "published", version: 2, proposed: null });
    expect(content.images.map(({ path }) => path)).toEqual([picture]);
    await expectIndexInStep(app.clock.now);
  });

  it("returns 409 with the current listing for a stale version", async () => {
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
  ])("rejects version %j", async (version, error) => {
    const listing = await makeListing(app, teacher);
    expect(await fieldsOf(await ask(own, "PUT", pathOf(listing), { ...WHOLE, version }))).toEqual([error]);
  });

  it("accepts one of two parallel writes", async () => {
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

  it("sends a returned listing back to review; a text with contact data waits next to the published one", async () => {
    const returned = await makeListing(app, teacher, { state: "rejected", publishedTs: null, subject: "p" });
    const mended = await ask(own, "PUT", pathOf(returned), { ...WHOLE, subject: "p", version: 1 });
    expect((await saved(mended)).content).toMatchObject({ state: "pending", title: WHOLE.title });

    const listing = await makeListing(app, teacher);
    const description = `${listing.description} Sunați la 0712 345 678.`;
    const sent = { ...WHOLE, title: listing.title, description, version: 1 };
    const { content } = await saved(await ask(own, "PUT", pathOf(listing), sent));
    expect(content).toMatchObject({ state: "published", description: listing.description, price: 9000 });
    expect(content.proposed).toMatchObject({ description, state_reason: null });
    const open = (await (await ask(null, "GET", pathOf(listing))).json()) as { content: ListingJson };
    expect(open.content.description).toBe(listing.description);
  });

  it("submits a draft in the same call", async () => {
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
  it("deletes the given version: 410 on its page, 404 from the API", async () => {
    const listing = await makeListing(app, teacher);
    expect((await ask(own, "DELETE", `${pathOf(listing)}?version=1`)).status).toBe(204);
    expect((await stored(listing.id)).state).toBe("deleted");
    expect((await app.get(`/tutoring/${listing.id}`)).status).toBe(410);
    expect((await ask(own, "GET", pathOf(listing))).status).toBe(404);
    expect((await ask(own, "DELETE", `${pathOf(listing)}?version=2`)).status).toBe(404);
    await expectIndexInStep(app.clock.now);
  });

  it("returns 409 with the listing for a stale version, 422 without one, and writes nothing", async () => {
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

describe("PUT /api/listings/{id}/images", () => {
  const imagesOf = async (listing: Listing) =>
    (await saved(await ask(own, "GET", pathOf(listing)))).content.images;

  it("reorders pictures, sets their alternative texts and removes the others", async () => {
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

  it("adds pictures uploaded under the listing's id", async () => {
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

  it("returns 422 at the path of a picture of another user or listing, an unknown one or a duplicate", async () => {
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

  it("returns 422 for six pictures, for long texts or texts with contact data, and without a list", async () => {
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

  it("returns 409 with the listing for a stale version, and while it is suspended", async () => {
    const listing = await makeListing(app, teacher, { version: 2 });
    const put = (version: number) => ask(own, "PUT", `${pathOf(listing)}/images`, { version, images: [] });
    expect(await refusal(await put(1), 409)).toMatchObject({ title: "datastale", content: { version: 2 } });
    await db.update(listings).set({ state: "suspended" }).where(eq(listings.id, listing.id));
    expect((await refusal(await put(2), 409)).title).toBe("wrong_state");
  });
});
