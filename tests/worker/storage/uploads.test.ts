import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { uploads, users } from "@/db/schema";
import { sweepUploads } from "@/features/storage";
import { newId } from "@/shared/ids";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { countRows, makeUser } from "../../helpers/factories";
import { complaining, intercept } from "../../helpers/intercept";
import { longPng } from "../listings/pictures";
import { servicesAt } from "../listings/services";
import { ask, type Bearer, bearerOf, begin, call, fileIn, KB, keysBelow, send, TUS } from "./scene";

const DAY_MS = 86_400_000;
const MB = KB * KB;
let app: TestApp;
let user: Awaited<ReturnType<typeof makeUser>>;
let as: Bearer;
let path: string;

beforeEach(async () => {
  app = createTestApp();
  await db.delete(uploads);
  user = await makeUser(app);
  as = await bearerOf(app, user);
  path = `images/profile-pictures/${user.id}.png`;
});

async function begun(length: number): Promise<string> {
  const answer = await begin(app, as, { path, length });
  expect(answer.status).toBe(201);
  return answer.headers.get("location") ?? "";
}
const idOf = (location: string) => location.split("/").at(-1) ?? "";
const offsetOf = (answer: Response) => answer.headers.get("upload-offset");
const junk = (length: number) => new Uint8Array(length).fill(7);
const pictureOf = async () =>
  (await db.query.users.findFirst({ where: eq(users.id, user.id) }))?.profilePicture ?? null;

describe("OPTIONS /storage/uploads", () => {
  it("204: says to anybody what is spoken here", async () => {
    const answer = await call(app, null, "OPTIONS", "/storage/uploads");
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,termination,expiration",
      "tus-max-size": String(5 * MB),
    });
  });
});

describe("POST /storage/uploads", () => {
  it("201 with the place and the end of the upload", async () => {
    const answer = await begin(app, as, { path, length: 300 * KB });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    expect(answer.headers.get("location")).toMatch(/^\/storage\/uploads\/\w{16}$/);
    expect(Date.parse(answer.headers.get("upload-expires") ?? "")).toBe(app.clock.now + DAY_MS);
    const head = await ask(app, as, answer.headers.get("location") ?? "");
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      "upload-offset": "0",
      "upload-length": String(300 * KB),
      "upload-metadata": `path ${btoa(path)},filetype ${btoa("image/png")}`,
      "cache-control": "no-store",
    });
  });

  it("201 once for one Idempotency-Key, with the same place", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await begin(app, as, { path, length: 10, headers });
    const again = await begin(app, as, { path, length: 10, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    for (const name of ["location", "tus-resumable", "upload-expires", "content-type"]) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
      expect(again.headers.get(name), name).not.toBeNull();
    }
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    expect(await countRows("uploads")).toBe(1);
  });

  it.each<Record<string, string>>([
    { "upload-length": "11" },
    { "upload-metadata": `path ${btoa("images/x.png")}` },
  ])("409 for one Idempotency-Key with other headers: %o", async (other) => {
    const headers = { "idempotency-key": newId() };
    expect((await begin(app, as, { path, length: 10, headers })).status).toBe(201);
    const again = await begin(app, as, { path, length: 10, headers: { ...headers, ...other } });
    expect([again.status, await again.json()]).toEqual([
      409,
      expect.objectContaining({ title: "idempotency_key_reused" }),
    ]);
  });

  it.each<[number, string, Record<string, string>]>([
    [400, "no length", { "upload-length": "" }],
    [400, "a length that is none", { "upload-length": "-1" }],
    [400, "a length to be said later", { "upload-length": "", "upload-defer-length": "1" }],
    [400, "no metadata", { "upload-metadata": "" }],
    [400, "metadata that is no base64", { "upload-metadata": "path %%%" }],
    [400, "an empty part in the path", { "upload-metadata": `path ${btoa("images//x.png")}` }],
    [400, "a path that climbs", { "upload-metadata": `path ${btoa("images/profile-pictures/../x.png")}` }],
    [403, "another place", { "upload-metadata": `path ${btoa("passwords.txt")}` }],
    [403, "somebody else's", { "upload-metadata": `path ${btoa(`images/profile-pictures/${newId()}.png`)}` }],
    [412, "no version", { "tus-resumable": "" }],
    [412, "another version", { "tus-resumable": "0.2.2" }],
    [413, "a length beyond 5 MB", { "upload-length": String(5 * MB + 1) }],
    [422, "no bytes at all", { "upload-length": "0" }],
  ])("%i for %s", async (status, _, headers) => {
    const answer = await begin(app, as, { path, length: 10, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    if (status === 412) expect(answer.headers.get("tus-version")).toBe("1.0.0");
    expect(await countRows("uploads")).toBe(0);
  });

  it("401 without a token", async () => {
    expect((await begin(app, null, { path, length: 10 })).status).toBe(401);
  });

  it("429 for an eleventh that is under way, until one of them ends; and past the hour's limit", async () => {
    const places = [];
    for (let n = 0; n < 10; n++) places.push(await begun(10));
    const answer = await begin(app, as, { path, length: 10 });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call(app, as, "DELETE", places[0] ?? "", { headers: TUS })).status).toBe(204);
    await begun(10);
    await app.bindings.DB.prepare("update limit_counters set hits = 120 where name = 'uploads'").run();
    await call(app, as, "DELETE", places[1] ?? "", { headers: TUS });
    expect((await begin(app, as, { path, length: 10 })).status).toBe(429);
  });
});

describe("PATCH /storage/uploads/{id}", () => {
  it("204 for each part; the file is there when the last one is answered, and its parts are not", async () => {
    const png = await longPng(700 * KB);
    const location = await begun(png.length);
    let offset = 0;
    for (const size of [256 * KB, 300 * KB]) {
      const answer = await send(app, as, location, offset, png.slice(offset, offset + size));
      offset += size;
      expect([answer.status, offsetOf(answer)]).toEqual([204, String(offset)]);
      expect(await pictureOf()).toBeNull();
    }
    expect((await keysBelow(app, `uploads/${idOf(location)}/`)).length).toBe(2);
    const last = await send(app, as, location, offset, png.slice(offset));
    expect([last.status, offsetOf(last)]).toEqual([204, String(png.length)]);
    const file = await fileIn(await call(app, null, "GET", `/storage/${path}`));
    expect(file.path).toBe(`images/profile-pictures/${user.id}.webp`);
    expect(await keysBelow(app, "uploads/")).toEqual([]);
    expect(await countRows("stale_media")).toBe(0);
  });

  it("says that it is complete when the last answer was lost, and stores nothing twice", async () => {
    const png = await longPng(300 * KB);
    const location = await begun(png.length);
    await send(app, as, location, 0, png);
    const keys = await keysBelow(app, `images/profile-pictures/${user.id}/`);
    const head = await ask(app, as, location);
    expect([head.status, offsetOf(head)]).toEqual([200, String(png.length)]);
    expect((await send(app, as, location, 0, png)).status).toBe(409);
    expect(await keysBelow(app, `images/profile-pictures/${user.id}/`)).toEqual(keys);
  });

  it("lets one of two parts for one place win, and keeps nothing of the other", async () => {
    const png = await longPng(600 * KB);
    const location = await begun(png.length);
    const part = png.slice(0, 200 * KB);
    const answers = await Promise.all([1, 2, 3].map(() => send(app, as, location, 0, part)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await keysBelow(app, `uploads/${idOf(location)}/`)).length).toBe(1);
    const ends = await Promise.all(
      [1, 2, 3].map(() => send(app, as, location, part.length, png.slice(part.length))),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await keysBelow(app, `images/profile-pictures/${user.id}/`)).length).toBe(3);
    expect(await keysBelow(app, "uploads/")).toEqual([]);
  });

  it("422 with the reason for a file that is no picture; the upload is over, and another may begin", async () => {
    const location = await begun(300 * KB);
    await send(app, as, location, 0, junk(200 * KB));
    const answer = await send(app, as, location, 200 * KB, junk(100 * KB));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "picture", code: "not_an_image" }] });
    expect((await ask(app, as, location)).status).toBe(404);
    expect(await keysBelow(app, "uploads/")).toEqual([]);
    expect(await countRows("uploads")).toBe(0);
    expect(await pictureOf()).toBeNull();
  });

  it("429 past the hour's pictures, after which the same last bytes may come again", async () => {
    const png = await longPng(300 * KB);
    const location = await begun(png.length);
    await app.bindings.DB.prepare(
      "insert into limit_counters (name, key, window_start_ts, hits) values ('profile_pictures', ?, ?, 120)",
    )
      .bind(user.id, app.clock.now)
      .run();
    expect((await send(app, as, location, 0, png)).status).toBe(429);
    expect(offsetOf(await ask(app, as, location))).toBe("0");
    await app.bindings.DB.prepare("delete from limit_counters").run();
    expect((await send(app, as, location, 0, png)).status).toBe(204);
  });

  it("fails as a whole when storing does: the last bytes may come again", async () => {
    const png = await longPng(300 * KB);
    const location = await begun(png.length);
    await send(app, as, location, 0, png.slice(0, 200 * KB));
    const broken = createTestApp();
    intercept(broken, "MEDIA", "put", () => Promise.reject(new Error("away")));
    const { outcome } = await complaining(() => send(broken, as, location, 200 * KB, png.slice(200 * KB)));
    expect(outcome.status).toBe(500);
    expect(offsetOf(await ask(app, as, location))).toBe(String(200 * KB));
    expect(await pictureOf()).toBeNull();
    expect((await send(app, as, location, 200 * KB, png.slice(200 * KB))).status).toBe(204);
    expect(await pictureOf()).toBe("webp");
  });

  it("403 at the end for who may no longer write there, and the upload is over", async () => {
    const png = await longPng(300 * KB);
    const admin = await makeUser(app, { role: "a" });
    const theirs = await bearerOf(app, admin);
    const location = (await begin(app, theirs, { path, length: png.length })).headers.get("location") ?? "";
    await db.update(users).set({ role: "u" }).where(eq(users.id, admin.id));
    expect((await send(app, theirs, location, 0, png)).status).toBe(403);
    expect((await ask(app, theirs, location)).status).toBe(404);
    expect(await pictureOf()).toBeNull();
  });

  it("refuses what is not the next part of one's own upload", async () => {
    const location = await begun(300 * KB);
    const other = await bearerOf(app, await makeUser(app));
    const part = junk(10);
    expect((await send(app, null, location, 0, part)).status).toBe(401);
    expect((await send(app, other, location, 0, part)).status).toBe(404);
    expect((await ask(app, other, location)).status).toBe(404);
    expect((await send(app, as, `/storage/uploads/${newId()}`, 0, part)).status).toBe(404);
    expect((await send(app, as, location, 5, part)).status).toBe(409);
    expect((await send(app, as, location, 0, part, { "upload-offset": "x" })).status).toBe(400);
    expect((await send(app, as, location, 0, part, { "content-type": "image/png" })).status).toBe(415);
    expect((await send(app, as, location, 0, part, { "tus-resumable": "2.0.0" })).status).toBe(412);
    expect((await send(app, as, location, 0, junk(300 * KB + 1))).status).toBe(413);
    const unsaid = await call(app, as, "PATCH", location, {
      body: new Blob([junk(300 * KB + 1)]).stream(),
      headers: { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
    });
    expect(unsaid.status).toBe(413);
    expect((await send(app, as, location, 0, junk(0))).status).toBe(204);
    expect(offsetOf(await ask(app, as, location))).toBe("0");
    expect(await keysBelow(app, "uploads/")).toEqual([]);
  });

  it("413 for somebody unknown who sends more than a form has, before it is read", async () => {
    const body = new Blob([junk(256 * KB + 1)]).stream();
    const headers = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    expect((await call(app, null, "PATCH", "/storage/uploads/x", { body, headers })).status).toBe(413);
  });

  it("takes a POST in place of PATCH or DELETE", async () => {
    const location = await begun(300 * KB);
    const headers = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    const patched = await call(app, as, "POST", location, {
      body: junk(10),
      headers: { ...headers, "x-http-method-override": "PATCH" },
    });
    expect([patched.status, offsetOf(patched)]).toEqual([204, "10"]);
    expect((await call(app, as, "POST", location, { headers: TUS })).status).toBe(404);
    const deleted = { ...TUS, "x-http-method-override": "DELETE" };
    expect((await call(app, as, "POST", location, { headers: deleted })).status).toBe(204);
    expect((await ask(app, as, location)).status).toBe(404);
  });
});

describe("DELETE /storage/uploads/{id}", () => {
  it("204: parts and row are gone; a file that was stored stays", async () => {
    const location = await begun(300 * KB);
    await send(app, as, location, 0, junk(10));
    const other = await bearerOf(app, await makeUser(app));
    expect((await call(app, other, "DELETE", location, { headers: TUS })).status).toBe(404);
    expect((await call(app, as, "DELETE", location, { headers: TUS })).status).toBe(204);
    expect(await keysBelow(app, "uploads/")).toEqual([]);
    expect((await call(app, as, "DELETE", location, { headers: TUS })).status).toBe(404);

    const png = await longPng(300 * KB);
    const stored = await begun(png.length);
    await send(app, as, stored, 0, png);
    expect((await call(app, as, "DELETE", stored, { headers: TUS })).status).toBe(204);
    expect((await call(app, null, "GET", `/storage/${path}`)).status).toBe(200);
  });
});

describe("an upload whose day is over", () => {
  it("410 for every call; the job sweeps it with its parts, and parts of nobody, and leaves the others", async () => {
    const old = await begun(300 * KB);
    await send(app, as, old, 0, junk(10));
    const died = `uploads/${newId()}/0-part`;
    await app.bindings.MEDIA.put(died, "part");
    app.clock.now += DAY_MS;
    for (const answer of [
      await ask(app, as, old),
      await send(app, as, old, 10, junk(10)),
      await call(app, as, "DELETE", old, { headers: TUS }),
    ]) {
      expect(answer.status).toBe(410);
    }
    const young = await begun(300 * KB);
    await send(app, as, young, 0, junk(10));
    expect(await sweepUploads(servicesAt(app.clock.now))).toBe(1);
    expect((await ask(app, as, old)).status).toBe(404);
    expect(offsetOf(await ask(app, as, young))).toBe("10");
    const keys = await keysBelow(app, "uploads/");
    expect(keys.length).toBe(1);
    expect(keys[0]).toContain(idOf(young));
  });
});
