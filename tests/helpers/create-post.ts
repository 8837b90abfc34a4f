import { blogCategories, postSlugs, posts } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db } from "./app";

type Post = typeof posts.$inferSelect;
let postCount = 0;

/** By default a post published a day ago. */
export async function createPost(overrides: Partial<Post> = {}): Promise<Post> {
  const { now } = app.clock;
  const n = ++postCount;
  const [post] = await db
    .insert(posts)
    .values({
      id: newId(),
      locale: "ro",
      slug: `articol-${n}`,
      title: `Articolul cu numărul ${n}`,
      excerpt: "Pe scurt, despre ce este vorba.",
      body: "Un paragraf.",
      publishTs: now - 86_400_000,
      createdTs: now - 2 * 86_400_000,
      updatedTs: now - 86_400_000,
      ...overrides,
    })
    .returning();
  return post as Post;
}

export async function createCategory(id: string, nameEn: string, nameRo: string): Promise<string> {
  await db.insert(blogCategories).values({ id, nameEn, nameRo, createdTs: 0 });
  return id;
}

/** Stores an earlier slug of a post. */
export const insertOldSlug = (post: Pick<Post, "id" | "locale">, slug: string) =>
  db.insert(postSlugs).values({ locale: post.locale, slug, postId: post.id, ts: 0 });

/** A post and its translation. */
export async function createPair(overrides: { en?: Partial<Post>; ro?: Partial<Post> } = {}) {
  const en = await createPost({ locale: "en", ...overrides.en });
  const ro = await createPost({ locale: "ro", translationId: en.id, ...overrides.ro });
  await app.bindings.DB.prepare("update posts set other_id = ? where id = ?").bind(ro.id, en.id).run();
  return { en: { ...en, translationId: ro.id }, ro };
}
