import { beforeEach, describe, expect, it } from "vitest";
import { blogCategories } from "@/db/schema";
import { app, db, expectStatus } from "../../helpers/app";
import { createEditor, deleteAllPosts, newForm } from "./editor-setup";

let editor: Awaited<ReturnType<typeof createEditor>>;

beforeEach(async () => {
  editor = await createEditor();
  await deleteAllPosts();
});

const send = (path: string, form: Record<string, string>) => app.post(path, { form, as: editor.jar });
const names = (en: string, ro: string) => ({ "name.en": en, "name.ro": ro });
const listCategories = () => db.select().from(blogCategories).orderBy(blogCategories.id);

describe("POST /admin/blog/categories", () => {
  it("adds a category with an id from its English name; renaming keeps the URL", async () => {
    const added = await send("/admin/blog/categories", names("Exams & tests", "Examene"));
    expect(added.headers.get("location")).toBe("/admin/blog/categories?done=categoryAdded");
    // Sent twice, as after an error page.
    await send("/admin/blog/categories", names("Exams & tests", "Examene"));
    await send("/admin/blog/categories", names("Exams & tests", "Altele"));
    expect((await listCategories()).map(({ id }) => id)).toEqual(["exams-tests", "exams-tests-2"]);
    await send("/admin/blog/categories/exams-tests", { intent: "rename", ...names("Exams", "Examenele") });
    expect((await listCategories())[0]).toMatchObject({
      id: "exams-tests",
      nameEn: "Exams",
      nameRo: "Examenele",
    });
  });

  it("deletes empty categories; returns 409 with posts, 404 for an unknown one", async () => {
    await send("/admin/blog/categories", names("Exams", "Examene"));
    const form = newForm({ category_id: "exams" });
    await send("/admin/blog/create", form);
    await expectStatus(send("/admin/blog/categories/exams", { intent: "delete", ...names("", "") }), 409);
    await send(`/admin/blog/${form.id}/delete`, { version: "1" });
    const deleted = await send("/admin/blog/categories/exams", { intent: "delete", ...names("", "") });
    expect(deleted.headers.get("location")).toBe("/admin/blog/categories?done=categoryDeleted");
    const again = await send("/admin/blog/categories/exams", { intent: "delete", ...names("", "") });
    expect([again.status, await listCategories()]).toEqual([404, []]);
  });
});
