import { eq, sql } from "drizzle-orm";
import { imageSize } from "image-size";
import { describe, expect, it, vi } from "vitest";
import { listings, posts } from "@/db/schema";
import { createConcurrencyLimiter } from "@/platform/concurrency-limiter";
import { createSvgRenderer, type SvgRenderer } from "@/platform/svg-renderer";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp, db, expectRedirect, expectStatus, type TestApp, testShared } from "../../helpers/app";
import { createCategory, createPost } from "../../helpers/create-post";
import { createListing, createTeacher, updateRow } from "../../helpers/factories";

const FOREVER = "public, max-age=31536000, immutable";

/** An app that records the SVGs that it renders. */
function createRecordingApp() {
  const rendered: string[] = [];
  const svgRenderer = createSvgRenderer(createConcurrencyLimiter({ restMs: null }));
  const recording: SvgRenderer = {
    render(svg) {
      rendered.push(svg);
      return svgRenderer.render(svg);
    },
  };
  return { app: createTestApp({}, { ...testShared(), svgRenderer: recording }), rendered };
}

const readTexts = (svg: string | undefined) =>
  [...(svg ?? "").matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).filter(Boolean);

const readImageSize = async (answer: Response) => imageSize(new Uint8Array(await answer.arrayBuffer()));

const listObjectKeys = async (app: TestApp, prefix: string) =>
  (await app.bindings.MEDIA.list({ prefix })).objects.map(({ key }) => key);

async function createTeacherWithListing(fields: Parameters<typeof createListing>[1] = {}) {
  const teacher = await createTeacher({ firstName: "Ștefania", lastName: "Țîru" });
  return { teacher, listing: await createListing(teacher, fields) };
}

describe("GET /images/share/listings/{id}.png", () => {
  it("returns a PNG of 1200×630 in Romanian, cached for a year by version, readable cross-origin", async () => {
    const { app, rendered } = createRecordingApp();
    const { listing } = await createTeacherWithListing({ online: true });
    const answer = await expectStatus(app.get(paths.listingShareImage(listing.id, listing.version)), 200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toBe(FOREVER);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(await readImageSize(answer)).toMatchObject({ width: 1200, height: 630, type: "png" });
    expect(readTexts(rendered[0])).toEqual([
      "Catedra",
      "Matematică",
      "Gimnaziu, Evaluarea Națională",
      "Matematică pentru Evaluarea",
      "Națională",
      "Ștefania · Cluj, Zorilor, Online",
      "90 lei pe oră",
    ]);
    expect(rendered[0]).not.toContain("Țîru");
  });

  it("is linked from the listing's page in both languages, and returns 404 while the listing is paused", async () => {
    const { app } = createRecordingApp();
    const { listing } = await createTeacherWithListing();
    const image = `https://catedra.test${paths.listingShareImage(listing.id, 1)}`;
    for (const prefix of ["", "/ro"])
      expect(await app.read(prefix + paths.listing(listing.id))).toContain(
        `property="og:image" content="${image}"`,
      );
    await updateRow(listings, listing.id, { state: "paused" });
    expect(await app.read(paths.listing(listing.id))).toContain(
      'property="og:image" content="https://catedra.test/share.png"',
    );
    await expectStatus(app.get(paths.listingShareImage(listing.id, 1)), 404);
  });

  it("renders once, and again when the text changes; a request for an old version is not cached", async () => {
    const { app, rendered } = createRecordingApp();
    const { listing } = await createTeacherWithListing();
    const first = await app.get(paths.listingShareImage(listing.id, 1));
    await first.arrayBuffer();
    await (await app.get(paths.listingShareImage(listing.id, 1))).arrayBuffer();
    expect(rendered.length).toBe(1);
    const known = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
    await expectStatus(app.get(paths.listingShareImage(listing.id, 1), known), 304);

    await updateRow(listings, listing.id, { title: "Fizică, pe înțelesul tuturor", version: 2 });
    const oldVersion = await app.get(paths.listingShareImage(listing.id, 1), known);
    expect([oldVersion.status, oldVersion.headers.get("cache-control")]).toEqual([200, "public, no-cache"]);
    await oldVersion.arrayBuffer();
    expect(readTexts(rendered[1])).toContain("Fizică, pe înțelesul tuturor");
    const newVersion = await app.get(paths.listingShareImage(listing.id, 2));
    expect(newVersion.headers.get("cache-control")).toBe(FOREVER);
    await newVersion.arrayBuffer();
    expect(rendered.length).toBe(2);
    expect(await listObjectKeys(app, `images/listings/${listing.id}/`)).toEqual([
      `images/listings/${listing.id}/share.png`,
    ]);
  });

  it("wraps a long title into at most three lines, and omits characters without a glyph", async () => {
    const { app, rendered } = createRecordingApp();
    const { teacher } = await createTeacherWithListing();
    const title = `Pregătire 🎓 intensivă ${"examen & bac ".repeat(20)}`;
    const longListing = await createListing(teacher, { title, neighbourhood: "Țăndărei ".repeat(30) });
    await (await app.get(paths.listingShareImage(longListing.id, 1))).arrayBuffer();
    const lines = readTexts(rendered[0]).slice(3);
    expect(lines.length).toBe(5);
    expect(lines[0]).toMatch(/^Pregătire intensivă examen &amp; bac/);
    expect(lines[2]).toMatch(/…$/);
    expect(lines[3]).toMatch(/^Ștefania · Cluj, Țăndărei .*…$/);
  });

  it("redirects to the site's image, uncached, while the renderer is busy", async () => {
    const busy: SvgRenderer = { render: async () => null };
    const app = createTestApp({}, { ...testShared(), svgRenderer: busy });
    const { listing } = await createTeacherWithListing();
    const answer = await app.get(paths.listingShareImage(listing.id, 1));
    await expectRedirect(answer, "/share.png", 302);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const site = await app.get(paths.siteShareImage());
    expect([site.status, site.headers.get("retry-after")]).toEqual([503, "2"]);
  });

  it("stores no image of a listing that is erased during rendering", async () => {
    const { svgRenderer } = testShared();
    const state: { erase?: () => Promise<unknown> } = {};
    const slow: SvgRenderer = {
      async render(svg) {
        const bytes = await svgRenderer.render(svg);
        await state.erase?.();
        return bytes;
      },
    };
    const app = createTestApp({}, { ...testShared(), svgRenderer: slow });
    const { listing } = await createTeacherWithListing();
    state.erase = () => db.delete(listings).where(eq(listings.id, listing.id));
    await expectStatus(app.get(paths.listingShareImage(listing.id, 1)), 404);
    expect(await listObjectKeys(app, `images/listings/${listing.id}/`)).toEqual([]);
  });

  it("returns 404 for unknown ids, drafts, other file types and ids of listings below /blog", async () => {
    const { app, rendered } = createRecordingApp();
    const { listing } = await createTeacherWithListing();
    const { listing: draft } = await createTeacherWithListing({ state: "draft", publishedTs: null });
    for (const file of [`${newId()}.png`, `${draft.id}.png`, `${listing.id}.webp`, listing.id, "x.png"])
      expect((await app.get(paths.shareImageFile("listings", file))).status, file).toBe(404);
    await expectStatus(app.get(paths.shareImageFile("blog", `${listing.id}.png`)), 404);
    expect(rendered).toEqual([]);
  });
});

describe("GET /images/share/blog/{id}.png", () => {
  it("shows the post's title, category and date in its own language", async () => {
    const { app, rendered } = createRecordingApp();
    const categoryId = await createCategory("examene", "Exams", "Examene");
    const fields = { categoryId, publishTs: Date.UTC(2026, 10, 2, 9) };
    const ro = await createPost({ ...fields, title: "Știința ţesăturii, <b>pe scurt</b>" });
    const en = await createPost({ ...fields, locale: "en", title: "How to choose a tutor" });
    for (const { id } of [ro, en]) {
      const answer = await app.get(paths.postShareImage(id, 1));
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, FOREVER]);
      expect(await readImageSize(answer)).toMatchObject({ width: 1200, height: 630, type: "png" });
    }
    const [roTexts, enTexts] = rendered.map((svg) => readTexts(svg).join("|"));
    expect(roTexts).toBe("Catedra|Blog|Examene|Știința țesăturii, &lt;b&gt;pe|scurt&lt;/b&gt;|02.11.2026");
    expect(enTexts).toBe("Catedra|Blog|Exams|How to choose a tutor|Nov 2, 2026");
  });

  it("returns 404 before the post is published and after it is withdrawn", async () => {
    const { app } = createRecordingApp();
    const post = await createPost({ publishTs: app.clock.now + 1000 });
    const path = paths.postShareImage(post.id, 1);
    await expectStatus(app.get(path), 404);
    app.clock.now += 1000;
    await (await app.get(path)).arrayBuffer();
    expect(await listObjectKeys(app, `images/blog/${post.id}/`)).toEqual([
      `images/blog/${post.id}/share.png`,
    ]);
    await updateRow(posts, post.id, { publishTs: null });
    await expectStatus(app.get(path), 404);
  });
});

it("GET /images/share/lists/{subject}-{county}-{language}.png shows the title of the list that links to it; 404 for other names", async () => {
  const { app, rendered } = createRecordingApp();
  for (const [prefix, locale, titles] of [
    ["", "en", ["Mathematics", "Cluj", "Mathematics tutors in Cluj"]],
    ["/ro", "ro", ["Matematică", "Cluj", "Meditații la matematică în"]],
  ] as const) {
    const image = paths.listShareImage("m", "cj", locale);
    expect(await app.read(prefix + paths.listings({ subject: "m", county: "cj" }))).toContain(
      `property="og:image" content="https://catedra.test${image}"`,
    );
    const answer = await expectStatus(app.get(image), 200);
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    expect(await readImageSize(answer)).toMatchObject({ width: 1200, height: 630, type: "png" });
    expect(readTexts(rendered.at(-1)).join(" ")).toContain(titles.join(" "));
  }
  expect(await app.read(paths.listings({ subject: "m" }))).toContain(
    'content="https://catedra.test/share.png"',
  );
  for (const name of ["m", "m-cj", "m-xx-en", "xx-cj-en", "m-cj-fr", "m-cj-en-en"])
    await expectStatus(app.get(paths.shareImageFile("lists", `${name}.png`)), 404);
});

it("GET /share.png shows the configured site name", async () => {
  const { svgRenderer } = testShared();
  const rendered = vi.fn(svgRenderer.render);
  for (const SITE_NAME of ["Catedra", "Meditații la munte și la mare"]) {
    const app = createTestApp({ SITE_NAME }, { ...testShared(), svgRenderer: { render: rendered } });
    const answer = await app.get(paths.siteShareImage());
    expect(await readImageSize(answer)).toMatchObject({ width: 1200, height: 630, type: "png" });
    expect(readTexts(rendered.mock.lastCall?.[0])[0]).toBe(SITE_NAME);
  }
  expect(await db.get<{ n: number }>(sql`select count(*) as n from media_deletions`)).toEqual({ n: 0 });
});
