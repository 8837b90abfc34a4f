import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { posts } from "@/db/schema";
import { blogPictureKey, findPublishedPost } from "@/features/blog";
import { formatDate } from "@/shared/format";
import { titleDrawing } from "./drawing";
import type { SharedPicture } from "./store-picture";

/**
 * What is drawn of a published post, in its own language; null for any other. It stands among the post's pictures in the
 * bucket. Its author is not on it: who is erased would have to leave every picture, too.
 */
export async function sharedPost(ctx: Ctx, id: string): Promise<SharedPicture | null> {
  const post = await findPublishedPost(ctx, id);
  if (!post) return null;
  const t = ctx.translator(post.locale);
  const category = post.locale === "ro" ? post.nameRo : post.nameEn;
  return {
    key: blogPictureKey(id, "share.png"),
    svg: titleDrawing({
      siteName: ctx.config.SITE_NAME,
      kind: [t("blog.crumbs.blog"), category ?? ""],
      title: post.title,
      foot: [formatDate(post.publishTs ?? ctx.now, post.locale), ""],
    }),
    version: post.version,
    gone: sql`not exists (select 1 from ${posts} where ${posts.id} = ${id})`,
  };
}
