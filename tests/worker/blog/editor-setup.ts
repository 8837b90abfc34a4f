import { eq } from "drizzle-orm";
import { blogCategories, postSlugs, posts } from "@/db/schema";
import { newId } from "@/shared/ids";
import { bearer, signInByEmail } from "../../helpers/accounts";
import { type Actor, app, db, expectStatus } from "../../helpers/app";
import { createAdmin, listRows, signIn } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";

/** An admin with the cookies of one session and a bearer token of another. */
export async function createEditor() {
  const user = await createAdmin();
  const { token } = await signInByEmail(user.email);
  return { user, jar: await signIn(user), ...bearer(token) };
}

/** Deletes all posts, slugs and categories. */
export async function deleteAllPosts() {
  await db.update(posts).set({ translationId: null });
  await db.delete(postSlugs);
  await db.delete(posts);
  await db.delete(blogCategories);
}

/** The form of a new post, filled in. */
export const newForm = (fields: Record<string, string> = {}) => ({
  id: newId(),
  version: "",
  locale: "ro",
  title: "Cum alegi un profesor de matematică",
  slug: "",
  excerpt: "Trei întrebări de pus înainte de prima lecție.",
  body: "## Prima întrebare\n\nCe **note** are?",
  category_id: "",
  cover: "",
  cover_alt: "",
  other_id: "",
  publish_at: "",
  intent: "save",
  ...fields,
});

/** The fields of a saved post's form, by name. */
export async function fetchForm(as: Actor, id: string): Promise<Record<string, string>> {
  const html = await app.read(`/admin/blog/${id}/edit`, { as });
  return { ...Object.fromEntries(parseFormEntries(html, /<form[^>]*post-editor/)), intent: "save" };
}

export const findPost = (id: string) => db.query.posts.findFirst({ where: eq(posts.id, id) });

/** Every slug that leads to a post, sorted. */
export const listSlugs = async (id: string) =>
  (await listRows(postSlugs, { postId: id })).map(({ slug }) => slug).sort();

/** An empty blog, and an editor who creates and edits posts by form. */
export async function setUpBlogEditor() {
  const editor = await createEditor();
  await deleteAllPosts();
  const create = async (fields: Record<string, string> = {}) => {
    const form = newForm(fields);
    await expectStatus(app.post("/admin/blog/create", { form, as: editor.jar }), 303);
    return form.id;
  };
  /** Sends the saved form with some fields changed. */
  const edit = async (id: string, changes: Record<string, string>, as = editor.jar) =>
    app.post(`/admin/blog/${id}/edit`, { form: { ...(await fetchForm(as, id)), ...changes }, as });
  return { editor, create, edit };
}

export type BlogEditor = Awaited<ReturnType<typeof setUpBlogEditor>>;
