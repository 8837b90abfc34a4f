import { beforeEach, describe, expect, it } from "vitest";
import { listingRevisions, listings } from "@/db/schema";
import { processMediaDeletions } from "@/features/storage";
import { toCardFile } from "@/platform/media";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  findListing,
  type Listing,
  type User,
  updateRow,
} from "../../helpers/factories";
import { fieldValue, fieldValues, toEditForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";

let teacher: User;
let listing: Listing;

beforeEach(async () => {
  teacher = await createTeacher();
  listing = await createListing(teacher);
});

const listAttachedPictures = async (id = listing.id) => {
  const rows = await db.query.listingImages.findMany({ where: (table, { eq }) => eq(table.listingId, id) });
  return rows.filter(({ position }) => position !== null).map((row) => row.id);
};
const edit = (body: FormData) => app.post(`/tutoring/${body.get("id")}/edit`, { body, as: teacher });
const getNotice = (answer: Response) =>
  new URL(answer.headers.get("location") ?? "", "https://x").searchParams.get("done");

describe("a form shown again after another user saved the listing", () => {
  const png = async () => createFile(await pngBytes(40, 20), "nou.png");
  const broken = () => createFile(Uint8Array.of(1, 2, 3), "stricat.png");
  const REDISPLAY_CAUSES = {
    "the show button": async (form: FormData) => form.set("intent", "show"),
    "removing a picture": async (form: FormData) => form.set("intent", `remove:${form.getAll("picture")[0]}`),
    "a refused picture": async (form: FormData) => form.append("pictures", broken()),
  };

  it.each(Object.entries(REDISPLAY_CAUSES))(
    "keeps its version after %s; the next save returns 409",
    async (_, addCause) => {
      await edit(toEditForm(listing, {}, [await png(), await png()]));
      const attached = await listAttachedPictures();
      const myForm = toEditForm(listing, { version: "2", picture: attached, neighbourhood: "Al meu" });
      await addCause(myForm);
      await edit(toEditForm(listing, { version: "2", picture: attached, neighbourhood: "Al altcuiva" }));

      const redisplayed = await edit(myForm);
      expect([200, 422]).toContain(redisplayed.status);
      const html = await redisplayed.text();
      expect(fieldValue(html, "neighbourhood")).toBe("Al meu");
      expect(fieldValue(html, "version")).toBe("2");
      const form = toEditForm(listing, {
        version: fieldValue(html, "version") ?? "",
        picture: fieldValues(html, "picture"),
        neighbourhood: "Al meu",
      });
      const conflictPage = await expectPage(edit(form), 409);
      expectText(conflictPage, "Al altcuiva");
      // The page showed both texts, so the next save may replace the saved one.
      expect(fieldValue(conflictPage, "version")).toBe("3");
      expect(await findListing(listing.id)).toMatchObject({ neighbourhood: "Al altcuiva", version: 3 });
    },
  );

  it("keeps its version through a preview, valid or not", async () => {
    await edit(toEditForm(listing, { neighbourhood: "Al altcuiva" }));
    const preview = (changes: Record<string, string>) =>
      app.post(`/tutoring/${listing.id}/preview`, { body: toEditForm(listing, changes), as: teacher });
    expect(fieldValue(await (await preview({ price: "abc" })).text(), "version")).toBe("1");
    const html = await (await preview({ neighbourhood: "Al meu" })).text();
    expect(fieldValue(html, "version")).toBe("1");
    const back = await edit(toEditForm(listing, { neighbourhood: "Al meu", intent: "show" }));
    expect(fieldValue(await back.text(), "version")).toBe("1");
  });

  it("has the new version after its button discarded the revision", async () => {
    const revision = { title: "Un titlu care așteaptă", description: listing.description, submittedTs: 1 };
    await db.insert(listingRevisions).values({ listingId: listing.id, ...revision });
    const response = await edit(toEditForm(listing, { intent: "keep", title: revision.title }));
    expect(fieldValue(await response.text(), "version")).toBe("2");
    expect((await findListing(listing.id))?.version).toBe(2);
  });
});

describe("the same form sent twice", () => {
  it.each([
    ["one after the other", false],
    ["in parallel", true],
  ])(
    "%s, with new pictures: both requests redirect, and each picture is stored once",
    async (_, parallel) => {
      const files = async () => [
        createFile(await pngBytes(40, 20), "1.png"),
        createFile(await pngBytes(20, 40), "2.png"),
        createFile(await pngBytes(40, 20), "once more.png"),
      ];
      const send = async () =>
        edit(toEditForm(listing, { price: "120", "alt.new:0": "Tabla" }, await files()));
      const answers = parallel ? await Promise.all([send(), send()]) : [await send(), await send()];
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(answers.map(getNotice)).toEqual(["saved", "saved"]);
      expect(await findListing(listing.id)).toMatchObject({ price: 12_000, version: 2 });
      const rows = await db.query.listingImages.findMany({
        where: (table, { eq }) => eq(table.listingId, listing.id),
        orderBy: (table) => table.position,
      });
      expect(rows.map(({ position, alt, width }) => [position, alt, width])).toEqual([
        [0, "Tabla", 40],
        [1, "", 20],
        [2, "", 40],
      ]);
      // Only the duplicate upload of the slower request is deleted.
      await processMediaDeletions(servicesAt(app.clock.now + 3_600_000));
      const objectList = await app.bindings.MEDIA.list({ prefix: `images/listings/${listing.id}/` });
      const objects = rows.flatMap(({ file }) => [file, toCardFile(file)]).sort();
      expect(objectList.objects.map(({ key }) => key.split("/").at(-1)).sort()).toEqual(objects);
    },
  );

  it("is submitted although its draft was saved first", async () => {
    const draft = await createListing(teacher, { state: "draft", subject: "la" });
    const saved = { neighbourhood: "Zorilor" };
    await edit(toEditForm(draft, { ...saved, intent: "draft" }));
    const answer = await edit(toEditForm(draft, { ...saved, intent: "submit" }));
    expect([answer.status, getNotice(answer)]).toEqual([303, "published"]);
    expect(await findListing(draft.id)).toMatchObject({ state: "published", neighbourhood: "Zorilor" });
    // A submit with another text than the saved draft is a conflict.
    const otherListing = await createListing(teacher, { state: "draft", subject: "fr" });
    await edit(toEditForm(otherListing, { ...saved, intent: "draft" }));
    const conflict = await edit(toEditForm(otherListing, { neighbourhood: "Centru", intent: "submit" }));
    expect([conflict.status, (await findListing(otherListing.id))?.state]).toEqual([409, "draft"]);
  });

  it("reports the pending revision both times", async () => {
    const description = `${listing.description} Sunați la 0712 345 678.`;
    const answers = [
      await edit(toEditForm(listing, { description })),
      await edit(toEditForm(listing, { description, intent: "submit_anyway" })),
      // The text waits for moderation now, so it is not held back again.
      await edit(toEditForm(listing, { description })),
    ];
    expect(answers.shift()?.status).toBe(422);
    expect(answers.map(getNotice)).toEqual(["waiting", "waiting"]);
    expect((await findListing(listing.id))?.version).toBe(2);
  });

  it("returns 409 when its pictures changed or a reviewer rejected it", async () => {
    const first = toEditForm(listing, { price: "120" });
    await edit(toEditForm(listing, { price: "120" }, [createFile(await pngBytes(40, 20), "1.png")]));
    await expectStatus(edit(first), 409);
    expect(await listAttachedPictures()).toHaveLength(1);
    await updateRow(listings, listing.id, { state: "rejected", stateReasons: ["unclear"] });
    await expectStatus(
      edit(toEditForm(listing, { price: "120", picture: await listAttachedPictures() })),
      409,
    );
  });
});
