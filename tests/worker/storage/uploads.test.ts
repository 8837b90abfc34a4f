import { beforeEach, describe, expect, it } from "vitest";
import { idempotencyKeys } from "@/db/schema";
import { sweepUploads } from "@/features/storage";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { app, db, expectStatus } from "../../helpers/app";
import { countRows, createUser } from "../../helpers/factories";
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
  TUS,
  toUploadId,
  type Uploader,
} from "../../helpers/storage-fixture";

let as: Uploader["as"];
let path: Uploader["path"];
let beginUpload: Uploader["beginUpload"];

beforeEach(async () => {
  ({ as, path, beginUpload } = await createUploader());
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
