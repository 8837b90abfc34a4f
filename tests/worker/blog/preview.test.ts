import { beforeEach, expect, it } from "vitest";
import { blogCategories } from "@/db/schema";
import { app, db, expectStatus } from "../../helpers/app";
import { countRows } from "../../helpers/factories";
import { createEditor, deleteAllPosts, findPost, newForm } from "./editor-setup";

let editor: Awaited<ReturnType<typeof createEditor>>;

beforeEach(async () => {
  editor = await createEditor();
  await deleteAllPosts();
});

it.each([
  ["too long", "a".repeat(300_000)],
  ["nested quotes", `${">".repeat(5000)} x`],
])("hostile Markdown 422 for %s in the form, the call and the preview", async (_, body) => {
  const saved = await app.post("/admin/blog/create", { form: newForm({ body }), as: editor.jar });
  const preview = await app.post("/admin/blog/preview", { form: newForm({ body }), as: editor.jar });
  const called = await app.post("/api/posts", {
    json: { locale: "ro", title: newForm().title, body },
    headers: editor.headers,
  });
  expect([saved.status, preview.status, called.status]).toEqual([422, 200, 422]);
  expect(await countRows("posts")).toBe(0);
});

it("the preview equals the article of the published page, in the post's language", async () => {
  await db
    .insert(blogCategories)
    .values({ id: "sfaturi", nameEn: "Advice", nameRo: "Sfaturi", createdTs: 0 });
  const body = [
    "# Mare\n\n[Anunțuri](/tutoring)\n\n|a|\n|-|\n|b|\n\n",
    "{{listings subject=m}}\n\n[x](javascript:alert(1)) ![y](https://example.org/y.png)",
  ].join("");
  const form = newForm({ body, category_id: "sfaturi", intent: "publish" });
  await expectStatus(app.post("/admin/blog/create", { form, as: editor.jar }), 303);
  const { id } = form;
  const article = (html: string) => {
    const [article = ""] = html.match(/<article class="post".*?<\/article>/s) ?? [];
    return article
      .replaceAll("<!-- -->", "")
      .replace(/<(\/?)h2(?= class="post__title"|><p class="page-head)/g, "<$1h1")
      .replace(/<section class="post-listings".*?<\/section>|<div class="notice.*?<\/div><\/div>/gs, "")
      .replace(/<div class="memoised">(.*)<\/div><\/div><\/article>/s, "$1</div></article>");
  };
  const published = article(await app.read(`/ro/blog/${(await findPost(id))?.slug}`));
  expect(published).toContain('href="/ro/tutoring"');
  for (const prefix of ["", "/ro"]) {
    const html = await app.read(`${prefix}/admin/blog/${id}/edit`, { as: editor.jar });
    expect(article(html)).toBe(published);
    expect(html).toContain('<div lang="ro"><article');
  }
});
