import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingImages, listings } from "@/db/schema";
import { newId } from "@/shared/ids";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, findListing } from "../../helpers/factories";
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

let app: TestApp;
let teacher: Awaited<ReturnType<typeof createTeacher>>;
let listing: Awaited<ReturnType<typeof createListing>>;
let as: Bearer;

beforeEach(async () => {
  app = createTestApp();
  teacher = await createTeacher(app);
  listing = await createListing(app, teacher);
  as = await createBearer(app, teacher);
});

const at = (name: string) => `/storage/images/listings/${listing.id}/${name}`;
const put = (name: string, body: Uint8Array<ArrayBuffer>, who: Bearer | null = as) =>
  call(app, who, "PUT", at(name), { body });
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
    const answer = await put("tabla-1.jpg", await jpegWithPlace(640, 480, 6));
    expect(answer.status).toBe(201);
    const file = await readStoredFile(answer);
    expect(file).toEqual({
      path: `${folder()}tabla-1.webp`,
      download_url: `https://catedra.test/${folder()}tabla-1.webp`,
    });
    expect(await listImages()).toMatchObject([
      { file: "tabla-1.webp", width: 480, height: 640, position: null, ownerId: teacher.id },
    ]);
    expect(await findVersion()).toBe(listing.version);
    expect((await call(app, null, "GET", at("tabla-1.png"))).status).toBe(404);
    expect((await call(app, as, "GET", at("tabla-1.png"))).status).toBe(200);
    const admin = await createBearer(app, await createAdmin(app));
    expect((await call(app, admin, "GET", at("tabla-1.png"))).status).toBe(200);
    expect((await app.get(`/${file.path}`)).status).toBe(404);
    const seen = await call(app, as, "GET", `/${file.path}`);
    expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    await seen.body?.cancel();
  });

  it("replaces a picture of the same name, which caches revalidate", async () => {
    await put("a.png", await pngBytes(30, 20));
    await put("b.png", await pngBytes(31, 20));
    expect((await put("a.jpg", await pngBytes(40, 20))).status).toBe(201);
    expect((await listImages()).map(({ file, width }) => [file, width])).toEqual([
      ["a.webp", 40],
      ["b.webp", 31],
    ]);
    expect(await findVersion()).toBe(listing.version);
    await setPosition("a.webp", 0);
    expect((await call(app, null, "GET", at("a.png"))).status).toBe(200);
    const seen = await app.request(`/${folder()}a.webp`, { method: "HEAD" });
    expect(seen.headers.get("cache-control")).toBe("public, no-cache");

    expect((await put("a.png", await pngBytes(50, 20))).status).toBe(201);
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
    const stranger = await createBearer(app, await createTeacher(app));
    const admin = await createBearer(app, await createAdmin(app));
    expect((await put("a.png", png, null)).status).toBe(401);
    expect((await put("a.png", png, stranger)).status).toBe(403);
    expect((await put("a.png", png, admin)).status).toBe(201);
    const nowhere = `/storage/images/listings/${newId()}/a.png`;
    expect((await call(app, as, "PUT", nowhere, { body: png })).status).toBe(403);
    expect((await call(app, admin, "PUT", nowhere, { body: png })).status).toBe(404);
    await db.update(listings).set({ state: "suspended" }).where(eq(listings.id, listing.id));
    expect((await put("a.png", png)).status).toBe(409);
    expect((await call(app, as, "DELETE", at("a.png"))).status).toBe(409);
    await db.update(listings).set({ state: "deleted" }).where(eq(listings.id, listing.id));
    expect((await put("a.png", png, admin)).status).toBe(404);
  });
});

describe("tus upload of a listing picture", () => {
  it("returns 201 and 204, and stores the same as PUT", async () => {
    const png = await longPng(300 * KB);
    const path = `${folder()}mare.png`;
    const location =
      (await createUpload(app, as, { path, length: png.length })).headers.get("location") ?? "";
    expect((await appendBytes(app, as, location, 0, png)).status).toBe(204);
    expect(await listImages()).toMatchObject([{ file: "mare.webp", width: 300, height: 200 }]);
    expect((await readStoredFile(await call(app, as, "GET", `/storage/${path}`))).path).toBe(
      `${folder()}mare.webp`,
    );
  });

  it("returns 404 at the end for a listing deleted meanwhile, and stores nothing", async () => {
    const png = await longPng(300 * KB);
    const path = `${folder()}mare.png`;
    const location =
      (await createUpload(app, as, { path, length: png.length })).headers.get("location") ?? "";
    await db.update(listings).set({ state: "deleted" }).where(eq(listings.id, listing.id));
    expect((await appendBytes(app, as, location, 0, png)).status).toBe(404);
    expect([...(await listKeys(app, folder())), ...(await listKeys(app, "uploads/"))]).toEqual([]);
  });
});

describe("DELETE /storage/images/listings/{listing id}/{name}.{ext}", () => {
  it("returns 204 for an unused picture, and 404 the second time", async () => {
    await put("a.png", await pngBytes(20, 20));
    expect((await call(app, null, "DELETE", at("a.png"))).status).toBe(401);
    expect(
      (await call(app, await createBearer(app, await createTeacher(app)), "DELETE", at("a.png"))).status,
    ).toBe(403);
    expect((await call(app, as, "DELETE", at("a.png"))).status).toBe(204);
    expect(await listKeys(app, folder())).toEqual([]);
    expect(await findVersion()).toBe(listing.version);
    expect((await call(app, as, "DELETE", at("a.png"))).status).toBe(404);
  });

  it("returns 204 for a used picture: the others are renumbered, and the listing's version increases", async () => {
    for (const [n, name] of ["a", "b", "c", "d"].entries()) {
      await put(`${name}.png`, await pngBytes(20 + n, 20));
      if (name !== "d") await setPosition(`${name}.webp`, n);
    }
    expect((await call(app, as, "DELETE", at("a.png"))).status).toBe(204);
    expect((await listImages()).map(({ file, position }) => [file, position])).toEqual([
      ["d.webp", null],
      ["b.webp", 0],
      ["c.webp", 1],
    ]);
    expect(await findVersion()).toBe(listing.version + 1);
    expect((await app.get(`/${folder()}a.webp`)).status).toBe(404);
    expect((await listKeys(app, folder())).length).toBe(6);
  });
});
