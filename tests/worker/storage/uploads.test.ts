import { beforeEach, describe, expect, it } from "vitest";
import { idempotencyKeys, users } from "@/db/schema";
import { sweepUploads } from "@/features/storage";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { app, createTestApp, db, expectStatus } from "../../helpers/app";
import { countRows, createUser, findUser, updateRow } from "../../helpers/factories";
import { captureErrors, intercept } from "../../helpers/intercept";
import { longPng } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";
import {
  appendBytes,
  call,
  createBearer,
  createBytes,
  createUpload,
  createUploader,
  getUploadState,
  KB,
  listKeys,
  readOffset,
  readStoredFile,
  TUS,
  toUploadId,
  type Uploader,
} from "../../helpers/storage-fixture";

let user: Uploader["user"];
let as: Uploader["as"];
let path: Uploader["path"];
let beginUpload: Uploader["beginUpload"];

beforeEach(async () => {
  ({ user, as, path, beginUpload } = await createUploader());
});

describe("POST /storage/uploads", () => {
  it("returns 201 with the location and the expiry of the upload", async () => {
    const answer = await expectStatus(createUpload(as, { path, length: 300 * KB }), 201);
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    expect(answer.headers.get("location")).toMatch(/^\/storage\/uploads\/\w{16}$/);
    expect(Date.parse(answer.headers.get("upload-expires") ?? "")).toBe(app.clock.now + DAY_MS);
    const head = await expectStatus(getUploadState(as, answer.headers.get("location") ?? ""), 200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      "upload-offset": "0",
      "upload-length": String(300 * KB),
      "upload-metadata": `path ${btoa(path)},filetype ${btoa("image/png")}`,
      "cache-control": "no-store",
    });
  });

  it("returns 201 once for one Idempotency-Key, with the same location", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await createUpload(as, { path, length: 10, headers });
    const again = await createUpload(as, { path, length: 10, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    for (const name of ["location", "tus-resumable", "upload-expires", "content-type"]) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
      expect(again.headers.get(name), name).not.toBeNull();
    }
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const upload = await first.json();
    expect(await again.json()).toEqual(upload);
    // The database failed before it stored the response.
    await db.delete(idempotencyKeys);
    const third = await expectStatus(createUpload(as, { path, length: 10, headers }), 201);
    expect(await third.json()).toEqual(upload);
    expect(await countRows("uploads")).toBe(1);
  });

  it("returns 429 for an eleventh parallel upload, until one ends; and above the hourly limit", async () => {
    const places = [];
    for (let n = 0; n < 10; n++) places.push(await beginUpload(10));
    const answer = await expectStatus(createUpload(as, { path, length: 10 }), 429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectStatus(call(as, "DELETE", places[0] ?? "", { headers: TUS }), 204);
    await beginUpload(10);
    await app.bindings.DB.prepare("update limit_counters set hits = 120 where name = 'uploads'").run();
    await call(as, "DELETE", places[1] ?? "", { headers: TUS });
    await expectStatus(createUpload(as, { path, length: 10 }), 429);
  });
});

it("DELETE /storage/uploads/{id} returns 204: parts and row are deleted; a stored file stays", async () => {
  const location = await beginUpload(300 * KB);
  await appendBytes(as, location, 0, createBytes(10));
  const otherBearer = await createBearer(await createUser());
  await expectStatus(call(otherBearer, "DELETE", location, { headers: TUS }), 404);
  await expectStatus(call(as, "DELETE", location, { headers: TUS }), 204);
  expect(await listKeys("uploads/")).toEqual([]);
  await expectStatus(call(as, "DELETE", location, { headers: TUS }), 404);

  const png = await longPng(300 * KB);
  const stored = await beginUpload(png.length);
  await appendBytes(as, stored, 0, png);
  await expectStatus(call(as, "DELETE", stored, { headers: TUS }), 204);
  await expectStatus(call(null, "GET", `/storage/${path}`), 200);
});

it("expired upload returns 410 for every call; the job deletes it with its parts and orphaned parts, and keeps the others", async () => {
  const old = await beginUpload(300 * KB);
  await appendBytes(as, old, 0, createBytes(10));
  const died = `uploads/${newId()}/0-part`;
  await app.bindings.MEDIA.put(died, "part");
  app.clock.now += DAY_MS;
  for (const answer of [
    await getUploadState(as, old),
    await appendBytes(as, old, 10, createBytes(10)),
    await call(as, "DELETE", old, { headers: TUS }),
  ]) {
    expect(answer.status).toBe(410);
  }
  const young = await beginUpload(300 * KB);
  await appendBytes(as, young, 0, createBytes(10));
  expect(await sweepUploads(servicesAt(app.clock.now))).toBe(1);
  await expectStatus(getUploadState(as, old), 404);
  expect(readOffset(await getUploadState(as, young))).toBe("10");
  const keys = await listKeys("uploads/");
  expect(keys.length).toBe(1);
  expect(keys[0]).toContain(toUploadId(young));
});

const findPictureFormat = async () => (await findUser(user.id))?.profilePicture ?? null;

describe("PATCH /storage/uploads/{id}", () => {
  it("returns 204 for each part; the last one stores the file and deletes the parts", async () => {
    const png = await longPng(700 * KB);
    const location = await beginUpload(png.length);
    let offset = 0;
    for (const size of [256 * KB, 300 * KB]) {
      const answer = await appendBytes(as, location, offset, png.slice(offset, offset + size));
      offset += size;
      expect([answer.status, readOffset(answer)]).toEqual([204, String(offset)]);
      expect(await findPictureFormat()).toBeNull();
    }
    expect((await listKeys(`uploads/${toUploadId(location)}/`)).length).toBe(2);
    const last = await appendBytes(as, location, offset, png.slice(offset));
    expect([last.status, readOffset(last)]).toEqual([204, String(png.length)]);
    const file = await readStoredFile(await call(null, "GET", `/storage/${path}`));
    expect(file.path).toBe(`images/profile-pictures/${user.id}.webp`);
    expect(await listKeys("uploads/")).toEqual([]);
    expect(await countRows("media_deletions")).toBe(0);
  });

  it("reports completion when the last answer was lost, and stores nothing twice", async () => {
    const png = await longPng(300 * KB);
    const location = await beginUpload(png.length);
    await appendBytes(as, location, 0, png);
    const keys = await listKeys(`images/profile-pictures/${user.id}/`);
    const head = await getUploadState(as, location);
    expect([head.status, readOffset(head)]).toEqual([200, String(png.length)]);
    await expectStatus(appendBytes(as, location, 0, png), 409);
    expect(await listKeys(`images/profile-pictures/${user.id}/`)).toEqual(keys);
  });

  it("accepts one of two parts for one offset, and stores nothing of the other", async () => {
    const png = await longPng(600 * KB);
    const location = await beginUpload(png.length);
    const part = png.slice(0, 200 * KB);
    const answers = await Promise.all([1, 2, 3].map(() => appendBytes(as, location, 0, part)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await listKeys(`uploads/${toUploadId(location)}/`)).length).toBe(1);
    const ends = await Promise.all(
      [1, 2, 3].map(() => appendBytes(as, location, part.length, png.slice(part.length))),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await listKeys(`images/profile-pictures/${user.id}/`)).length).toBe(3);
    expect(await listKeys("uploads/")).toEqual([]);
  });

  it("returns 422 with the reason for a file that is not a picture; the upload ends, and another may begin", async () => {
    const location = await beginUpload(300 * KB);
    await appendBytes(as, location, 0, createBytes(200 * KB));
    const answer = await expectStatus(appendBytes(as, location, 200 * KB, createBytes(100 * KB)), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "picture", code: "not_an_image" }] });
    await expectStatus(getUploadState(as, location), 404);
    expect(await listKeys("uploads/")).toEqual([]);
    expect(await countRows("uploads")).toBe(0);
    expect(await findPictureFormat()).toBeNull();
  });

  it("returns 429 above the hourly limit, after which the same last bytes may be sent again", async () => {
    const png = await longPng(300 * KB);
    const location = await beginUpload(png.length);
    await app.bindings.DB.prepare(
      "insert into limit_counters (name, key, window_start_ts, hits) values ('profile_pictures', ?, ?, 120)",
    )
      .bind(user.id, app.clock.now)
      .run();
    await expectStatus(appendBytes(as, location, 0, png), 429);
    expect(readOffset(await getUploadState(as, location))).toBe("0");
    await app.bindings.DB.prepare("delete from limit_counters").run();
    await expectStatus(appendBytes(as, location, 0, png), 204);
  });

  it("fails as a whole when storing fails: the last bytes may be sent again", async () => {
    const png = await longPng(300 * KB);
    const location = await beginUpload(png.length);
    await appendBytes(as, location, 0, png.slice(0, 200 * KB));
    const broken = createTestApp();
    intercept(broken, "MEDIA", "put", () => Promise.reject(new Error("away")));
    const { outcome } = await captureErrors(() =>
      appendBytes(as, location, 200 * KB, png.slice(200 * KB), {}, broken),
    );
    expect(outcome.status).toBe(500);
    expect(readOffset(await getUploadState(as, location))).toBe(String(200 * KB));
    expect(await findPictureFormat()).toBeNull();
    await expectStatus(appendBytes(as, location, 200 * KB, png.slice(200 * KB)), 204);
    expect(await findPictureFormat()).toBe("webp");
  });

  it("returns 403 at the end for a user who lost permission, and the upload ends", async () => {
    const png = await longPng(300 * KB);
    const admin = await createUser({ role: "a" });
    const theirs = await createBearer(admin);
    const location = (await createUpload(theirs, { path, length: png.length })).headers.get("location") ?? "";
    await updateRow(users, admin.id, { role: "u" });
    await expectStatus(appendBytes(theirs, location, 0, png), 403);
    await expectStatus(getUploadState(theirs, location), 404);
    expect(await findPictureFormat()).toBeNull();
  });

  it("rejects anything but the next part of the user's own upload", async () => {
    const location = await beginUpload(300 * KB);
    const otherBearer = await createBearer(await createUser());
    const part = createBytes(10);
    await expectStatus(appendBytes(null, location, 0, part), 401);
    await expectStatus(appendBytes(otherBearer, location, 0, part), 404);
    await expectStatus(getUploadState(otherBearer, location), 404);
    await expectStatus(appendBytes(as, `/storage/uploads/${newId()}`, 0, part), 404);
    await expectStatus(appendBytes(as, location, 5, part), 409);
    await expectStatus(appendBytes(as, location, 0, part, { "upload-offset": "x" }), 400);
    await expectStatus(appendBytes(as, location, 0, part, { "content-type": "image/png" }), 415);
    await expectStatus(appendBytes(as, location, 0, part, { "tus-resumable": "2.0.0" }), 412);
    await expectStatus(appendBytes(as, location, 0, createBytes(300 * KB + 1)), 413);
    await expectStatus(
      call(as, "PATCH", location, {
        body: new Blob([createBytes(300 * KB + 1)]).stream(),
        headers: { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
      }),
      413,
    );
    await expectStatus(appendBytes(as, location, 0, createBytes(0)), 204);
    expect(readOffset(await getUploadState(as, location))).toBe("0");
    expect(await listKeys("uploads/")).toEqual([]);
  });
});
