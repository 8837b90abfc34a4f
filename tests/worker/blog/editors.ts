import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { blogCategories, postSlugs, posts } from "@/db/schema";
import { newId } from "@/shared/ids";
import { bearer, openSession } from "../../helpers/accounts";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { makeAdmin, signedIn } from "../../helpers/factories";
import { entriesIn } from "../../helpers/forms";

/** An admin with the cookies of one session and a bearer token of another. */
export async function makeEditor(app: TestApp) {
  const user = await makeAdmin(app);
  const { token } = await openSession(app, user.email);
  return { user, jar: await signedIn(app, user), ...bearer(token) };
}

/** As on the first day: no posts, none of their addresses, no categories. */
export async function emptyBlog() {
  await db.update(posts).set({ otherId: null });
  await db.delete(postSlugs);
  await db.delete(posts);
  await db.delete(blogCategories);
}

/** The form of a new post as the page gives it out, with what an editor types. */
export const newForm = (given: Record<string, string> = {}) => ({
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
  ...given,
});

/** The form of a saved post as it stands on its page: names and values of its fields. */
export async function formOf(app: TestApp, as: Jar, id: string): Promise<Record<string, string>> {
  const html = await (await app.get(`/admin/blog/${id}/edit`, { as })).text();
  return { ...Object.fromEntries(entriesIn(html, /<form[^>]*post-editor/)), intent: "save" };
}

export const postOf = (id: string) => db.query.posts.findFirst({ where: eq(posts.id, id) });

/** Every slug that a post is found at, in the order of the alphabet. */
export const slugsOf = async (id: string) =>
  (await db.select().from(postSlugs).where(eq(postSlugs.postId, id))).map(({ slug }) => slug).sort();

/** An empty blog, and an editor who makes posts and changes them by their forms. */
export async function setUpBlogEditor() {
  const app = createTestApp();
  const editor = await makeEditor(app);
  await emptyBlog();
  const create = async (given: Record<string, string> = {}) => {
    const form = newForm(given);
    const answer = await app.post("/admin/blog/create", { form, as: editor.jar });
    expect(answer.status).toBe(303);
    return form.id;
  };
  /** Sends the saved form with some fields changed. */
  const edit = async (id: string, change: Record<string, string>, as = editor.jar) =>
    app.post(`/admin/blog/${id}/edit`, { form: { ...(await formOf(app, as, id)), ...change }, as });
  return { app, editor, create, edit };
}

export type BlogEditor = Awaited<ReturnType<typeof setUpBlogEditor>>;
