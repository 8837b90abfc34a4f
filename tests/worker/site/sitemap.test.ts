import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { blogCategories, posts } from "@/db/schema";
import { createPageCache } from "@/http/page-cache";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, createTestApp, db, expectStatus, expectText, ORIGIN, testShared } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher, type User } from "../../helpers/factories";

const DAY_MS = 86_400_000;
const { now } = app.clock;
let teacher: User;
beforeAll(async () => {
  teacher = await createTeacher();
});

/** The URLs of a sitemap file, which must be one complete document. */
async function listUrls(path: string): Promise<string[]> {
  const answer = await app.get(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
    path,
    200,
    "application/xml; charset=utf-8",
  ]);
  const xml = await answer.text();
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) .*<\/\1>\n$/s);
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
}

const listParts = async () => (await listUrls("/sitemap.xml")).map((url) => url.slice(ORIGIN.length));

function createPost(fields: Partial<typeof posts.$inferInsert>) {
  const id = fields.id ?? newId();
  const times = { createdTs: now - 9 * DAY_MS, updatedTs: now - 9 * DAY_MS, publishTs: now - 9 * DAY_MS };
  return db.insert(posts).values({ id, locale: "ro", slug: id, title: "Un titlu", ...times, ...fields });
}

// Runs first: no listing exists before.
test("the list of all listings is in the sitemap exactly when its page may be indexed", async () => {
  const readIndexing = async () => {
    const part = await app.get("/sitemap/lists-1.xml");
    const isListed = part.status === 200 && (await part.text()).includes(`<loc>${ORIGIN}/tutoring</loc>`);
    const isIndexable = !(await app.read("/tutoring")).includes('content="noindex"');
    return [isListed, isIndexable];
  };
  const created = [await createListing(teacher), await createListing(teacher, { subject: "sp" })];
  expect(await readIndexing()).toEqual([false, false]);
  created.push(await createListing(teacher, { subject: "fr" }));
  expect(await readIndexing()).toEqual([true, true]);
  for (const { id } of created) await db.run(sql`update listings set state = 'paused' where id = ${id}`);
});

describe("GET /sitemap/listings-{n}.xml", () => {
  test("lists only public listings, in both languages, with the last change", async () => {
    const visible = await createListing(teacher, { renewedTs: now - 3600_000 });
    const hidden = [
      await createListing(teacher, { state: "paused" }),
      await createListing(teacher, { state: "draft" }),
      await createListing(teacher, { state: "suspended" }),
      await createListing(teacher, { state: "deleted", deletedTs: now }),
      await createListing(await createTeacher({ disabledTs: now, disabledBy: "self" })),
    ];
    const expiring = await createListing(teacher, { expiresTs: now + 60_000 });
    const xml = await app.read("/sitemap/listings-1.xml");
    for (const path of [`/tutoring/${visible.id}`, `/ro/tutoring/${visible.id}`]) {
      expect(xml).toContain(
        `<url><loc>${ORIGIN}${path}</loc><lastmod>${new Date(now - 3600_000).toISOString()}</lastmod>` +
          `<xhtml:link rel="alternate" hreflang="en" href="${ORIGIN}/tutoring/${visible.id}"/>` +
          `<xhtml:link rel="alternate" hreflang="ro" href="${ORIGIN}/ro/tutoring/${visible.id}"/>` +
          `<xhtml:link rel="alternate" hreflang="x-default" href="${ORIGIN}/tutoring/${visible.id}"/></url>`,
      );
    }
    for (const { id } of hidden) expect(xml).not.toContain(id);
    expect(xml).toContain(expiring.id);
    // An expiry applies immediately, before the sweep.
    app.clock.now = now + 60_000;
    expect(await app.read("/sitemap/listings-1.xml")).not.toContain(expiring.id);
    app.clock.now = now;
  });

  test("returns 304 for an unchanged part, 200 for a changed one", async () => {
    const first = await app.get("/sitemap/listings-1.xml");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
    const request = () => app.get("/sitemap/listings-1.xml", { headers: { "if-none-match": etag } });
    await expectStatus(request(), 304);
    const listing = await createListing(teacher);
    await expectStatus(request(), 200);
    await db.run(sql`update listings set state = 'paused' where id = ${listing.id}`);
    await expectStatus(request(), 304);
  });
});

describe("GET /sitemap/teachers-{n}.xml", () => {
  const listTeachers = async () =>
    (await listUrls("/sitemap/teachers-1.xml")).filter((url) => !url.startsWith(`${ORIGIN}/ro/`));
  const toUrl = ({ id }: { id: string }) => ORIGIN + paths.teacher(id);

  test("lists each teacher with a visible listing once, in both languages", async () => {
    const [several, hidden, disabled, expired] = [
      await createTeacher(),
      await createTeacher(),
      await createTeacher({ disabledTs: now, disabledBy: "self" }),
      await createTeacher(),
    ];
    await createListing(several, { state: "paused" });
    await createListing(several, { subject: "p", expiresTs: now });
    await createListing(several, { subject: "m" });
    await createListing(several, { subject: "en" });
    await createListing(hidden, { state: "paused" });
    await createListing(disabled);
    await createListing(expired, { expiresTs: now });
    const listed = await listTeachers();
    expect(listed.filter((url) => url === toUrl(several))).toHaveLength(1);
    for (const teacher of [hidden, disabled, expired]) expect(listed).not.toContain(toUrl(teacher));
    expect(await listUrls("/sitemap/teachers-1.xml")).toContain(`${ORIGIN}/ro${paths.teacher(several.id)}`);
    for (const url of listed) {
      const answer = await app.get(url.slice(ORIGIN.length));
      expect([url, answer.status]).toEqual([url, 200]);
      expect(await answer.text()).not.toContain('content="noindex"');
    }
  });
});

describe("GET /sitemap/{part}.xml", () => {
  test("lists-1.xml lists only searches that may be indexed", async () => {
    for (let n = 0; n < 3; n++) {
      await createListing(await createTeacher(), { subject: "la", county: "vn" });
    }
    await createListing(teacher, { subject: "mu", county: "vn" });
    const listed = await listUrls("/sitemap/lists-1.xml");
    expectText(
      listed,
      `${ORIGIN}/tutoring`,
      `${ORIGIN}/ro/tutoring?subject=la&county=vn`,
      `${ORIGIN}/tutoring?county=vn`,
    );
    expect(listed.filter((url) => /mu|listings/.test(url))).toEqual([]);
  });

  test("posts-1.xml lists posts, each in its language, with the translation once it is published", async () => {
    const category = "ghiduri";
    await db
      .insert(blogCategories)
      .values({ id: category, nameEn: "Guides", nameRo: "Ghiduri", createdTs: now });
    const [ro, en] = [newId(), newId()];
    await createPost({ id: ro, slug: "cum-alegi", categoryId: category });
    await createPost({
      id: en,
      slug: "how-to-choose",
      locale: "en",
      translationId: ro,
      editedTs: now - DAY_MS,
    });
    await db.run(sql`update posts set other_id = ${en} where id = ${ro}`);
    await createPost({ slug: "ciorna", publishTs: null });
    await createPost({ slug: "mai-tarziu", publishTs: now + DAY_MS });
    const xml = await app.read("/sitemap/posts-1.xml");
    expect(await listUrls("/sitemap/posts-1.xml")).toHaveLength(2);
    expect(xml).toContain(
      `<loc>${ORIGIN}/blog/how-to-choose</loc><lastmod>${new Date(now - DAY_MS).toISOString()}</lastmod>` +
        `<xhtml:link rel="alternate" hreflang="en" href="${ORIGIN}/blog/how-to-choose"/>` +
        `<xhtml:link rel="alternate" hreflang="ro" href="${ORIGIN}/ro/blog/cum-alegi"/>` +
        `<xhtml:link rel="alternate" hreflang="x-default" href="${ORIGIN}/blog/how-to-choose"/></url>`,
    );
    expect(await listUrls("/sitemap/categories-1.xml")).toEqual([
      `${ORIGIN}/blog`,
      `${ORIGIN}/ro/blog`,
      `${ORIGIN}/ro/blog/category/${category}`,
    ]);
  });

  test("pages-1.xml lists only pages that open, are canonical and may be indexed", async () => {
    for (const url of await listUrls("/sitemap/pages-1.xml")) {
      const answer = await app.get(url.slice(ORIGIN.length), { headers: { "accept-language": "en" } });
      const html = await answer.text();
      expect([url, answer.status]).toEqual([url, 200]);
      expect(html).toContain(`<link rel="canonical" href="${url}"/>`);
      expect(html).not.toContain('content="noindex"');
    }
  });

  test.each(["pages-2.xml", "pages-0.xml", "listings-01.xml", "nothing-1.xml", "pages-1"])(
    "%s: returns 404",
    async (file) => {
      await expectStatus(app.get(`/sitemap/${file}`), 404);
    },
  );
});

test("each part stays within the query limit, and each statement reads little more than it returns", async () => {
  const { db: counting, ledger } = createCountingDb(app.bindings.DB as never);
  const countingApp = createTestApp(
    { DB: counting as never },
    { ...testShared(), pages: createPageCache(0) },
  );
  const listedCount = (await listUrls("/sitemap/listings-1.xml")).length / 2;
  await countingApp.read("/sitemap/listings-1.xml");
  expect(ledger.statements.length).toBeLessThan(50);
  // Entry, listing and owner: once for the timestamp and once for the part.
  expect(ledger.rowsRead()).toBeLessThan(listedCount * 8 + 20);
});

test("no part lists a URL twice", async () => {
  for (const path of await listParts()) {
    const urls = await listUrls(path);
    expect([path, urls.filter((url, n) => urls.indexOf(url) !== n)]).toEqual([path, []]);
  }
});

// Runs last: numbers only increase.
test("a listing with a high number is in a part of its own, and empty parts are not listed", async () => {
  const before = await listParts();
  const first = await createListing(teacher, { num: 75_000 });
  const second = await createListing(teacher, { num: 75_001 });
  // The teacher has listings in the first part, and is in that one only.
  const added = (await listParts()).filter((path) => !before.includes(path));
  expect(added).toEqual(["/sitemap/listings-3.xml", "/sitemap/listings-4.xml"]);
  await expectStatus(app.get("/sitemap/teachers-3.xml"), 404);
  expect(await listUrls("/sitemap/listings-3.xml")).toEqual([
    `${ORIGIN}/tutoring/${first.id}`,
    `${ORIGIN}/ro/tutoring/${first.id}`,
  ]);
  expect(await listUrls("/sitemap/listings-4.xml")).toHaveLength(2);
  expect(second.num).toBe(75_001);
  await expectStatus(app.get("/sitemap/listings-2.xml"), 404);
});
