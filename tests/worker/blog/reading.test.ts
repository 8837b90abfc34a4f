import { beforeEach, describe, expect, it } from "vitest";
import { blogCategories, postSlugs, posts, statisticsParcels } from "@/db/schema";
import { bindings, createTestApp, db, newJar } from "../../helpers/app";
import { countingDb } from "../../helpers/counting-db";
import { makeListing, makeTeacher, makeUser } from "../../helpers/factories";
import { hadSlug, makeCategory, makePair, makePost } from "./make-post";

const DAY_MS = 86_400_000;
const app = createTestApp();
const page = async (path: string) => (await app.get(path)).text();
const linked = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}"([^>]*)>`, "g"))].map(([, found = ""]) => [
    found
      .match(/hrefLang="([^"]*)"|hreflang="([^"]*)"/)
      ?.slice(1)
      .find(Boolean) ?? "",
    found.match(/href="([^"]*)"/)?.[1] ?? "",
  ]);
const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );
const titles = (html: string) =>
  [...html.matchAll(/class="post-card__title"><a[^>]*>([^<]+)</g)].map(([, title]) => title);

beforeEach(async () => {
  await db.update(posts).set({ otherId: null });
  await db.delete(postSlugs);
  await db.delete(posts);
  await db.delete(blogCategories);
});

describe("GET /blog", () => {
  it("lists what is published in the page's language, newest first, and leads on by cursors", async () => {
    const { now } = app.clock;
    for (let n = 0; n < 14; n++) {
      await makePost(app, { title: `Numărul ${n}`, publishTs: now - n * DAY_MS });
    }
    await makePost(app, { title: "În engleză", locale: "en" });
    await makePost(app, { title: "Ciornă", publishTs: null });
    await makePost(app, { title: "Mai târziu", publishTs: now + 1 });
    const first = await page("/ro/blog");
    expect(titles(first)).toEqual([...Array(12).keys()].map((n) => `Numărul ${n}`));
    const next = first.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
    const second = await page(next);
    expect(titles(second)).toEqual(["Numărul 12", "Numărul 13"]);
    expect(second).toContain('content="noindex"');
    const back = second.match(/rel="prev" href="([^"]+)"/)?.[1] ?? "";
    expect(titles(await page(back))).toEqual(titles(first));
    expect(titles(await page("/ro/blog?after=stricat"))).toEqual(titles(first));
    expect(await page("/blog")).toContain("În engleză");
  });

  it("has the feed in its head, one h1, and says what to do where nothing is", async () => {
    const html = await page("/blog");
    expect(html).toContain('type="application/rss+xml"');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain("No posts here yet");
  });
});

describe("GET /blog/category/{id}", () => {
  it("lists the posts of one; unknown: 404", async () => {
    await makeCategory("examene", "Exams", "Examene");
    await makePost(app, { title: "Despre examene", categoryId: "examene" });
    await makePost(app, { title: "Despre altceva" });
    const html = await page("/ro/blog/category/examene");
    expect(html).toContain('aria-current="page">Examene</li>');
    expect(JSON.stringify(dataOf(html)[0])).toContain('"position":3,"name":"Examene"}');
    expect(await page("/ro/blog")).toContain('aria-current="page">Blog</li>');
    expect(titles(html)).toEqual(["Despre examene"]);
    expect(html).toContain("Examene: toate articolele");
    expect((await app.get("/ro/blog/category/altele")).status).toBe(404);
  });
});

describe("GET /blog/{slug}", () => {
  it("shows title, author, dates, reading time, cover, body and related posts, and says the same to search engines", async () => {
    const { now } = app.clock;
    const author = await makeUser(app, { firstName: "Ioana", lastName: "Șerban" });
    await makeCategory("examene", "Exams", "Examene");
    const post = await makePost(app, {
      slug: "bacalaureat",
      title: "Cum te pregătești",
      body: `# Întâi\n\n${"cuvânt ".repeat(420)}`,
      categoryId: "examene",
      authorId: author.id,
      cover: "tabla.webp",
      coverAlt: "O tablă",
      editedTs: now,
    });
    const others = ["Altă materie", "Aceeași categorie"];
    await makePost(app, { title: others[0] as string, publishTs: now - 1 });
    await makePost(app, { title: others[1] as string, categoryId: "examene", publishTs: now - 9 * DAY_MS });
    const html = await page("/ro/blog/bacalaureat");
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const shown of [
      "De Ioana Șerban",
      "2 minute de citit",
      "<h2>Întâi</h2>",
      'alt="O tablă"',
      "20 nov. 2026",
    ]) {
      expect(html).toContain(shown);
    }
    expect(titles(html)).toEqual(["Aceeași categorie", "Altă materie"]);
    expect(html).toContain('property="og:type" content="article"');
    expect(html).toContain(`/images/share/blog/${post.id}.png?v=1`);
    const [posting, crumbs] = dataOf(html);
    expect(posting).toMatchObject({
      "@type": "BlogPosting",
      headline: "Cum te pregătești",
      author: { name: "Ioana Șerban" },
      datePublished: new Date(now - DAY_MS).toISOString(),
      dateModified: new Date(now).toISOString(),
      inLanguage: "ro",
      url: "https://catedra.test/ro/blog/bacalaureat",
      timeRequired: "PT2M",
    });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });
  });

  it("names nobody where the author was erased", async () => {
    await makePost(app, { slug: "fara-autor" });
    expect(await page("/ro/blog/fara-autor")).not.toContain("De ");
  });

  it("draft, scheduled, unknown: 404", async () => {
    await makePost(app, { slug: "ciorna", publishTs: null });
    await makePost(app, { slug: "maine", publishTs: app.clock.now + 1 });
    for (const slug of ["ciorna", "maine", "nimic", "a%2Fb", "%00"]) {
      expect((await app.get(`/ro/blog/${slug}`)).status, slug).toBe(404);
    }
  });

  it("an earlier slug and the id: 301 to the present slug", async () => {
    const post = await makePost(app, { slug: "nou" });
    await hadSlug(post, "vechi");
    await hadSlug(post, "nou");
    for (const key of ["vechi", post.id]) {
      const answer = await app.get(`/ro/blog/${key}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([301, "/ro/blog/nou"]);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    }
    expect((await app.get("/ro/blog/nou")).status).toBe(200);
  });

  it("an earlier slug leads on in its own language, though a post of the other one stands at it by now", async () => {
    const post = await makePost(app, { locale: "en", slug: "new-name" });
    await hadSlug(post, "bacalaureat");
    await makePost(app, { locale: "ro", slug: "bacalaureat" });
    const answer = await app.get("/blog/bacalaureat");
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/blog/new-name"]);
    expect((await app.get("/ro/blog/bacalaureat")).status).toBe(200);
  });

  it("of a pair, the other language's slug: 301 to its own, and each names both", async () => {
    const { en, ro } = await makePair(app, { en: { slug: "exam" }, ro: { slug: "examen" } });
    const over = await app.get("/ro/blog/exam");
    expect([over.status, over.headers.get("location")]).toEqual([301, "/ro/blog/examen"]);
    const back = await app.get("/blog/examen");
    expect([back.status, back.headers.get("location")]).toEqual([301, "/blog/exam"]);
    expect((await app.get(`/blog/${ro.id}`)).headers.get("location")).toBe("/blog/exam");
    const alternates = [
      ["en", "https://catedra.test/blog/exam"],
      ["ro", "https://catedra.test/ro/blog/examen"],
      ["x-default", "https://catedra.test/blog/exam"],
    ];
    for (const path of ["/blog/exam", "/ro/blog/examen"]) {
      const html = await page(path);
      expect(linked(html, "alternate").filter(([language]) => language)).toEqual(alternates);
      expect(linked(html, "canonical")).toEqual([["", `https://catedra.test${path}`]]);
    }
    // A pair with the same slug needs no way over.
    await db.update(posts).set({ slug: "exam" });
    expect((await app.get("/ro/blog/exam")).status).toBe(200);
    expect(await page("/ro/blog/exam")).toContain(ro.title);
    expect(await page("/blog/exam")).toContain(en.title);
  });

  it("of a pair whose other side is not out yet: shown under both prefixes", async () => {
    await makePair(app, { en: { slug: "exam" }, ro: { slug: "examen", publishTs: app.clock.now + 1 } });
    expect((await app.get("/ro/blog/exam")).status).toBe(200);
    expect((await app.get("/ro/blog/examen")).status).toBe(404);
  });

  it("in one language only, under the other prefix: 200, says so, and its own address is the true one", async () => {
    await makePost(app, { slug: "doar-romana", title: "Doar în română" });
    const html = await page("/blog/doar-romana");
    expect(html).toContain("This post exists only in Romanian.");
    expect(html).toContain('<article class="post" lang="ro">');
    expect(linked(html, "canonical")).toEqual([["", "https://catedra.test/ro/blog/doar-romana"]]);
    expect(
      linked(html, "alternate")
        .map(([language]) => language)
        .filter(Boolean),
    ).toEqual(["ro", "x-default"]);
    expect(await page("/ro/blog/doar-romana")).not.toContain("există numai");
  });

  it("who chose Romanian is led over from a link to the English post", async () => {
    await makePair(app, { en: { slug: "exam" }, ro: { slug: "examen" } });
    const jar = newJar();
    jar.set("locale", "ro");
    const first = await app.get("/blog/exam", { as: jar });
    expect([first.status, first.headers.get("location")]).toEqual([302, "/ro/blog/exam"]);
    expect((await app.get("/ro/blog/exam", { as: jar })).headers.get("location")).toBe("/ro/blog/examen");
  });
});

describe("GET /blog/feed.xml", () => {
  it("is RSS of the page's language with absolute links, whatever the texts hold; 304 for who has it", async () => {
    await makePost(app, { slug: "unu", title: 'A & B <c> "d"', excerpt: "]]> \u0007 ș" });
    await makePost(app, { slug: "two", title: "English one", locale: "en" });
    const answer = await app.get("/ro/blog/feed.xml");
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const xml = await answer.text();
    expect(xml).toContain("<title>A &#38; B &#60;c&#62; &#34;d&#34;</title>");
    expect(xml).toContain("<link>https://catedra.test/ro/blog/unu</link>");
    expect(xml).toContain(
      'rel="self" type="application/rss+xml" href="https://catedra.test/ro/blog/feed.xml"',
    );
    expect(xml).toContain("<pubDate>Thu, 19 Nov 2026 09:00:00 GMT</pubDate>");
    expect(xml).not.toContain("\u0007");
    expect(xml).not.toContain("English one");
    const known = { "if-none-match": answer.headers.get("etag") ?? "" };
    expect((await app.get("/ro/blog/feed.xml", { headers: known })).status).toBe(304);
    expect((await app.get("/blog/feed.xml", { headers: known })).status).toBe(200);
  });
});

describe("GET /", () => {
  it("shows the latest posts of the page's language", async () => {
    await makePost(app, { title: "Cel mai nou articol" });
    expect(titles(await page("/ro"))).toEqual(["Cel mai nou articol"]);
    expect(titles(await page("/"))).toEqual([]);
  });
});

describe("a post without a summary", () => {
  it("is told of by its first words, without pictures and marks, but with what only looks like marks", async () => {
    const { now } = app.clock;
    const body = [
      "## Planul\n\n![O tablă](/images/blog/0123456789abcdef/a.webp)",
      "> Un **citat** din `fisier_nou.txt`, C# și 2 > 1, _oblic_.",
      "|unu|doi|\n|---|--:|\n|1|2|\n\n---\n\n- [legătură](https://example.org) <script>",
    ].join("\n\n");
    await makePost(app, { slug: "fara-rezumat", excerpt: "", body, publishTs: now });
    const told =
      "Planul Un citat din fisier_nou.txt, C# și 2 &gt; 1, oblic. unu doi 1 2 legătură &lt;script&gt;";
    expect(await page("/ro/blog/fara-rezumat")).toContain(`<meta name="description" content="${told}"/>`);
    const feed = (await page("/ro/blog/feed.xml")).replaceAll("&#60;", "&lt;").replaceAll("&#62;", "&gt;");
    expect(feed).toContain(`<description>${told}</description>`);
  });

  it("that begins with a long line of blanks is told of at once", async () => {
    const { now } = app.clock;
    const body = `a\n\n${"\t".repeat(39_000)}| a [${"![](".repeat(20)}`;
    await makePost(app, { slug: "spatii", excerpt: "", body, publishTs: now });
    const started = performance.now();
    expect((await app.get("/ro/blog/spatii")).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("listings in a post", () => {
  it("stand there once, however often a line asks for them", async () => {
    const teacher = await makeTeacher(app);
    await makeListing(app, teacher, { title: "Chimie la Sibiu, pas cu pas", subject: "c" });
    await makePost(app, { slug: "de-multe-ori", body: "{{listings subject=c}}\n\n".repeat(700) });
    const html = await page("/ro/blog/de-multe-ori");
    expect(html.match(/class="post-listings"/g)).toHaveLength(1);
    expect(html.length).toBeLessThan(100_000);
  });

  it("stand where a line says so; what nobody knows says nothing; they count as shown", async () => {
    const teacher = await makeTeacher(app);
    const listing = await makeListing(app, teacher, {
      title: "Fizică la Cluj, cu experimente",
      subject: "p",
    });
    await makeListing(app, teacher, { title: "Fizică la Iași, cu experimente", subject: "p", county: "is" });
    const body =
      "Înainte.\n\n{{listings subject=p county=cj}}\n\n{{listings subject=xx}}\n\n{{listings subject=la}}\n\nDupă.";
    await makePost(app, { slug: "cu-anunturi", body });
    const html = await page("/ro/blog/cu-anunturi");
    expect(html).toContain("Fizică la Cluj");
    expect(html).not.toContain("Fizică la Iași");
    expect(html).not.toContain("{{");
    expect(html).toContain('href="/ro/tutoring?subject=p&amp;county=cj"');
    const parcels = await db.select().from(statisticsParcels);
    expect(JSON.stringify(parcels)).toContain(listing.id);
  });
});

describe("the work of a page", () => {
  it("stays the same with many posts: at most two statements and few rows", async () => {
    const { now } = app.clock;
    await makeCategory("examene", "Exams", "Examene");
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
    const { db: counting, ledger } = countingDb(bindings.DB);
    const counted = createTestApp({ DB: counting } as never);
    for (const [path, most] of [
      ["/ro/blog", 60],
      ["/ro/blog/category/examene", 60],
      ["/ro/blog/p301", 90],
      ["/ro/blog/feed.xml", 60],
      ["/api/posts", 140],
    ] as const) {
      ledger.clear();
      expect((await counted.get(path)).status).toBe(200);
      expect(ledger.statements.length, path).toBeLessThanOrEqual(2);
      expect(ledger.rowsRead(), path).toBeLessThan(most);
    }
  });
});
