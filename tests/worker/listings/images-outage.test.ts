import { beforeEach, describe, expect, it } from "vitest";
import { listingImages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, expectText } from "../../helpers/app";
import { createListing, createTeacher, findListing, listRows, type User } from "../../helpers/factories";
import { captureErrors, failImages, imagesFailure } from "../../helpers/intercept";
import { fieldValues, listingForm, toEditForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";

let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const TYPED = "Algebră cu răbdare, pentru clasa a opta";
const twoFiles = async () => [
  createFile(await pngBytes(40, 20), "unu.png"),
  createFile(await pngBytes(20, 40), "doi.png"),
];
const send = (path: string, body: FormData, as = teacher) =>
  captureErrors(() => app.post(path, { body, as })).then(({ outcome }) => outcome);
const listPictures = (id: string) => listRows(listingImages, { listingId: id });

describe("listing form while pictures can't be encoded", () => {
  it.each([["submit"], ["draft"]])(
    "POST /tutoring/create with %s returns 503 with all values, and saves nothing",
    async (intent) => {
      failImages(app, imagesFailure(9522));
      const id = newId();
      const answer = await send(
        "/tutoring/create",
        listingForm({ id, intent, title: TYPED }, await twoFiles()),
      );
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
      const html = await answer.text();
      expectText(html, `value="${TYPED}"`, "“unu.png” could not be uploaded.");
      expect(await findListing(id)).toBeUndefined();
      expect(await listPictures(id)).toEqual([]);
    },
  );

  it("POST /tutoring/{id}/edit returns 503 with the pictures that were encoded, and saves nothing", async () => {
    const listing = await createListing(teacher);
    // Each picture is encoded twice: the second encoding fails.
    failImages(app, imagesFailure(), { from: 3 });
    const body = toEditForm(listing, { title: TYPED }, await twoFiles());
    const answer = await send(`/ro/tutoring/${listing.id}/edit`, body);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    const html = await answer.text();
    expectText(html, `value="${TYPED}"`, "„doi.png” nu a putut fi încărcată.");
    const [stored] = await listPictures(listing.id);
    // By its file, which a draft restored on another page knows, too.
    expect(fieldValues(html, "picture")).toEqual([`at:${stored?.file.replace(".webp", "")}`]);
    const now = await findListing(listing.id);
    expect([now?.title, now?.version]).toEqual([listing.title, listing.version]);
  });
});
