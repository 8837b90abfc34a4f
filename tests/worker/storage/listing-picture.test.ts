import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingImages, listings } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db, expectStatus } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  type Listing,
  type User,
  updateRow,
} from "../../helpers/factories";
import { jpegWithPlace, longPng, pngBytes } from "../../helpers/pictures";
import {
  appendBytes,
  type Bearer,
  call,
  createBearer,
  createUpload,
  KB,
  listKeys,
  readStoredFile,
} from "../../helpers/storage-fixture";

let teacher: User;
let listing: Listing;
let as: Bearer;

beforeEach(async () => {
  teacher = await createTeacher();
  listing = await createListing(teacher);
  as = await createBearer(teacher);
});

const at = (name: string) => `/storage/images/listings/${listing.id}/${name}`;
const put = (name: string, body: Uint8Array<ArrayBuffer>, who: Bearer | null = as) =>
  call(who, "PUT", at(name), { body });
const listImages = () =>
  db.query.listingImages.findMany({
    where: eq(listingImages.listingId, listing.id),
    orderBy: [listingImages.position, listingImages.file],
  });
const findVersion = async () => (await findListing(listing.id))?.version;
const setPosition = (file: string, position: number) =>
  db.update(listingImages).set({ position }).where(eq(listingImages.file, file));
const folder = () => `images/listings/${listing.id}/`;

describe("PUT /storage/images/listings/{listing id}/{name}.{ext}", () => {
  it("returns 201: stored upright; until the listing uses it, only its owner and admins see it", async () => {
    const answer = await expectStatus(put("tabla-1.jpg", await jpegWithPlace(640, 480, 6)), 201);
    const file = await readStoredFile(answer);
    expect(file).toEqual({
      path: `${folder()}tabla-1.webp`,
      download_url: `https://catedra.test/${folder()}tabla-1.webp`,
    });
    expect(await listImages()).toMatchObject([
      { file: "tabla-1.webp", width: 480, height: 640, position: null, ownerId: teacher.id },
    ]);
    expect(await findVersion()).toBe(listing.version);
    await expectStatus(call(null, "GET", at("tabla-1.png")), 404);
    await expectStatus(call(as, "GET", at("tabla-1.png")), 200);
    const admin = await createBearer(await createAdmin());
    await expectStatus(call(admin, "GET", at("tabla-1.png")), 200);
    await expectStatus(app.get(`/${file.path}`), 404);
    const seen = await call(as, "GET", `/${file.path}`);
    expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    await seen.body?.cancel();
  });

  it("replaces a picture of the same name, which caches revalidate", async () => {
    await put("a.png", await pngBytes(30, 20));
    await put("b.png", await pngBytes(31, 20));
    await expectStatus(put("a.jpg", await pngBytes(40, 20)), 201);
    expect((await listImages()).map(({ file, width }) => [file, width])).toEqual([
      ["a.webp", 40],
      ["b.webp", 31],
    ]);
    expect(await findVersion()).toBe(listing.version);
    await setPosition("a.webp", 0);
    await expectStatus(call(null, "GET", at("a.png")), 200);
    const seen = await app.request(`/${folder()}a.webp`, { method: "HEAD" });
    expect(seen.headers.get("cache-control")).toBe("public, no-cache");

    await expectStatus(put("a.png", await pngBytes(50, 20)), 201);
    expect((await listImages()).find(({ file }) => file === "a.webp")).toMatchObject({
      width: 50,
      position: 0,
    });
    expect(await findVersion()).toBe(listing.version + 1);
  });

  it("keeps one row for parallel uploads under one name", async () => {
    const answers = await Promise.all(
      [21, 22, 23].map(async (side) => put("a.png", await pngBytes(side, 20))),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await listImages()).length).toBe(1);
  });

  it("returns 401, 403 or 404 for another user's or an unknown listing; 409 while it is suspended", async () => {
    const png = await pngBytes(20, 20);
    const stranger = await createBearer(await createTeacher());
    const admin = await createBearer(await createAdmin());
    await expectStatus(put("a.png", png, null), 401);
    await expectStatus(put("a.png", png, stranger), 403);
    await expectStatus(put("a.png", png, admin), 201);
    const nowhere = `/storage/images/listings/${newId()}/a.png`;
    await expectStatus(call(as, "PUT", nowhere, { body: png }), 403);
    await expectStatus(call(admin, "PUT", nowhere, { body: png }), 404);
    await updateRow(listings, listing.id, { state: "suspended" });
    await expectStatus(put("a.png", png), 409);
    await expectStatus(call(as, "DELETE", at("a.png")), 409);
    await updateRow(listings, listing.id, { state: "deleted" });
    await expectStatus(put("a.png", png, admin), 404);
  });
});

it("tus upload of a listing picture returns 404 at the end for a listing deleted meanwhile, and stores nothing", async () => {
  const png = await longPng(300 * KB);
  const path = `${folder()}mare.png`;
  const location = (await createUpload(as, { path, length: png.length })).headers.get("location") ?? "";
  await updateRow(listings, listing.id, { state: "deleted" });
  await expectStatus(appendBytes(as, location, 0, png), 404);
  expect([...(await listKeys(folder())), ...(await listKeys("uploads/"))]).toEqual([]);
});

describe("DELETE /storage/images/listings/{listing id}/{name}.{ext}", () => {
  it("returns 204 for an unused picture, and 404 the second time", async () => {
    await put("a.png", await pngBytes(20, 20));
    await expectStatus(call(null, "DELETE", at("a.png")), 401);
    await expectStatus(call(await createBearer(await createTeacher()), "DELETE", at("a.png")), 403);
    await expectStatus(call(as, "DELETE", at("a.png")), 204);
    expect(await listKeys(folder())).toEqual([]);
    expect(await findVersion()).toBe(listing.version);
    await expectStatus(call(as, "DELETE", at("a.png")), 404);
  });

  it("returns 204 for a used picture: the others are renumbered, and the listing's version increases", async () => {
    for (const [n, name] of ["a", "b", "c", "d"].entries()) {
      await put(`${name}.png`, await pngBytes(20 + n, 20));
      if (name !== "d") await setPosition(`${name}.webp`, n);
    }
    await expectStatus(call(as, "DELETE", at("a.png")), 204);
    expect((await listImages()).map(({ file, position }) => [file, position])).toEqual([
      ["d.webp", null],
      ["b.webp", 0],
      ["c.webp", 1],
    ]);
    expect(await findVersion()).toBe(listing.version + 1);
    await expectStatus(app.get(`/${folder()}a.webp`), 404);
    expect((await listKeys(folder())).length).toBe(6);
  });
});
