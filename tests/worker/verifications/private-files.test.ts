import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { verifications } from "@/db/schema";
import { processMediaDeletions } from "@/features/storage";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { app, createTestApp, db, expectRedirect, expectStatus } from "../../helpers/app";
import { createTeacher, createUser } from "../../helpers/factories";
import { jpegWithPlace, PLACE_MARK, pngBytes } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";
import {
  appendBytes,
  call,
  createBearer,
  createUpload,
  decodeBytes,
  getUploadState,
} from "../../helpers/storage-fixture";
import { createSite, PDF, requestCheck, type Site } from "./setup";

let site: Site;
beforeEach(async () => {
  site = await createSite();
});

/** Names of the stored files, without the id of the upload. */
const listNames = async () =>
  (await site.listFiles()).map((key) => key.slice(site.folder.length + 1).replace(/\.\w{16}\./, "."));

describe("uploads to private/verifications", () => {
  it("re-encode pictures without their metadata, keep PDFs, and name no URL", async () => {
    const { as, folder } = site;
    const answer = await expectStatus(
      call(as, "PUT", `/storage/${folder}/foto.jpg`, { body: await jpegWithPlace() }),
      201,
    );
    expect(await answer.json()).toEqual({ content: { path: `${folder}/foto.webp`, download_url: null } });
    const picture = await app.bindings.MEDIA.get((await site.listFiles())[0] ?? "");
    expect(decodeBytes(new Uint8Array((await picture?.arrayBuffer()) ?? new ArrayBuffer()))).not.toContain(
      PLACE_MARK,
    );
    // The bytes decide about the extension.
    expect(await site.upload("diploma.png", PDF)).toBe(`${folder}/diploma.pdf`);
    const pdf = await app.bindings.MEDIA.get((await site.listFiles())[0] ?? "");
    expect(new Uint8Array((await pdf?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PDF);
  });

  it("resume in parts, up to 10 MB", async () => {
    const { as, folder } = site;
    const length = 10 * 1024 * 1024;
    const path = `${folder}/mare.pdf`;
    const created = await expectStatus(createUpload(as, { path, length }), 201);
    const location = created.headers.get("location") ?? "";
    const bytes = new Uint8Array(length);
    bytes.set(PDF);
    const half = length / 2;
    await expectStatus(appendBytes(as, location, 0, bytes.slice(0, half)), 204);
    expect((await getUploadState(as, location)).headers.get("upload-offset")).toBe(String(half));
    await expectStatus(appendBytes(as, location, half, bytes.slice(half)), 204);
    expect(await listNames()).toEqual(["mare.pdf"]);
    await expectStatus(createUpload(as, { path, length: length + 1 }), 413);
    const picture = { path: `images/profile-pictures/${site.teacher.id}.png`, length };
    await expectStatus(createUpload(as, picture), 413);
  });

  it.each([
    ["a text", new TextEncoder().encode("diploma")],
    ["a GIF", new TextEncoder().encode("GIF89a------------")],
    ["a web page", new TextEncoder().encode("<script>%PDF-1.7</script>")],
  ])("refuse %s", async (_, bytes) => {
    const { as, folder } = site;
    const answer = await expectStatus(call(as, "PUT", `/storage/${folder}/fals.pdf`, { body: bytes }), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "files", code: "not_a_document" }] });
    expect(await site.listFiles()).toEqual([]);
  });

  it("are for the teacher of the path alone", async () => {
    const { asAdmin, folder } = site;
    const learner = await createUser();
    const strangers = [asAdmin, await createBearer(await createTeacher()), await createBearer(learner)];
    for (const as of strangers) {
      await expectStatus(call(as, "PUT", `/storage/${folder}/a.pdf`, { body: PDF }), 403);
      await expectStatus(createUpload(as, { path: `${folder}/a.pdf`, length: 9 }), 403);
      await expectStatus(call(as, "DELETE", `/storage/${folder}/a.pdf`), 403);
    }
    const own = `/storage/private/verifications/${learner.id}/a.pdf`;
    const asLearner = strangers[2] as (typeof strangers)[number];
    await expectStatus(call(asLearner, "PUT", own, { body: PDF }), 403);
    await expectStatus(call(null, "PUT", `/storage/${folder}/a.pdf`, { body: PDF }), 401);
  });

  it("delete a file that no request names within a day, and one that its teacher deletes", async () => {
    const { as, folder } = site;
    await site.upload("uitat.pdf", PDF);
    await site.upload("sters.pdf", PDF);
    await expectStatus(call(as, "DELETE", `/storage/${folder}/sters.pdf`), 204);
    await expectStatus(call(as, "DELETE", `/storage/${folder}/sters.pdf`), 404);
    expect(await listNames()).toEqual(["uitat.pdf"]);
    await processMediaDeletions(servicesAt(app.clock.now + DAY_MS / 2));
    expect(await listNames()).toEqual(["uitat.pdf"]);
    await processMediaDeletions(servicesAt(app.clock.now + 1.1 * DAY_MS));
    expect(await site.listFiles()).toEqual([]);
  });

  it("replace an unused file of the same name, but none that a request uses", async () => {
    const { as, folder } = site;
    const path = await site.upload("a.pdf", PDF);
    expect(await site.upload("a.pdf", PDF)).toBe(path);
    expect(await listNames()).toEqual(["a.pdf"]);
    await requestCheck(as, { kind: "diploma", files: [{ path }] });
    const used = await site.listFiles();
    await expectStatus(call(as, "DELETE", `/storage/${folder}/a.pdf`), 404);
    expect(await site.upload("a.pdf", PDF)).toBe(path);
    await expectStatus(call(as, "DELETE", `/storage/${folder}/a.pdf`), 204);
    // The request keeps its file.
    await processMediaDeletions(servicesAt(app.clock.now + 30 * DAY_MS));
    expect(await site.listFiles()).toEqual(used);
  });

  it("leave nothing in the bucket if one ends after the decision about an earlier file of its name", async () => {
    const { as, folder } = site;
    const { MEDIA } = app.bindings;
    let start = () => {};
    let resume = () => {};
    const hasStarted = new Promise<void>((resolve) => (start = resolve));
    const mayResume = new Promise<void>((resolve) => (resume = resolve));
    const slowMedia = new Proxy(MEDIA, {
      get: (bucket, name) => {
        const value = Reflect.get(bucket, name);
        if (name !== "put") return typeof value === "function" ? value.bind(bucket) : value;
        return async (...parameters: Parameters<typeof MEDIA.put>) => {
          start();
          await mayResume;
          return bucket.put(...parameters);
        };
      },
    });
    const slowApp = createTestApp({ MEDIA: slowMedia as never });
    const path = await site.upload("a.pdf", PDF);
    const slowUpload = call(as, "PUT", `/storage/${folder}/a.pdf`, { body: PDF }, slowApp);
    await hasStarted;
    const answer = await requestCheck(as, { kind: "diploma", files: [{ path }] });
    const { content } = (await answer.json()) as { content: { _id: string } };
    await site.approve(content._id);
    await processMediaDeletions(servicesAt(app.clock.now + 16 * 60_000));
    expect(await site.listFiles()).toEqual([]);
    resume();
    await expectStatus(slowUpload, 201);
    expect(await site.listFiles()).toHaveLength(1);
    await processMediaDeletions(servicesAt(app.clock.now + 1.1 * DAY_MS));
    expect(await site.listFiles()).toEqual([]);
  });
});

describe("no public path", () => {
  /** Spellings of the path of a stored file. */
  const toPaths = (key: string) => {
    const encoded = key.replaceAll("/", "%2f");
    const [, , user, file] = key.split("/");
    return [
      `/storage/${key}`,
      `/storage/${encoded}`,
      `/storage/${encodeURIComponent(encoded)}`,
      `/storage//${key}`,
      `/storage/./${key}`,
      `/storage/images/../${key}`,
      `/storage/images/%2e%2e/${key}`,
      `/storage/images%2f..%2f${encoded}`,
      `/storage/${key.toUpperCase()}`,
      `/ro/storage/${key}`,
      `/${key}`,
      `/images/${key}`,
      `/images/../${key}`,
      `/images/listings/..%2f..%2f${encoded}`,
      `/images/listings/${user}/${file}`,
      `/images/listings/%2e%2e/${file}`,
      `/images/blog/${user}/${file}`,
      `/images/blog/..%2f..%2fprivate%2fverifications%2f${user}/${file}`,
      `/images/profile-pictures/${file}`,
      `/images/profile-pictures/..%2f..%2f${encoded}`,
      `/images/share/listings/..%2f..%2f..%2f${encoded}`,
    ];
  };

  it("reads a private file, by any spelling, for anyone", async () => {
    const { as, asAdmin } = site;
    const id = await site.request();
    const [row] = await db.select().from(verifications).where(sql`id = ${id}`);
    const keys = (row?.files ?? []).map((file) => `${site.folder}/${file}`);
    expect(await site.listFiles()).toHaveLength(2);
    const stranger = await createBearer(await createTeacher());
    const unknown = `${site.folder}/a.${newId()}.pdf`;
    for (const key of [...keys, unknown]) {
      for (const path of toPaths(key)) {
        for (const client of [null, as, stranger, asAdmin]) {
          for (const method of ["GET", "HEAD"]) {
            const answer = await call(client, method, path);
            expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(300);
            expect(answer.headers.get("content-type") ?? "", path).not.toMatch(/webp|pdf|octet/);
          }
        }
        expect((await app.get(path, { as: site.teacher })).status, path).toBeGreaterThanOrEqual(300);
      }
    }
    // A stored file and a guessed one get the same answer.
    const [stored, guessed] = await Promise.all([keys[0], unknown].map((key) => app.get(`/storage/${key}`)));
    expect([stored?.status, guessed?.status]).toEqual([400, 400]);
  });

  it("reads one after the decision, or from a cache", async () => {
    site;
    const id = await site.request();
    const path = `/admin/verifications/${id}/files/1`;
    await expectStatus(app.get(path, { as: site.admin }), 200);
    // Neither the page cache nor a browser may store it: the same path leads a visitor home.
    await expectRedirect(app.get(path), "/", 302);
    await site.approve(id);
    await expectStatus(app.get(path, { as: site.admin }), 404);
  });

  it("names a file in the answer about an upload of another user", async () => {
    const { as, folder } = site;
    const created = await createUpload(as, { path: `${folder}/x.pdf`, length: 20 });
    const location = created.headers.get("location") ?? "";
    const stranger = await createBearer(await createTeacher());
    await expectStatus(getUploadState(stranger, location), 404);
    const bytes = await pngBytes(10, 10);
    await expectStatus(appendBytes(stranger, location, 0, bytes.slice(0, 20)), 404);
  });
});
