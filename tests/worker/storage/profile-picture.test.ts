import { imageSize } from "image-size";
import { beforeEach, describe, expect, it } from "vitest";
import { users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { IMAGE_TYPES } from "@/shared/picture-limits";
import { app, expectStatus } from "../../helpers/app";
import { countRows, createAdmin, createUser, findUser, type User, updateRow } from "../../helpers/factories";
import { jpegWithPlace, longPng, PLACE_MARK, pngBytes, readBytes } from "../../helpers/pictures";
import {
  type Bearer,
  call,
  createBearer,
  decodeBytes,
  KB,
  listKeys,
  readStoredFile,
} from "../../helpers/storage-fixture";

let user: User;
let as: Bearer;
let path: string;

beforeEach(async () => {
  user = await createUser();
  as = await createBearer(user);
  path = `/storage/images/profile-pictures/${user.id}.jpg`;
});

const put = (body: Uint8Array<ArrayBuffer>, to = path, who: Bearer | null = as) =>
  call(who, "PUT", to, { body, headers: { "content-type": "image/jpeg" } });
const folder = () => `images/profile-pictures/${user.id}/`;
/** The signatures that the picture-size library expects. */
const KIND_OF = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/avif": "avif" };
const toPath = (url: string) => url.replace(/^https?:\/\/[^/]+/, "");

describe("PUT /storage/images/profile-pictures/{id}.{ext}", () => {
  it("returns 201 with the URL; stores squares without metadata", async () => {
    const jpeg = await jpegWithPlace();
    expect(decodeBytes(jpeg)).toContain(PLACE_MARK);
    const answer = await expectStatus(put(jpeg), 201);
    const file = await readStoredFile(answer);
    expect(file).toEqual({
      path: `images/profile-pictures/${user.id}.webp`,
      download_url: `https://catedra.test/images/profile-pictures/${user.id}.webp?v=${app.clock.now}`,
    });
    expect(await findUser(user.id)).toMatchObject({ profilePicture: "webp", pictureTs: app.clock.now });

    const keys = await listKeys(folder());
    expect(keys.length).toBe(3);
    for (const key of keys) {
      const stored = await app.bindings.MEDIA.get(key);
      const bytes = new Uint8Array(await (stored as R2ObjectBody).arrayBuffer());
      expect(decodeBytes(bytes.slice(0, 4))).toBe("RIFF");
      for (const mark of [PLACE_MARK, "EXIF", "Exif", "GPS"]) expect(decodeBytes(bytes)).not.toContain(mark);
    }
  });

  it.each(IMAGE_TYPES)("returns 201 for %s, whatever content type the request has", async (format) => {
    const drawn = new Blob([await pngBytes(64, 48)]).stream();
    const encoded = await app.bindings.IMAGES.input(drawn).output({ format });
    const picture = await readBytes(encoded.response().body as ReadableStream);
    expect(imageSize(picture).type).toBe(KIND_OF[format]);
    const { path: stored } = await readStoredFile(await put(picture));
    expect(stored).toBe(`images/profile-pictures/${user.id}.webp`);
  });

  it("replaces the picture and deletes the objects of the first", async () => {
    await put(await pngBytes(40, 40));
    const [before] = await listKeys(folder());
    const first = await readStoredFile(await call(as, "GET", path));
    // Also within the same millisecond.
    await expectStatus(put(await pngBytes(50, 50)), 201);
    const second = await readStoredFile(await call(as, "GET", path));
    expect(second.download_url).not.toBe(first.download_url);
    const keys = await listKeys(folder());
    expect(keys.length).toBe(3);
    expect(keys).not.toContain(before);
    expect(await countRows("media_deletions")).toBe(0);
    const old = await app.get(toPath(first.download_url));
    expect([old.status, old.headers.get("cache-control")]).toEqual([200, "public, no-cache"]);
    await old.body?.cancel();
  });

  it("returns 401 without a token, 403 for another user, 201 for an admin with an audit event", async () => {
    const png = await pngBytes(20, 20);
    const anonymous = await expectStatus(put(png, path, null), 401);
    expect(anonymous.headers.get("www-authenticate")).toContain("Bearer");
    const otherBearer = await createBearer(await createUser());
    await expectStatus(put(png, path, otherBearer), 403);
    await expectStatus(app.request(path, { method: "PUT", body: png, as: user }), 401);
    expect(await listKeys(folder())).toEqual([]);
    const before = await countRows("audit_log");
    const admin = await createBearer(await createAdmin());
    await expectStatus(put(png, path, admin), 201);
    expect(await countRows("audit_log")).toBe(before + 1);
    await expectStatus(put(png, `/storage/images/profile-pictures/${newId()}.png`, admin), 404);
  });

  it.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string]>([
    ["text", () => bytes("hello"), "not_an_image"],
    ["SVG", () => bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), "not_an_image"],
    [
      "HTML behind a JPEG's first bytes",
      () => bytes("\xff\xd8\xff\xe0<script>alert(1)</script>"),
      "not_an_image",
    ],
    ["a picture that is cut off", async () => (await pngBytes(300, 300)).slice(0, 60), "not_an_image"],
    ["a bomb", () => pngBytes(100_000, 100_000, false), "image_too_many_pixels"],
  ])("returns 422 for %s, and stores nothing", async (_, make, code) => {
    const answer = await expectStatus(put(await make()), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "picture", code }] });
    expect(await listKeys(folder())).toEqual([]);
    expect((await findUser(user.id))?.profilePicture).toBeNull();
  });

  it("re-encodes a picture with a page appended after its pixels", async () => {
    const page = bytes("<html><script>alert(1)</script></html>");
    const both = await readBytes(new Blob([await pngBytes(30, 30), page]).stream());
    await expectStatus(put(both), 201);
    for (const key of await listKeys(folder())) {
      const stored = await app.bindings.MEDIA.get(key);
      expect(decodeBytes(new Uint8Array(await (stored as R2ObjectBody).arrayBuffer()))).not.toContain(
        "script",
      );
    }
  });

  it("returns 201 for 256 KB, 413 with a hint above that, with or without Content-Length", async () => {
    await expectStatus(put(await longPng(256 * KB)), 201);
    const more = await longPng(256 * KB + 1);
    const stream = new Blob([more]).stream();
    for (const body of [more, stream]) {
      const answer = await expectStatus(call(as, "PUT", path, { body }), 413);
      expect(((await answer.json()) as { detail: string }).detail).toContain("/storage/uploads");
    }
  });
});

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

it("GET and DELETE /storage/images/profile-pictures/{id}.{ext} returns 200 for everyone under any extension; 404 before and after", async () => {
  await expectStatus(call(null, "GET", path), 404);
  await expectStatus(call(as, "DELETE", path), 404);
  await put(await pngBytes(20, 20));
  for (const extension of ["jpg", "avif"]) {
    const answer = await expectStatus(call(null, "GET", path.replace(/jpg$/, extension)), 200);
    expect((await readStoredFile(answer)).path).toBe(`images/profile-pictures/${user.id}.webp`);
  }
  const otherBearer = await createBearer(await createUser());
  await expectStatus(call(null, "DELETE", path), 401);
  await expectStatus(call(otherBearer, "DELETE", path), 403);
  await expectStatus(call(as, "DELETE", path), 204);
  await expectStatus(call(null, "GET", path), 404);
  expect(await listKeys(folder())).toEqual([]);
  expect(await findUser(user.id)).toMatchObject({ profilePicture: null, pictureTs: null });
  await expectStatus(call(as, "DELETE", path), 404);
});

describe("GET /images/profile-pictures/{id}.{ext}", () => {
  const side = async (query: string) => {
    const answer = await expectStatus(app.get(`/images/profile-pictures/${user.id}.webp${query}`), 200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    return imageSize(await readBytes(answer.body as ReadableStream)).width;
  };

  it("returns the smallest square that fills the requested width", async () => {
    await put(await pngBytes(600, 700));
    const sides = await Promise.all(["", "?w=96", "?w=97", "?w=9999"].map(side));
    expect(sides).toEqual([512, 96, 192, 512]);
    // An invalid width counts as none.
    for (const query of ["?w=x", "?w=-1"]) expect(await side(query)).toBe(512);
  });

  it("is cached for ever at the current version, otherwise revalidated by ETag", async () => {
    await put(await pngBytes(20, 20));
    const address = `/images/profile-pictures/${user.id}.webp`;
    const head = await app.request(`${address}?v=${app.clock.now}`, { method: "HEAD" });
    expect(head.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(20);
    const asking = await app.request(address, { method: "HEAD" });
    expect(asking.headers.get("cache-control")).toBe("public, no-cache");
    const known = { headers: { "if-none-match": asking.headers.get("etag") ?? "" } };
    await expectStatus(app.get(address, known), 304);
    await put(await pngBytes(20, 20, true, 240));
    const changed = await expectStatus(app.get(address, known), 200);
    await changed.body?.cancel();
  });

  it("hides a disabled user's picture from everyone except admins, uncached", async () => {
    await put(await pngBytes(20, 20));
    await updateRow(users, user.id, { disabledTs: app.clock.now, disabledBy: "admin" });
    const address = `/images/profile-pictures/${user.id}.webp?v=${app.clock.now}`;
    await expectStatus(app.get(address), 404);
    await expectStatus(app.get(address, { as: await createUser() }), 404);
    await expectStatus(call(null, "GET", path), 404);
    const admin = await createAdmin();
    const seen = await app.get(address, { as: admin });
    expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    await seen.body?.cancel();
    await expectStatus(call(await createBearer(admin), "GET", path), 200);
  });
});

it.each([
  ["images/profile-pictures/../x.jpg", 403],
  ["images//x.jpg", 400],
  ["images/profile-pictures/a%00.jpg", 400],
  [`images/${"x".repeat(300)}.jpg`, 400],
  ["images/profile-pictures/abc.jpg", 403],
  [`images/profile-pictures/${"0".repeat(16)}.gif`, 403],
  ["passwords.txt", 403],
  [`images/listings/${"0".repeat(16)}/a-480.jpg`, 400],
  [`images/listings/${"0".repeat(16)}/a.jpg`, 403],
  [`images/blog/${"0".repeat(16)}/a.jpg`, 403],
])("other paths of /storage %s is rejected with %i", async (name, status) => {
  await expectStatus(put(await pngBytes(5, 5), `/storage/${name}`), status);
  await expectStatus(call(as, "DELETE", `/storage/${name}`), status);
});
