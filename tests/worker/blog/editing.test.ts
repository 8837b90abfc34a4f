import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, blogCategories, postSlugs } from "@/db/schema";
import { writeLocalTime } from "@/shared/local-time";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { countRows, makeTeacher, signedIn } from "../../helpers/factories";
import { emptyBlog, formOf, makeEditor, newForm, postOf } from "./editors";

const HOUR_MS = 3_600_000;
let app: TestApp;
let editor: Awaited<ReturnType<typeof makeEditor>>;

beforeEach(async () => {
  app = createTestApp();
  editor = await makeEditor(app);
  await emptyBlog();
  await db.delete(auditLog);
});

const create = async (given: Record<string, string> = {}) => {
  const form = newForm(given);
  const answer = await app.post("/admin/blog/create", { form, as: editor.jar });
  expect(answer.status).toBe(303);
  return form.id;
};

/** Sends the saved form with some fields changed. */
const edit = async (id: string, change: Record<string, string>, as = editor.jar) =>
  app.post(`/admin/blog/${id}/edit`, { form: { ...(await formOf(app, as, id)), ...change }, as });

const actions = async () =>
  (await db.select().from(auditLog).orderBy(auditLog.ts)).map(({ action }) => action);
const slugsOf = async (id: string) =>
  (await db.select().from(postSlugs).where(eq(postSlugs.postId, id))).map(({ slug }) => slug).sort();

describe("the life of a post", () => {
  it("a time typed into a draft that is saved stands in its form again, and schedules nothing", async () => {
    const id = await create();
    const time = writeLocalTime(app.clock.now + 2 * HOUR_MS);
    const answer = await edit(id, { publish_at: time });
    expect(await postOf(id)).toMatchObject({ publishTs: null });
    const page = await (await app.get(answer.headers.get("location") ?? "", { as: editor.jar })).text();
    expect(page).toMatch(new RegExp(`<input[^>]*name="publish_at"[^>]*value="${time}"`));
  });

  it("draft → scheduled → published by the clock alone → edited → draft", async () => {
    const id = await create();
    expect(await postOf(id)).toMatchObject({
      slug: "cum-alegi-un-profesor-de-matematica",
      publishTs: null,
      authorId: editor.user.id,
      version: 1,
    });
    expect(await slugsOf(id)).toEqual([]);
    const at = app.clock.now + 2 * HOUR_MS;

    const scheduled = await edit(id, { intent: "schedule", publish_at: writeLocalTime(at) });
    expect(scheduled.headers.get("location")).toBe(`/admin/blog/${id}/edit?done=scheduled`);
    expect(await postOf(id)).toMatchObject({ publishTs: at, editedTs: null, version: 2 });
    const list = async (state: string) =>
      (await app.get(`/admin/blog?state=${state}`, { as: editor.jar })).text();
    expect(await list("scheduled")).toContain(id);
    expect(await list("published")).not.toContain(id);

    app.clock.now = at;
    expect(await list("published")).toContain(id);
    expect(await list("scheduled")).not.toContain(id);
    const categories = await edit(id, { excerpt: "Patru întrebări." });
    expect(categories.headers.get("location")).toBe(`/admin/blog/${id}/edit?done=saved`);
    expect(await postOf(id)).toMatchObject({ publishTs: at, editedTs: at, version: 3 });

    app.clock.now += HOUR_MS;
    await edit(id, { intent: "draft" });
    expect(await postOf(id)).toMatchObject({ publishTs: null, editedTs: null, version: 4 });
    await edit(id, { intent: "publish" });
    expect(await postOf(id)).toMatchObject({ publishTs: app.clock.now, editedTs: null, version: 5 });
    expect(await actions()).toEqual([
      "post.created",
      "post.scheduled",
      "post.edited",
      "post.unpublished",
      "post.published",
    ]);
  });

  it("what changes nothing is no write; a published post whose category alone changes was not edited", async () => {
    await db
      .insert(blogCategories)
      .values({ id: "sfaturi", nameEn: "Advice", nameRo: "Sfaturi", createdTs: 1 });
    const id = await create({ intent: "publish" });
    expect((await edit(id, {})).status).toBe(303);
    expect(await postOf(id)).toMatchObject({ version: 1 });
    await edit(id, { category_id: "sfaturi" });
    expect(await postOf(id)).toMatchObject({ version: 2, categoryId: "sfaturi", editedTs: null });
  });

  it("a form sent twice makes one post", async () => {
    const form = newForm();
    for (let n = 0; n < 2; n++) {
      expect((await app.post("/admin/blog/create", { form, as: editor.jar })).status).toBe(303);
    }
    expect(await countRows("posts")).toBe(1);
    expect(await countRows("audit_log")).toBe(1);
  });

  it("409 for the form of a new post that says something else than what was saved of it, which is not lost", async () => {
    const form = newForm();
    const send = (given: Record<string, string>) =>
      app.post("/admin/blog/create", { form: { ...form, ...given }, as: editor.jar });
    await send({});
    for (const [name, text] of [
      ["intent", "publish"],
      ["excerpt", "Altul."],
      ["slug", "alta-adresa"],
    ] as const) {
      const answer = await send({ [name]: text });
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain(`action="/admin/blog/${form.id}/edit"`);
    }
    expect((await send({ title: "Scurt" })).status).toBe(422);
    expect(await postOf(form.id)).toMatchObject({ publishTs: null, version: 1, excerpt: form.excerpt });
  });

  it("302 home for anybody but an admin, and nothing is written", async () => {
    const teacher = await signedIn(app, await makeTeacher(app));
    const id = await create();
    for (const path of ["/admin/blog/create", "/admin/blog/preview", `/admin/blog/${id}/edit`]) {
      const answer = await app.post(path, { form: newForm(), as: teacher });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    }
    expect((await app.post(`/admin/blog/${id}/delete`, { form: { version: "1" }, as: teacher })).status).toBe(
      302,
    );
    expect(await countRows("posts")).toBe(1);
  });
});

describe("slugs", () => {
  it("a draft's follows its title and leaves nothing; a published one leads on from each it had", async () => {
    const id = await create();
    await edit(id, { title: "Cum alegeți un profesor bun" });
    expect((await postOf(id))?.slug).toBe("cum-alegeti-un-profesor-bun");
    await edit(id, { intent: "publish" });
    await edit(id, { title: "Alegerea unui profesor, pe scurt" });
    expect((await postOf(id))?.slug).toBe("alegerea-unui-profesor-pe-scurt");
    expect(await slugsOf(id)).toEqual(["alegerea-unui-profesor-pe-scurt", "cum-alegeti-un-profesor-bun"]);
    await edit(id, { title: "Cum alegeți un profesor bun" });
    expect((await postOf(id))?.slug).toBe("cum-alegeti-un-profesor-bun");
  });

  it("one that was typed stays when the title changes, and an empty one is made anew", async () => {
    const id = await create({ slug: "Profesorul Potrivit" });
    expect((await postOf(id))?.slug).toBe("profesorul-potrivit");
    await edit(id, { title: "Un titlu cu totul altul" });
    expect((await postOf(id))?.slug).toBe("profesorul-potrivit");
    await edit(id, { slug: "" });
    expect((await postOf(id))?.slug).toBe("un-titlu-cu-totul-altul");
  });

  it("are one post's for good in a language, whatever becomes of its title; reserved words get a number", async () => {
    const first = await create({ intent: "publish" });
    const second = await create();
    const english = await create({ locale: "en" });
    expect((await postOf(second))?.slug).toBe("cum-alegi-un-profesor-de-matematica-2");
    expect((await postOf(english))?.slug).toBe("cum-alegi-un-profesor-de-matematica");
    await edit(first, { title: "Un titlu cu totul altul" });
    await edit(second, { slug: "cum-alegi-un-profesor-de-matematica" });
    expect((await postOf(second))?.slug).toBe("cum-alegi-un-profesor-de-matematica-2");
    for (const [slug, made] of [
      ["category", "category-2"],
      ["0123456789abcdef", "0123456789abcdef-2"],
      ["feed.xml", "feed-xml"],
    ] as const) {
      expect((await postOf(await create({ slug })))?.slug).toBe(made);
    }
    expect((await postOf(await create({ title: "Математика для всех" })))?.slug).toBe("post");
  });

  it("differ for posts that are created at the same moment", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => create()));
    const slugs = await Promise.all(ids.map(async (id) => (await postOf(id))?.slug));
    expect(new Set(slugs).size).toBe(5);
  });
});

describe("pairs of languages", () => {
  const otherOf = async (id: string) => (await postOf(id))?.otherId ?? null;

  it("name each other, change sides together, and part when one goes", async () => {
    const ro = await create();
    const page = await (await app.get(`/admin/blog/create?other=${ro}`, { as: editor.jar })).text();
    expect(page).toContain(`<option value="${ro}" selected`);
    const en = await create({ locale: "en", other_id: ro, title: "How to choose a teacher" });
    expect([await otherOf(ro), await otherOf(en)]).toEqual([en, ro]);
    const other = await create({ locale: "en", title: "Another way to choose one" });
    await edit(ro, { other_id: other });
    expect([await otherOf(ro), await otherOf(en), await otherOf(other)]).toEqual([other, null, ro]);
    await edit(other, { other_id: "" });
    expect([await otherOf(ro), await otherOf(other)]).toEqual([null, null]);
    await edit(ro, { other_id: en });
    const { version } = await formOf(app, editor.jar, en);
    const gone = await app.post(`/admin/blog/${en}/delete`, {
      form: { version: version ?? "" },
      as: editor.jar,
    });
    expect(gone.headers.get("location")).toBe("/admin/blog?done=deleted");
    expect([await postOf(en), await otherOf(ro)]).toEqual([undefined, null]);
  });

  it("422 for one of the same language, one that has another, and oneself", async () => {
    const ro = await create();
    const en = await create({ locale: "en", other_id: ro });
    const same = await create();
    for (const otherId of [ro, en, same, "0000000000000000", "x"]) {
      const answer = await edit(same, { other_id: otherId });
      expect(answer.status).toBe(422);
      expect(await otherOf(same)).toBeNull();
    }
  });
});

describe("refusals", () => {
  it("422 keeps what was typed and names each field", async () => {
    const form = newForm({
      title: "Scurt",
      excerpt: "x".repeat(301),
      category_id: "niciuna",
      intent: "publish",
    });
    const answer = await app.post("/ro/admin/blog/create", { form, as: editor.jar });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain("Ce **note** are?");
    expect(html).toContain(`value="${form.id}"`);
    for (const field of ["title", "excerpt"]) expect(html).toContain(`href="#field-${field}"`);
    for (const publish_at of ["", "2020-01-01T10:00", "mâine"]) {
      const empty = { ...form, body: "", intent: "schedule", publish_at };
      const all = await app.post("/admin/blog/create", { form: empty, as: editor.jar });
      const shown = await all.text();
      expect(all.status).toBe(422);
      for (const field of ["title", "excerpt", "body", "publish_at"]) {
        expect(shown).toContain(`href="#field-${field}"`);
      }
    }
    const other = await app.post("/admin/blog/create", {
      form: { ...form, title: newForm().title, excerpt: "", cover: "nimic.webp", body: "" },
      as: editor.jar,
    });
    const more = await other.text();
    expect(other.status).toBe(422);
    for (const field of ["category_id", "cover", "cover_alt", "body"]) {
      expect(more).toContain(`href="#field-${field}"`);
    }
    expect(await countRows("posts")).toBe(0);
  });

  it("422 for a time that is over, none, or none of the calendar", async () => {
    const id = await create();
    for (const publish_at of ["", "2020-01-01T10:00", "2026-13-01T10:00", "mâine"]) {
      const answer = await edit(id, { intent: "schedule", publish_at });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('href="#field-publish_at"');
    }
    expect((await postOf(id))?.publishTs).toBeNull();
  });

  it("409 when somebody else was faster: theirs is shown, mine stays, and saving again replaces it", async () => {
    const id = await create({ intent: "publish" });
    const mine = { ...(await formOf(app, editor.jar, id)), body: "Ale mele cuvinte" };
    const colleague = await makeEditor(app);
    await edit(id, { body: "Cuvintele colegei" }, colleague.jar);
    const answer = await app.post(`/admin/blog/${id}/edit`, { form: mine, as: editor.jar });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(html).toContain("Cuvintele colegei");
    expect(html).toMatch(/<textarea[^>]*name="body"[^>]*>Ale mele cuvinte/);
    expect((await postOf(id))?.body).toBe("Cuvintele colegei");
    const version = html.match(/name="version" value="(\d+)"/)?.[1] ?? "";
    const again = await app.post(`/admin/blog/${id}/edit`, { form: { ...mine, version }, as: editor.jar });
    expect(again.status).toBe(303);
    expect((await postOf(id))?.body).toBe("Ale mele cuvinte");
  });

  it("409 with what was typed for a post that somebody deleted; saving again makes a new one of it", async () => {
    const id = await create();
    const form = { ...(await formOf(app, editor.jar, id)), body: "Ale mele cuvinte" };
    await app.post(`/admin/blog/${id}/delete`, { form: { version: "1" }, as: editor.jar });
    const answer = await app.post(`/admin/blog/${id}/edit`, { form, as: editor.jar });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(html).toContain("Somebody deleted this post");
    expect(html).toMatch(/<textarea[^>]*name="body"[^>]*>Ale mele cuvinte/);
    expect(html).toContain('action="/admin/blog/create"');
    const again = await app.post("/admin/blog/create", { form: { ...form, version: "" }, as: editor.jar });
    expect(again.status).toBe(303);
    expect(await postOf(id)).toMatchObject({ body: "Ale mele cuvinte", version: 1 });
    const none = await app.post("/admin/blog/0000000000000000/edit", { form: {}, as: editor.jar });
    expect(none.status).toBe(404);
  });

  it("lets one of two through that save at the same moment", async () => {
    const id = await create();
    const form = await formOf(app, editor.jar, id);
    const answers = await Promise.all(
      ["unu", "doi", "trei"].map((body) =>
        app.post(`/admin/blog/${id}/edit`, { form: { ...form, body }, as: editor.jar }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect((await postOf(id))?.version).toBe(2);
  });

  it("200 for each of several calls at once that name no version: one after the other writes over what is there", async () => {
    const id = await create();
    const answers = await Promise.all(
      ["unu", "doi", "trei"].map((excerpt) =>
        app.get(`/api/posts/${id}`, { method: "PUT", json: { excerpt }, headers: editor.headers }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(["unu", "doi", "trei"]).toContain((await postOf(id))?.excerpt);
  });

  it("409 for a deletion of what changed since; 404 where there is no such post", async () => {
    const id = await create();
    await edit(id, { excerpt: "Altul." });
    const answer = await app.post(`/admin/blog/${id}/delete`, { form: { version: "1" }, as: editor.jar });
    expect(answer.status).toBe(409);
    expect(await countRows("posts")).toBe(1);
    for (const path of ["/admin/blog/0000000000000000/edit", "/admin/blog/nimic/edit"]) {
      expect((await app.get(path, { as: editor.jar })).status).toBe(404);
    }
  });
});
