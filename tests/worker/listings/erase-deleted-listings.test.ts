import { expect, it } from "vitest";
import { listingImages, listingRevisions } from "@/db/schema";
import { eraseDeletedListings } from "@/features/listings";
import { newId } from "@/shared/ids";
import { app, db, expectPage, expectText } from "../../helpers/app";
import { createListing, createTeacher, createUser, findListing, listRows } from "../../helpers/factories";

import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;

it("job erase-deleted-listings erases the content of listings deleted thirty days ago; their URL still returns 410", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher, {
    title: "Lecții cu purgatoriul",
    latitude: 46.77123,
    longitude: 23.59123,
  });
  const file = `${newId()}.webp`;
  const key = `images/listings/${listing.id}/${file}`;
  await db.insert(listingImages).values({
    id: newId(),
    listingId: listing.id,
    ownerId: teacher.id,
    file,
    width: 1,
    height: 1,
    position: 0,
    createdTs: app.clock.now,
  });
  await app.bindings.MEDIA.put(key, "picture");
  await db.insert(listingRevisions).values({
    listingId: listing.id,
    title: "Titlu",
    description: "Text",
    submittedTs: 1,
  });
  const learner = await createUser();
  await app.post(`/tutoring/${listing.id}/enquiries`, {
    as: learner,
    form: { message: "Mai aveți locuri?" },
  });
  const otherListing = await createListing(teacher, { subject: "p" });
  await app.post(`/tutoring/${listing.id}/delete`, { form: {}, as: teacher });
  const deletedTs = app.clock.now;

  expect(await eraseDeletedListings(servicesAt(deletedTs + 30 * DAY_MS - 1))).toBe(0);
  expect((await findListing(listing.id))?.title).toBe("Lecții cu purgatoriul");
  const now = deletedTs + 30 * DAY_MS;
  expect(await eraseDeletedListings(servicesAt(now))).toBe(1);
  expect(await eraseDeletedListings(servicesAt(now))).toBe(0);
  expect(await findListing(listing.id)).toMatchObject({
    state: "deleted",
    title: "",
    description: "",
    neighbourhood: "",
    latitude: null,
    longitude: null,
    subject: "m",
    county: "cj",
    erasedTs: now,
  });
  expect(await listRows(listingImages, { listingId: listing.id })).toEqual([]);
  expect(await listRows(listingRevisions, { listingId: listing.id })).toEqual([]);
  expect(await app.bindings.MEDIA.head(key)).toBeNull();
  expect((await findListing(otherListing.id))?.title).toBe(otherListing.title);
  const inbox = await app.read("/profile/enquiries", { as: learner });
  expectText(inbox, "Mai aveți locuri?", "A deleted listing");
  expect(await expectPage(app.get(`/tutoring/${listing.id}`), 410)).not.toContain("purgatoriul");
});
