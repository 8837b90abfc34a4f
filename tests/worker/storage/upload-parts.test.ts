import { beforeEach, describe, expect, it } from "vitest";
import { users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, createTestApp, expectStatus } from "../../helpers/app";
import { countRows, createUser, findUser, updateRow } from "../../helpers/factories";
import { captureErrors, intercept } from "../../helpers/intercept";
import { longPng } from "../../helpers/pictures";
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
