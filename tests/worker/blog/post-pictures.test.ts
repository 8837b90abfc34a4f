import { beforeEach, describe, expect, it } from "vitest";
import { mediaDeletions } from "@/db/schema";
import { processMediaDeletions } from "@/features/storage";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createFile, pngBytes } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";
import { listKeys } from "../../helpers/storage-fixture";
import { createEditor, deleteAllPosts, fetchForm, findPost, newForm } from "./editor-setup";

const DAY_MS = 86_400_000;
let editor: Awaited<ReturnType<typeof createEditor>>;

beforeEach(async () => {
  editor = await createEditor();
  await deleteAllPosts();
  await db.delete(mediaDeletions);
});

/** The form as a browser without script sends it, with files. */
function toForm(fields: Record<string, string>, files: Record<string, File> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [name, file] of Object.entries(files)) data.set(name, file);
  return data;
}
const picture = async (name = "tablă.png") => createFile(await pngBytes(64, 48), name);
const post = (path: string, body: FormData) => app.post(path, { body, as: editor.jar });

describe("pictures of a post without a script", () => {
  it("returns 200 and stores a picture before its post, with its Markdown and the typed text", async () => {
    const form = newForm({ intent: "picture", picture_alt: "O tablă [verde]" });
    const html = await expectPage(
      post("/admin/blog/create", toForm(form, { picture: await picture() })),
      200,
    );
    const [, file] = html.match(/!\[O tablă \\\[verde\\\]\]\(\/images\/blog\/\w+\/(\w+)\.webp\)/) ?? [];
    expect(await listKeys(`images/blog/${form.id}/`)).toEqual(
      [`${file}-480.webp`, `${file}.webp`].map((name) => `images/blog/${form.id}/${name}`),
    );
    expect(html).toContain("Ce **note** are?");

    await post("/admin/blog/create", toForm({ ...form, intent: "save" }));
    app.clock.now += 2 * DAY_MS;
    await processMediaDeletions(servicesAt(app.clock.now));
    expect(await listKeys(`images/blog/${form.id}/`)).toHaveLength(2);
  });

  it("returns 303 for a cover with alternative text; a new cover replaces it; deletion removes all pictures", async () => {
    const form = newForm({ cover_alt: "" });
    const html = await expectPage(
      post("/admin/blog/create", toForm(form, { cover_file: await picture() })),
      422,
    );
    expect(html).toContain('href="#field-cover_alt"');
    const cover = html.match(/type="hidden" name="cover" value="(\w+\.webp)"/)?.[1] ?? "";
    await expectStatus(post("/admin/blog/create", toForm({ ...form, cover, cover_alt: "O tablă" })), 303);
    expect(await findPost(form.id)).toMatchObject({ cover, coverAlt: "O tablă" });

    const again = await fetchForm(editor.jar, form.id);
    await post(`/admin/blog/${form.id}/edit`, toForm(again, { cover_file: await picture("alta.png") }));
    const second = await findPost(form.id);
    expect(second?.cover).not.toBe(cover);
    await post(
      `/admin/blog/${form.id}/edit`,
      toForm({ ...(await fetchForm(editor.jar, form.id)), no_cover: "1" }),
    );
    expect((await findPost(form.id))?.cover).toBeNull();

    expect(await listKeys(`images/blog/${form.id}/`)).toHaveLength(4);
    const { version = "" } = await fetchForm(editor.jar, form.id);
    await app.post(`/admin/blog/${form.id}/delete`, { form: { version }, as: editor.jar });
    expect(await listKeys(`images/blog/${form.id}/`)).toEqual([]);
  });

  it("returns 200 and deletes a picture that the saved post does not show; 409 for one that it shows", async () => {
    const form = newForm({ intent: "picture" });
    const fileIn = async (answer: Response) =>
      (await answer.text()).match(/\/images\/blog\/\w+\/(\w+\.webp)\)/)?.[1] ?? "";
    const picturePath = await fileIn(
      await post("/admin/blog/create", toForm(form, { picture: await picture() })),
    );
    const body = `![O tablă](/images/blog/${form.id}/${picturePath})`;
    await post("/admin/blog/create", toForm({ ...form, body, intent: "save" }));
    const saved = { ...(await fetchForm(editor.jar, form.id)), body: "Altceva" };
    const address = `/admin/blog/${form.id}/edit`;
    expect(await expectPage(post(address, toForm({ ...saved, remove: picturePath })), 409)).toContain(
      "The saved post uses this picture",
    );

    await post(address, toForm({ ...saved, intent: "picture" }, { picture: await picture("alta.png") }));
    const keys = await listKeys(`images/blog/${form.id}/`);
    expect(keys).toHaveLength(4);
    const otherKeys = keys
      .map((key) => key.split("/").at(-1) ?? "")
      .find((key) => /^\w+\.webp$/.test(key) && key !== picturePath);
    const html = await expectPage(
      post(address, toForm({ ...saved, cover: otherKeys ?? "", remove: otherKeys ?? "" })),
      200,
    );
    expectText(html, "Altceva", 'type="hidden" name="cover" value=""');
    expect(await listKeys(`images/blog/${form.id}/`)).toHaveLength(2);
    expect((await findPost(form.id))?.body).toBe(body);
    for (const strange of [otherKeys ?? "", "../x", "a/b.webp", "x".repeat(5000)]) {
      await expectStatus(post(address, toForm({ ...saved, remove: strange })), 200);
    }
    expect(await listKeys(`images/blog/${form.id}/`)).toHaveLength(2);
  });

  it("returns 422 at the field without a file and for a file that is no picture", async () => {
    const form = newForm({ intent: "picture" });
    expect(await expectPage(post("/admin/blog/create", toForm(form)), 422)).toContain(
      'href="#field-picture"',
    );
    const text = new File(["nu e o imagine"], "note.txt", { type: "text/plain" });
    for (const [field, at] of [
      ["picture", "picture"],
      ["cover_file", "cover"],
    ] as const) {
      const html = await expectPage(post("/ro/admin/blog/create", toForm(form, { [field]: text })), 422);
      expectText(html, `href="#field-${at}"`, "note.txt");
    }
  });

  it("are deleted after a day if their post is never saved", async () => {
    const form = newForm({ intent: "picture" });
    await post("/admin/blog/create", toForm(form, { picture: await picture() }));
    const sweep = () => processMediaDeletions(servicesAt(app.clock.now));
    app.clock.now += DAY_MS - 1;
    await sweep();
    expect(await listKeys(`images/blog/${form.id}/`)).toHaveLength(2);
    app.clock.now += DAY_MS;
    await sweep();
    expect(await listKeys(`images/blog/${form.id}/`)).toEqual([]);
  });
});
