import { beforeEach, describe, expect, it } from "vitest";
import { posts, statisticsBatches } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { app, db, expectNoText, expectRedirect, expectStatus, expectText, newJar } from "../../helpers/app";
import { createCategory, createPair, createPost, insertOldSlug } from "../../helpers/create-post";
import { createListing, createTeacher, createUser } from "../../helpers/factories";
import { deleteAllPosts } from "./editor-setup";
import { createPageReader, listTitles, parseStructuredData } from "./read-pages";

const page = createPageReader();
const listLinks = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}"([^>]*)>`, "g"))].map(([, attributes = ""]) => [
    attributes
      .match(/hrefLang="([^"]*)"|hreflang="([^"]*)"/)
      ?.slice(1)
      .find(Boolean) ?? "",
    attributes.match(/href="([^"]*)"/)?.[1] ?? "",
  ]);

beforeEach(deleteAllPosts);

describe("GET /blog/{slug}", () => {
  it("shows title, author, dates, reading time, cover, body and related posts, with matching JSON-LD", async () => {
    const { now } = app.clock;
    const author = await createUser({ firstName: "Ioana", lastName: "Șerban" });
    await createCategory("examene", "Exams", "Examene");
    const post = await createPost({
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
    await createPost({ title: others[0] as string, publishTs: now - 1 });
    await createPost({ title: others[1] as string, categoryId: "examene", publishTs: now - 9 * DAY_MS });
    const html = await page("/ro/blog/bacalaureat");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expectText(html, "De Ioana Șerban", "2 minute de citit", "<h2>Întâi</h2>", 'alt="O tablă"', "20.11.2026");
    expect(listTitles(html)).toEqual(["Aceeași categorie", "Altă materie"]);
    expectText(html, 'property="og:type" content="article"', `/images/share/blog/${post.id}.png?v=1`);
    const [posting, crumbs] = parseStructuredData(html);
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

  it("shows no author if the author was erased", async () => {
    await createPost({ slug: "fara-autor" });
    expect(await page("/ro/blog/fara-autor")).not.toContain("De ");
  });

  it("returns 404 for a draft, scheduled or unknown post", async () => {
    await createPost({ slug: "ciorna", publishTs: null });
    await createPost({ slug: "maine", publishTs: app.clock.now + 1 });
    for (const slug of ["ciorna", "maine", "nimic", "a%2Fb", "%00"]) {
      expect((await app.get(`/ro/blog/${slug}`)).status, slug).toBe(404);
    }
  });

  it("redirects (301) from an earlier slug and the id to the current slug", async () => {
    const post = await createPost({ slug: "nou" });
    await insertOldSlug(post, "vechi");
    await insertOldSlug(post, "nou");
    for (const key of ["vechi", post.id]) {
      const answer = await app.get(`/ro/blog/${key}`);
      await expectRedirect(answer, "/ro/blog/nou", 301);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    }
    await expectStatus(app.get("/ro/blog/nou"), 200);
  });

  it("redirects from an earlier slug in its language, even if a post of the other language has it now", async () => {
    const post = await createPost({ locale: "en", slug: "new-name" });
    await insertOldSlug(post, "bacalaureat");
    await createPost({ locale: "ro", slug: "bacalaureat" });
    await expectRedirect(app.get("/blog/bacalaureat"), "/blog/new-name", 301);
    await expectStatus(app.get("/ro/blog/bacalaureat"), 200);
  });

  it("redirects (301) from the slug of a translation to its language; each page links both", async () => {
    const { en, ro } = await createPair({ en: { slug: "exam" }, ro: { slug: "examen" } });
    await expectRedirect(app.get("/ro/blog/exam"), "/ro/blog/examen", 301);
    await expectRedirect(app.get("/blog/examen"), "/blog/exam", 301);
    expect((await app.get(`/blog/${ro.id}`)).headers.get("location")).toBe("/blog/exam");
    const alternates = [
      ["en", "https://catedra.test/blog/exam"],
      ["ro", "https://catedra.test/ro/blog/examen"],
      ["x-default", "https://catedra.test/blog/exam"],
    ];
    for (const path of ["/blog/exam", "/ro/blog/examen"]) {
      const html = await page(path);
      expect(listLinks(html, "alternate").filter(([language]) => language)).toEqual(alternates);
      expect(listLinks(html, "canonical")).toEqual([["", `https://catedra.test${path}`]]);
    }
    // A translation with the same slug needs no redirect.
    await db.update(posts).set({ slug: "exam" });
    await expectStatus(app.get("/ro/blog/exam"), 200);
    expect(await page("/ro/blog/exam")).toContain(ro.title);
    expect(await page("/blog/exam")).toContain(en.title);
  });

  it("returns 200 with a note and the canonical URL under the other language's prefix", async () => {
    await createPost({ slug: "doar-romana", title: "Doar în română" });
    const html = await page("/blog/doar-romana");
    expectText(html, "This post exists only in Romanian.", '<article class="post" lang="ro">');
    expect(listLinks(html, "canonical")).toEqual([["", "https://catedra.test/ro/blog/doar-romana"]]);
    expect(
      listLinks(html, "alternate")
        .map(([language]) => language)
        .filter(Boolean),
    ).toEqual(["ro", "x-default"]);
    expect(await page("/ro/blog/doar-romana")).not.toContain("există numai");
  });

  it("redirects a reader who chose Romanian from the English post", async () => {
    await createPair({ en: { slug: "exam" }, ro: { slug: "examen" } });
    const jar = newJar();
    jar.set("locale", "ro");
    await expectRedirect(app.get("/blog/exam", { as: jar }), "/ro/blog/exam", 302);
    expect((await app.get("/ro/blog/exam", { as: jar })).headers.get("location")).toBe("/ro/blog/examen");
  });
});

it("post without a summary returns 200 for a body with a very long line of tabs", async () => {
  const { now } = app.clock;
  const body = `a\n\n${"\t".repeat(39_000)}| a [${"![](".repeat(20)}`;
  await createPost({ slug: "spatii", excerpt: "", body, publishTs: now });
  await expectStatus(app.get("/ro/blog/spatii"), 200);
});

describe("listings in a post", () => {
  it("are shown once for repeated short codes", async () => {
    const teacher = await createTeacher();
    await createListing(teacher, { title: "Chimie la Sibiu, pas cu pas", subject: "c" });
    await createPost({ slug: "de-multe-ori", body: "{{listings subject=c}}\n\n".repeat(700) });
    const html = await page("/ro/blog/de-multe-ori");
    expect(html.match(/class="post-listings"/g)).toHaveLength(1);
    expect(html.length).toBeLessThan(100_000);
  });

  it("are shown where they are referenced; unknown ids are skipped; impressions are counted", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher, {
      title: "Fizică la Cluj, cu experimente",
      subject: "p",
    });
    await createListing(teacher, {
      title: "Fizică la Iași, cu experimente",
      subject: "p",
      county: "is",
    });
    const body =
      "Înainte.\n\n{{listings subject=p county=cj}}\n\n{{listings subject=xx}}\n\n{{listings subject=la}}\n\nDupă.";
    await createPost({ slug: "cu-anunturi", body });
    const html = await page("/ro/blog/cu-anunturi");
    expect(html).toContain("Fizică la Cluj");
    expectNoText(html, "Fizică la Iași", "{{");
    expect(html).toContain('href="/ro/tutoring?subject=p&amp;county=cj"');
    const batches = await db.select().from(statisticsBatches);
    expect(JSON.stringify(batches)).toContain(listing.id);
  });
});
