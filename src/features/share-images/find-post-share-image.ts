import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { posts } from "@/db/schema";
import { blogPictureKey, findPublishedPost } from "@/features/blog";
import { formatDate } from "@/shared/format";
import { renderTitleSvg } from "./share-image-svg";
import type { ShareImage } from "./store-share-image";

/**
 * The share image of a published post, in its own language. It does not name the author: erasing an account would have to
 * replace every image.
 */
export async function findPostShareImage(ctx: Ctx, id: string): Promise<ShareImage | null> {
  const post = await findPublishedPost(ctx, id);
  if (!post) return null;
  const t = ctx.translator(post.locale);
  const category = post.locale === "ro" ? post.nameRo : post.nameEn;
  return {
    key: blogPictureKey(id, "share.png"),
    svg: renderTitleSvg({
      siteName: ctx.config.SITE_NAME,
      kind: [t("blog.crumbs.blog"), category ?? ""],
      title: post.title,
      foot: [formatDate(post.publishTs ?? ctx.now, post.locale), ""],
    }),
    version: post.version,
    deleted: sql`not exists (select 1 from ${posts} where ${posts.id} = ${id})`,
  };
}
