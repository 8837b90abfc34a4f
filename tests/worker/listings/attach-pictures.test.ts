import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingImages } from "@/db/schema";
import { editListing } from "@/features/listings/lifecycle/edit-listing";
import { fromListingColumns } from "@/features/listings/listing-columns";
import { newId } from "@/shared/ids";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

let app: TestApp;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  app = createTestApp();
  teacher = await createTeacher(app);
});

const listPictures = (listingId: string) =>
  db.query.listingImages.findMany({
    where: eq(listingImages.listingId, listingId),
    orderBy: listingImages.position,
  });

describe("pictures of a listing", () => {
  const insertPicture = async (
    listingId: string,
    ownerId: string,
    overrides: Partial<typeof listingImages.$inferInsert> = {},
  ) => {
    const id = newId();
    const file = `${id}.webp`;
    const row = {
      id,
      listingId,
      ownerId,
      file,
      width: 10,
      height: 10,
      createdTs: app.clock.now,
      ...overrides,
    };
    await db.insert(listingImages).values(row);
    return id;
  };

  it("are at most five, without duplicates, and only the listing's or uploaded by the user", async () => {
    const listing = await createListing(app, teacher);
    const { id, version } = listing;
    const otherTeacher = await createTeacher(app);
    const theirs = await insertPicture(id, otherTeacher.id);
    const ofOtherListing = await insertPicture(newId(), teacher.id);
    const byAdmin = await insertPicture(id, otherTeacher.id, { position: 0 });
    const mine: string[] = [];
    for (let n = 0; n < 6; n++) mine.push(await insertPicture(id, teacher.id));
    const ids = [theirs, mine[0], mine[0], ofOtherListing, byAdmin, newId(), ...mine.slice(1)] as string[];
    const ctx = {
      ...servicesAt(app.clock.now),
      user: {
        ...teacher,
        sessionId: "test",
        emailVerified: true,
        unread: 0,
        shortlist: [],
        lacksTwoStep: false,
      },
    };
    const pictures = ids.map((pictureId, n) => ({ id: pictureId, alt: `Poza ${n}` }));
    const edit = { id, version, submit: true, listing: fromListingColumns(listing), pictures };
    const result = await editListing(ctx, edit);
    expect(result.ok).toBe(true);
    const attached = (await listPictures(id)).filter(({ position }) => position !== null);
    expect(attached.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
    expect(attached.map((picture) => picture.id)).toEqual([mine[0], byAdmin, mine[1], mine[2], mine[3]]);
    expect(attached.map(({ alt }) => alt)).toEqual([1, 4, 6, 7, 8].map((n) => `Poza ${n}`));
    expect((await listPictures(id)).find((picture) => picture.id === theirs)?.position).toBeNull();
  });
});
