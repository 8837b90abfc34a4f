import { beforeEach, describe, expect, it } from "vitest";
import { app, expectPage, expectStatus, expectText } from "../../helpers/app";
import { countRows } from "../../helpers/factories";
import { type BlogEditor, createEditor, fetchForm, findPost, newForm, setUpBlogEditor } from "./editor-setup";

let editor: BlogEditor["editor"];
let create: BlogEditor["create"];
let edit: BlogEditor["edit"];

beforeEach(async () => {
  ({ editor, create, edit } = await setUpBlogEditor());
});

describe("POST /admin/blog/{id}/edit, refused", () => {
  it("returns 422 at each field, with the typed values", async () => {
    const form = newForm({
      title: "Scurt",
      excerpt: "x".repeat(301),
      category_id: "niciuna",
      intent: "publish",
    });
    const html = await expectPage(app.post("/ro/admin/blog/create", { form, as: editor.jar }), 422);
    expectText(html, "Ce **note** are?", `value="${form.id}"`);
    for (const field of ["title", "excerpt"]) expect(html).toContain(`href="#field-${field}"`);
    for (const publish_at of ["", "2020-01-01T10:00", "mâine"]) {
      const empty = { ...form, body: "", intent: "schedule", publish_at };
      const html = await expectPage(app.post("/admin/blog/create", { form: empty, as: editor.jar }), 422);
      for (const field of ["title", "excerpt", "body", "publish_at"]) {
        expect(html).toContain(`href="#field-${field}"`);
      }
    }
    const more = await expectPage(
      app.post("/admin/blog/create", {
        form: { ...form, title: newForm().title, excerpt: "", cover: "nimic.webp", body: "" },
        as: editor.jar,
      }),
      422,
    );
    for (const field of ["category_id", "cover", "cover_alt", "body"]) {
      expect(more).toContain(`href="#field-${field}"`);
    }
    expect(await countRows("posts")).toBe(0);
  });

  it("returns 409 after another editor's save, with both texts; a second save replaces the other's", async () => {
    const id = await create({ intent: "publish" });
    const mine = { ...(await fetchForm(editor.jar, id)), body: "Ale mele cuvinte" };
    const colleague = await createEditor();
    await edit(id, { body: "Cuvintele colegei" }, colleague.jar);
    const html = await expectPage(app.post(`/admin/blog/${id}/edit`, { form: mine, as: editor.jar }), 409);
    expect(html).toContain("Cuvintele colegei");
    expect(html).toMatch(/<textarea[^>]*name="body"[^>]*>Ale mele cuvinte/);
    expect((await findPost(id))?.body).toBe("Cuvintele colegei");
    const version = html.match(/name="version" value="(\d+)"/)?.[1] ?? "";
    await expectStatus(
      app.post(`/admin/blog/${id}/edit`, { form: { ...mine, version }, as: editor.jar }),
      303,
    );
    expect((await findPost(id))?.body).toBe("Ale mele cuvinte");
  });

  it("returns 409 with the typed text for a deleted post; a second save creates a new one", async () => {
    const id = await create();
    const form = { ...(await fetchForm(editor.jar, id)), body: "Ale mele cuvinte" };
    await app.post(`/admin/blog/${id}/delete`, { form: { version: "1" }, as: editor.jar });
    const html = await expectPage(app.post(`/admin/blog/${id}/edit`, { form, as: editor.jar }), 409);
    expect(html).toContain("were deleted by another administrator");
    expect(html).toMatch(/<textarea[^>]*name="body"[^>]*>Ale mele cuvinte/);
    expect(html).toContain('action="/admin/blog/create"');
    await expectStatus(
      app.post("/admin/blog/create", { form: { ...form, version: "" }, as: editor.jar }),
      303,
    );
    expect(await findPost(id)).toMatchObject({ body: "Ale mele cuvinte", version: 1 });
    await expectStatus(app.post("/admin/blog/0000000000000000/edit", { form: {}, as: editor.jar }), 404);
  });

  it("accepts one of two parallel saves", async () => {
    const id = await create();
    const form = await fetchForm(editor.jar, id);
    const answers = await Promise.all(
      ["unu", "doi", "trei"].map((body) =>
        app.post(`/admin/blog/${id}/edit`, { form: { ...form, body }, as: editor.jar }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect((await findPost(id))?.version).toBe(2);
  });
});
