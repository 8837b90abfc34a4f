import { beforeEach, describe, expect, it } from "vitest";
import { listings, settings } from "@/db/schema";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher, listRows, type User } from "../../helpers/factories";
import { listingForm, toEditForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";
import { call, createBearer } from "../../helpers/storage-fixture";

let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const findRow = async (id: unknown) => (await listRows(listings, { id: String(id) }))[0];

describe("listing fields that are published without review", () => {
  it.each([
    ["Zorilor 0712 345 678", "contact_in_text", "Please remove phone numbers"],
    ["Str. Lunga nr 12", "street_in_place", "Enter only the town or neighborhood, never the street."],
  ])(
    "create, edit and submit return 422 for the neighbourhood “%s”",
    async (neighbourhood, code, message) => {
      const created = await app.post("/tutoring/create", {
        body: listingForm({ neighbourhood }),
        as: teacher,
      });
      const listing = await createListing(teacher, { county: "b" });
      const edited = await app.post(`/tutoring/${listing.id}/edit`, {
        body: toEditForm(listing, { neighbourhood }),
        as: teacher,
      });
      for (const answer of [created, edited]) {
        expect(answer.status).toBe(422);
        const html = await answer.text();
        expectText(html, 'id="field-neighbourhood-error"', message);
      }
      expect(await findRow(listing.id)).toEqual(listing);
      const draft = await createListing(teacher, { neighbourhood, state: "draft", publishedTs: null });
      const as = await createBearer(teacher);
      const answer = await expectStatus(call(as, "POST", `/api/listings/${draft.id}/submit`), 422);
      expect(await answer.json()).toMatchObject({
        errors: [{ field: "neighbourhood", code }],
      });
    },
  );

  it("returns 422 for a banned word in a picture's text, by form and API; settings can replace the list", async () => {
    const listing = await createListing(teacher);
    const send = async (alt: string) => {
      const body = toEditForm(listing, { "alt.new:0": alt }, [createFile(await pngBytes(40, 20), "1.png")]);
      return app.post(`/tutoring/${listing.id}/edit`, { body, as: teacher });
    };
    expectText(await expectPage(send("Întrebați de ONLYFANS"), 422), "Please remove “onlyfans”.");
    expect((await findRow(listing.id))?.version).toBe(1);

    const [picture] = await db.query.listingImages.findMany({
      where: (t, { eq }) => eq(t.listingId, listing.id),
    });
    const images = [{ path: `images/listings/${listing.id}/${picture?.file}`, alt: "Pe onlyfans." }];
    const as = await createBearer(teacher);
    const put = () => call(as, "PUT", `/api/listings/${listing.id}/images`, { json: { version: 1, images } });
    const answer = await expectStatus(put(), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "images.0.alt", code: "banned_word" }] });
    await db.insert(settings).values({ path: "settings/banned-words", value: [], version: 1, updatedTs: 1 });
    await expectStatus(put(), 200);
  });
});
