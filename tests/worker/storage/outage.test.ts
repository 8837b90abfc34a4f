import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDueDeletions, processDeletions, scheduleDeletionStatements } from "@/db/media-deletions";
import { listingImages, listings, mediaDeletions, uploads, users } from "@/db/schema";
import { processMediaDeletions } from "@/features/storage";

import { app, createTestApp, db, expectStatus, type TestApp } from "../../helpers/app";
import {
  countRows,
  createListing,
  createTeacher,
  createUser,
  type Listing,
  type User,
} from "../../helpers/factories";
import { captureErrors, failImages, imagesFailure as failure, intercept } from "../../helpers/intercept";

import { longPng, pngBytes } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";
import {
  appendBytes,
  type Bearer,
  call,
  createBearer,
  createUpload,
  getUploadState,
  KB,
  listKeys,
} from "../../helpers/storage-fixture";

const HOUR_MS = 3_600_000;
let teacher: User;
let listing: Listing;
let as: Bearer;

beforeEach(async () => {
  await db.delete(mediaDeletions);
  teacher = await createTeacher();
  listing = await createListing(teacher);
  as = await createBearer(teacher);
});

const fail = () => Promise.reject(new Error("away"));
const folder = () => `images/listings/${listing.id}/`;
const put = (to: TestApp, body: Uint8Array<ArrayBuffer>, path = `/storage/${folder()}a.png`) =>
  call(as, "PUT", path, { body }, to);
const findImage = () => db.query.listingImages.findFirst({ where: eq(listingImages.listingId, listing.id) });
const sweepLater = () => processMediaDeletions(servicesAt(app.clock.now + HOUR_MS));
/** A batch of a single statement reads the session; it is answered. */
const readsSession = ([statements]: unknown[]) => Array.isArray(statements) && statements.length === 1;
const createBrokenApp = (binding: "DB" | "MEDIA", method: string) => {
  const otherApp = createTestApp();
  intercept(otherApp, binding, method, (real, ...args) => (readsSession(args) ? real(...args) : fail()));
  return otherApp;
};
const getImageState = async () => {
  const answer = await app.get(`/${folder()}a.webp`);
  await answer.body?.cancel();
  return [answer.status, answer.headers.get("etag")];
};
const putPlacedImage = async (width: number) => {
  await put(app, await pngBytes(width, 20));
  await db.update(listingImages).set({ position: 0 }).where(eq(listingImages.listingId, listing.id));
  return getImageState();
};

it("while the bucket deletes nothing a new picture with the name of a deleted one survives the scheduled deletion", async () => {
  await putPlacedImage(20);
  const removed = await captureErrors(() =>
    call(as, "DELETE", `/storage/${folder()}a.png`, {}, createBrokenApp("MEDIA", "delete")),
  );
  expect(removed.outcome.status).toBe(204);
  expect(removed.complaints.join()).toContain("media_deletion_failed");
  const [status] = await putPlacedImage(30);
  expect(status).toBe(200);
  await sweepLater();
  expect((await getImageState())[0]).toBe(200);
  expect((await listKeys(folder())).length).toBe(2);
  expect(await countRows("media_deletions")).toBe(0);
});

it("while the database rejects every batch 500: a listing keeps its picture, and the new picture's objects are deleted", async () => {
  const before = await putPlacedImage(20);
  const { outcome } = await captureErrors(async () =>
    put(createBrokenApp("DB", "batch"), await pngBytes(99, 20)),
  );
  expect(outcome.status).toBe(500);
  expect(await getImageState()).toEqual(before);
  expect((await findImage())?.width).toBe(20);
  expect(await processMediaDeletions(servicesAt(app.clock.now))).toBe(0);
  expect((await listKeys(folder())).length).toBe(4);
  await sweepLater();
  expect((await listKeys(folder())).length).toBe(2);
  expect(await getImageState()).toEqual(before);
});

describe("while pictures can't be encoded", () => {
  it.each([
    [9522, "images_unavailable", "30"],
    [9422, "images_limit_reached", "3600"],
  ])(
    "503, not 422, for the service's error %s; the last bytes may be sent again",
    async (code, title, retryAfter) => {
      const png = await longPng(300 * KB);
      const path = `images/profile-pictures/${teacher.id}.png`;
      const location = (await createUpload(as, { path, length: png.length })).headers.get("location") ?? "";
      const otherApp = createTestApp();
      failImages(otherApp, failure(code));
      const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
      const { outcome, complaints } = await captureErrors(() =>
        appendBytes(as, location, 0, png, {}, otherApp),
      );
      expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([503, retryAfter]);
      expect(await outcome.json()).toMatchObject({ title, status: 503 });
      const [line = ""] = [...complaints, ...warned.mock.calls.flat().map(String)];
      expect(JSON.parse(line)).toMatchObject({
        event: title,
        alert: code === 9422 ? title : "error",
      });
      expect(line).toContain("IMAGES_TRANSFORM_ERROR");
      expect((await getUploadState(as, location)).headers.get("upload-offset")).toBe("0");
      await expectStatus(appendBytes(as, location, 0, png), 204);
    },
  );

  it("201 after one failure, and 422 for a file that the service cannot read", async () => {
    const stumbling = createTestApp();
    failImages(stumbling, failure(9523), { times: 1 });
    await expectStatus(put(stumbling, await pngBytes(20, 20)), 201);
    for (const code of [9412, 9520]) {
      const otherApp = createTestApp();
      failImages(otherApp, failure(code));
      await expectStatus(put(otherApp, await pngBytes(20, 20)), 422);
    }
  });
});

describe("changes while a file is stored", () => {
  it("409 for a listing suspended meanwhile, whose picture is unchanged", async () => {
    const before = await putPlacedImage(20);
    const otherApp = createTestApp();
    const state = (to: "suspended" | "published") =>
      db.update(listings).set({ state: to }).where(eq(listings.id, listing.id));
    intercept(otherApp, "DB", "batch", async (real, ...args) => {
      await state("suspended");
      return real(...args);
    });
    await expectStatus(put(otherApp, await pngBytes(99, 20)), 409);
    await state("published");
    expect(await getImageState()).toEqual(before);
    expect((await findImage())?.width).toBe(20);
    expect((await listKeys(folder())).length).toBe(2);
    expect(await countRows("media_deletions")).toBe(0);
  });

  it("401 for an upload that begins while its user is erased", async () => {
    const person = await createUser();
    const theirs = await createBearer(person);
    const otherApp = createTestApp();
    intercept(otherApp, "DB", "batch", async (real, ...args) => {
      await db.run(sql`delete from sessions where user_id = ${person.id}`);
      await db.delete(users).where(eq(users.id, person.id));
      return real(...args);
    });
    const path = `images/profile-pictures/${person.id}.png`;
    await expectStatus(createUpload(theirs, { path, length: 10 }, otherApp), 401);
    expect(await db.query.uploads.findFirst({ where: eq(uploads.userId, person.id) })).toBeUndefined();
  });
});

describe("media deletions", () => {
  const schedule = (keys: string[], createdTs: number) =>
    db.insert(mediaDeletions).values(keys.map((key) => ({ key, createdTs })));
  const many = (count: number) => Array.from({ length: count }, (_, n) => `uploads/old${n}/`);

  it("are processed by the batch that scheduled them, however many are pending", async () => {
    await putPlacedImage(20);
    for (const some of [many(40), many(80).slice(40), many(120).slice(80)]) await schedule(some, 1);
    await expectStatus(call(as, "DELETE", `/storage/${folder()}a.png`), 204);
    expect(await listKeys(folder())).toEqual([]);
    expect(await countRows("media_deletions")).toBe(120);
    expect(await sweepLater()).toBe(120);
    expect(await countRows("media_deletions")).toBe(0);
  });

  it("survive when they are scheduled again during processing", async () => {
    await schedule(["uploads/x/0"], 1);
    const due = await listDueDeletions(db, { before: 2, limit: 10 });
    const [again] = scheduleDeletionStatements({ db, now: 5 }, ["uploads/x/0"]);
    await processDeletions(db, due, async () => {
      if (again) await db.batch([again]);
    });
    expect(await db.select().from(mediaDeletions)).toEqual([{ key: "uploads/x/0", createdTs: 5 }]);
  });
});
