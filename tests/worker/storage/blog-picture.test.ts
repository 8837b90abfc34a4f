import { beforeEach, describe, expect, it } from "vitest";
import { posts } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, expectStatus } from "../../helpers/app";
import { createPost } from "../../helpers/create-post";
import { createAdmin, createTeacher, signIn, updateRow } from "../../helpers/factories";
import { pngBytes } from "../../helpers/pictures";
import { call, createBearer, readStoredFile } from "../../helpers/storage-fixture";

const HOUR_MS = 3_600_000;
let admin: Awaited<ReturnType<typeof createBearer>>;
let teacher: Awaited<ReturnType<typeof createBearer>>;

beforeEach(async () => {
  admin = await createBearer(await createAdmin());
  teacher = await createBearer(await createTeacher());
});

/** The path of a picture stored for a post, below /images, in full size and small. */
async function storePicture(postId: string): Promise<string[]> {
  const path = `/storage/images/blog/${postId}/coperta.jpg`;
  const { path: stored } = await readStoredFile(
    await call(admin, "PUT", path, { body: await pngBytes(600, 400) }),
  );
  return [`/${stored}`, `/${stored.replace(".webp", "-480.webp")}`];
}

/** Status and caching of a picture's response. */
async function request(path: string, headers: Record<string, string> = {}, method = "GET") {
  const answer = await app.request(path, { method, headers });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get("cache-control"), answer.headers.get("etag")];
}

describe("pictures of posts", () => {
  it("GET: pictures of a published post are public and revalidated", async () => {
    const { id } = await createPost();
    for (const path of await storePicture(id)) {
      const answer = await app.get(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect(answer.headers.get("cache-control")).toBe("public, no-cache");
      await answer.arrayBuffer();
    }
    await expectStatus(call(null, "GET", `/storage/images/blog/${id}/coperta.jpg`), 200);
  });

  it.each([
    ["a scheduled post", (now: number) => ({ publishTs: now + HOUR_MS })],
    ["a post not saved yet", null],
  ])(
    "GET of %s: 404 for all but admins, with a known ETag and by HEAD too, and no cache stores it",
    async (_, overrides) => {
      const id = overrides ? (await createPost(overrides(app.clock.now))).id : newId();
      const anAdmin = await createAdmin();
      const cookies = await signIn(anAdmin);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      for (const path of await storePicture(id)) {
        const [status, caching, etag] = await request(path, await admin.headers());
        expect([status, caching]).toEqual([200, "private, no-store"]);
        expect((await request(path, { cookie }))[0]).toBe(200);
        const others: Record<string, string>[] = [
          {},
          await teacher.headers(),
          { "if-none-match": String(etag) },
          { "if-none-match": "*" },
        ];
        for (const method of ["GET", "HEAD"]) {
          for (const headers of others)
            expect(await request(path, headers, method)).toEqual([404, "no-store", null]);
        }
      }
      const stored = `/storage/images/blog/${id}/coperta.webp`;
      await expectStatus(call(admin, "GET", stored), 200);
      await expectStatus(call(teacher, "GET", stored), 404);
      await expectStatus(call(null, "GET", stored), 404);
    },
  );

  it("GET: public from publication until the post is withdrawn", async () => {
    const { id } = await createPost({ publishTs: app.clock.now + HOUR_MS });
    const [path = ""] = await storePicture(id);
    expect((await request(path))[0]).toBe(404);
    app.clock.now += HOUR_MS;
    const [status, , etag] = await request(path);
    expect(status).toBe(200);
    expect((await request(path, { "if-none-match": String(etag) }))[0]).toBe(304);
    await updateRow(posts, id, { publishTs: null });
    expect((await request(path, { "if-none-match": String(etag) }))[0]).toBe(404);
  });
});
