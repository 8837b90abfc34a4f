import { beforeEach, expect, it } from "vitest";
import { posts } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { app, bindings, createTestApp, db, expectNoText, expectStatus, expectText } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createCategory, createPost } from "../../helpers/create-post";
import { deleteAllPosts } from "./editor-setup";
import { createPageReader, listTitles, parseStructuredData } from "./read-pages";

const page = createPageReader();

beforeEach(deleteAllPosts);

it("GET /blog lists the published posts of the page's language in pages, newest first", async () => {
  const { now } = app.clock;
  for (let n = 0; n < 14; n++) {
    await createPost({ title: `Numărul ${n}`, publishTs: now - n * DAY_MS });
  }
  await createPost({ title: "În engleză", locale: "en" });
  await createPost({ title: "Ciornă", publishTs: null });
  await createPost({ title: "Mai târziu", publishTs: now + 1 });
  const first = await page("/ro/blog");
  expect(listTitles(first)).toEqual([...Array(12).keys()].map((n) => `Numărul ${n}`));
  const next = first.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
  const second = await page(next);
  expect(listTitles(second)).toEqual(["Numărul 12", "Numărul 13"]);
  expect(second).toContain('content="noindex"');
  const back = second.match(/rel="prev" href="([^"]+)"/)?.[1] ?? "";
  expect(listTitles(await page(back))).toEqual(listTitles(first));
  expect(listTitles(await page("/ro/blog?after=stricat"))).toEqual(listTitles(first));
  expect(await page("/blog")).toContain("În engleză");
});

it("GET /blog/category/{id} lists the posts of the category; returns 404 for an unknown one", async () => {
  await createCategory("examene", "Exams", "Examene");
  await createPost({ title: "Despre examene", categoryId: "examene" });
  await createPost({ title: "Despre altceva" });
  const html = await page("/ro/blog/category/examene");
  expect(html).toContain('aria-current="page">Examene</li>');
  expect(JSON.stringify(parseStructuredData(html)[0])).toContain('"position":3,"name":"Examene"}');
  expect(await page("/ro/blog")).toContain('aria-current="page">Blog</li>');
  expect(listTitles(html)).toEqual(["Despre examene"]);
  expect(html).toContain("Examene: toate articolele");
  await expectStatus(app.get("/ro/blog/category/altele"), 404);
});

it("GET /blog/feed.xml returns RSS of the page's language with absolute links and escaped texts, and 304 if unchanged", async () => {
  await createPost({ slug: "unu", title: 'A & B <c> "d"', excerpt: "]]> \u0007 ș" });
  await createPost({ slug: "two", title: "English one", locale: "en" });
  const answer = await app.get("/ro/blog/feed.xml");
  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const xml = await answer.text();
  expectText(
    xml,
    "<title>A &amp; B &lt;c&gt; &quot;d&quot;</title>",
    "<link>https://catedra.test/ro/blog/unu</link>",
    'rel="self" type="application/rss+xml" href="https://catedra.test/ro/blog/feed.xml"',
    "<pubDate>Thu, 19 Nov 2026 09:00:00 GMT</pubDate>",
  );
  expectNoText(xml, "\u0007", "English one");
  const known = { "if-none-match": answer.headers.get("etag") ?? "" };
  await expectStatus(app.get("/ro/blog/feed.xml", { headers: known }), 304);
  await expectStatus(app.get("/blog/feed.xml", { headers: known }), 200);
});

it("GET / shows the latest posts of the page's language", async () => {
  await createPost({ title: "Cel mai nou articol" });
  expect(listTitles(await page("/ro"))).toEqual(["Cel mai nou articol"]);
  expect(listTitles(await page("/"))).toEqual([]);
});

it("GET /blog with many posts runs at most two statements and reads few rows", async () => {
  const { now } = app.clock;
  await createCategory("examene", "Exams", "Examene");
  const rows = Array.from({ length: 400 }, (_, n) => ({
    id: `${String(n).padStart(15, "0")}a`,
    locale: n % 2 ? ("ro" as const) : ("en" as const),
    slug: `p${n}`,
    title: `Post ${n}`,
    body: "Text.",
    categoryId: n % 3 ? "examene" : null,
    publishTs: now - n * 1000,
    createdTs: now,
    updatedTs: now,
  }));
  for (let n = 0; n < rows.length; n += 5) await db.insert(posts).values(rows.slice(n, n + 5));
  const { db: counting, ledger } = createCountingDb(bindings.DB);
  const counted = createTestApp({ DB: counting } as never);
  for (const [path, max] of [
    ["/ro/blog", 60],
    ["/ro/blog/category/examene", 60],
    ["/ro/blog/p301", 90],
    ["/ro/blog/feed.xml", 60],
    ["/api/posts", 140],
  ] as const) {
    ledger.clear();
    await expectStatus(counted.get(path), 200);
    expect(ledger.statements.length, path).toBeLessThanOrEqual(2);
    expect(ledger.rowsRead(), path).toBeLessThan(max);
  }
});
