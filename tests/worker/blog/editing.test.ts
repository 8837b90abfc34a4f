import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, blogCategories } from "@/db/schema";
import { formatLocalTime } from "@/shared/dates";
import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import { countRows } from "../../helpers/factories";
import { type BlogEditor, fetchForm, findPost, listSlugs, newForm, setUpBlogEditor } from "./editor-setup";

const HOUR_MS = 3_600_000;
let editor: BlogEditor["editor"];
let create: BlogEditor["create"];
let edit: BlogEditor["edit"];

beforeEach(async () => {
  ({ editor, create, edit } = await setUpBlogEditor());
  await db.delete(auditLog);
});

const actions = async () =>
  (await db.select().from(auditLog).orderBy(auditLog.ts)).map(({ action }) => action);

describe("POST /admin/blog/{id}/edit", () => {
  it("stores the time of a draft without scheduling it", async () => {
    const id = await create();
    const time = formatLocalTime(app.clock.now + 2 * HOUR_MS);
    const answer = await edit(id, { publish_at: time });
    expect(await findPost(id)).toMatchObject({ publishTs: null });
    const page = await app.read(answer.headers.get("location") ?? "", { as: editor.jar });
    expect(page).toMatch(new RegExp(`<input[^>]*name="publish_at"[^>]*value="${time}"`));
    // With a time, scheduling is the main action instead of publishing now.
    const readMain = (html: string) =>
      [...html.matchAll(/<button[^>]*name="intent"[^>]*>/g)]
        .filter(([button]) => button.includes("button--primary"))
        .map(([button]) => button.match(/value="(\w+)"/)?.[1]);
    expect(readMain(page)).toEqual(["schedule"]);
    expect(readMain(await app.read(paths.editPost(await create()), { as: editor.jar }))).toEqual(["publish"]);
  });

  it("schedules for a time that is typed in the format of the page", async () => {
    const at = Date.UTC(2027, 2, 14, 19, 30);
    for (const [locale, publish_at] of [
      ["", "3/14/2027 9:30 PM"],
      ["/ro", "14.03.2027, 21:30"],
    ] as const) {
      const form = newForm({ intent: "schedule", publish_at });
      const answer = await app.post(`${locale}/admin/blog/create`, { form, as: editor.jar });
      expect([publish_at, answer.status]).toEqual([publish_at, 303]);
      expect((await findPost(form.id))?.publishTs).toBe(at);
    }
    const scheduledForm = newForm({ intent: "schedule", publish_at: "14/03/2027 21:30" });
    const refused = await app.post("/admin/blog/create", { form: scheduledForm, as: editor.jar });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("14/03/2027 21:30"),
    ]);
  });

  it("moves a post from draft to scheduled, published by time, edited, and back to draft", async () => {
    const id = await create();
    expect(await findPost(id)).toMatchObject({
      slug: "cum-alegi-un-profesor-de-matematica",
      publishTs: null,
      authorId: editor.user.id,
      version: 1,
    });
    expect(await listSlugs(id)).toEqual([]);
    const at = app.clock.now + 2 * HOUR_MS;

    const scheduled = await edit(id, { intent: "schedule", publish_at: formatLocalTime(at) });
    const done = scheduled.headers.get("location") ?? "";
    expect(done).toBe(`/admin/blog/${id}/edit?done=scheduled`);
    expect(await (await app.get(done, { as: editor.jar })).text()).toContain(
      `will be published on ${formatDateTime(at, "en")}`,
    );
    expect(await findPost(id)).toMatchObject({ publishTs: at, editedTs: null, version: 2 });
    const list = async (state: string) =>
      (await app.get(`/admin/blog?state=${state}`, { as: editor.jar })).text();
    expect(await list("scheduled")).toContain(id);
    expect(await list("published")).not.toContain(id);

    app.clock.now = at;
    expect(await list("published")).toContain(id);
    expect(await list("scheduled")).not.toContain(id);
    const categories = await edit(id, { excerpt: "Patru întrebări." });
    expect(categories.headers.get("location")).toBe(`/admin/blog/${id}/edit?done=saved`);
    expect(await findPost(id)).toMatchObject({ publishTs: at, editedTs: at, version: 3 });

    app.clock.now += HOUR_MS;
    await edit(id, { intent: "draft" });
    expect(await findPost(id)).toMatchObject({ publishTs: null, editedTs: null, version: 4 });
    await edit(id, { intent: "publish" });
    expect(await findPost(id)).toMatchObject({ publishTs: app.clock.now, editedTs: null, version: 5 });
    expect(await actions()).toEqual([
      "post.created",
      "post.scheduled",
      "post.edited",
      "post.unpublished",
      "post.published",
    ]);
  });

  it("writes nothing for an unchanged save; a new category does not mark a published post as edited", async () => {
    await db
      .insert(blogCategories)
      .values({ id: "sfaturi", nameEn: "Advice", nameRo: "Sfaturi", createdTs: 1 });
    const id = await create({ intent: "publish" });
    await expectStatus(edit(id, {}), 303);
    expect(await findPost(id)).toMatchObject({ version: 1 });
    await edit(id, { category_id: "sfaturi" });
    expect(await findPost(id)).toMatchObject({ version: 2, categoryId: "sfaturi", editedTs: null });
  });

  it("creates one post for a form sent twice", async () => {
    const form = newForm();
    for (let n = 0; n < 2; n++) {
      await expectStatus(app.post("/admin/blog/create", { form, as: editor.jar }), 303);
    }
    expect(await countRows("posts")).toBe(1);
    expect(await countRows("audit_log")).toBe(1);
  });

  it("returns 409 when a new post's form differs from its saved post, and keeps the text", async () => {
    const form = newForm();
    const send = (changes: Record<string, string>) =>
      app.post("/admin/blog/create", { form: { ...form, ...changes }, as: editor.jar });
    await send({});
    for (const [name, text] of [
      ["intent", "publish"],
      ["excerpt", "Altul."],
      ["slug", "alta-adresa"],
    ] as const) {
      expect(await expectPage(send({ [name]: text }), 409)).toContain(`action="/admin/blog/${form.id}/edit"`);
    }
    await expectStatus(send({ title: "Scurt" }), 422);
    expect(await findPost(form.id)).toMatchObject({ publishTs: null, version: 1, excerpt: form.excerpt });
  });
});

describe("translations", () => {
  const findTranslationId = async (id: string) => (await findPost(id))?.translationId ?? null;

  it("are linked both ways, relinked together, and unlinked when one is deleted", async () => {
    const ro = await create();
    const page = await app.read(`/admin/blog/create?other=${ro}`, { as: editor.jar });
    expect(page).toContain(`<option value="${ro}" selected`);
    const en = await create({ locale: "en", other_id: ro, title: "How to choose a teacher" });
    expect([await findTranslationId(ro), await findTranslationId(en)]).toEqual([en, ro]);
    const otherPost = await create({ locale: "en", title: "Another way to choose one" });
    await edit(ro, { other_id: otherPost });
    expect([
      await findTranslationId(ro),
      await findTranslationId(en),
      await findTranslationId(otherPost),
    ]).toEqual([otherPost, null, ro]);
    await edit(otherPost, { other_id: "" });
    expect([await findTranslationId(ro), await findTranslationId(otherPost)]).toEqual([null, null]);
    await edit(ro, { other_id: en });
    const { version } = await fetchForm(editor.jar, en);
    const deletion = await app.post(`/admin/blog/${en}/delete`, {
      form: { version: version ?? "" },
      as: editor.jar,
    });
    expect(deletion.headers.get("location")).toBe("/admin/blog?done=deleted");
    expect([await findPost(en), await findTranslationId(ro)]).toEqual([undefined, null]);
  });

  it("returns 422 for a post of the same language, one already linked, and the post itself", async () => {
    const ro = await create();
    const en = await create({ locale: "en", other_id: ro });
    const same = await create();
    for (const translationId of [ro, en, same, "0000000000000000", "x"]) {
      await expectStatus(edit(same, { other_id: translationId }), 422);
      expect(await findTranslationId(same)).toBeNull();
    }
  });
});
