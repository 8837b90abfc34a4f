import type { Ctx } from "@/context";
import { categoryName } from "../category-name";
import { authorName, type PostDetails } from "../find-post";
import { beginningOf, readingMinutes } from "../markdown/reading-time";
import type { ArticleFacts } from "./post-article";

/** A post's facts in the visitor's language; `summary` for search engines is never empty. */
export function factsOf(
  { locale }: Pick<Ctx, "locale">,
  post: PostDetails,
): ArticleFacts & { summary: string } {
  const { categoryId, nameEn, nameRo } = post;
  const category =
    categoryId !== null && nameEn !== null && nameRo !== null
      ? { id: categoryId, name: categoryName({ id: categoryId, nameEn, nameRo }, locale) }
      : null;
  return {
    id: post.id,
    locale: post.locale,
    title: post.title,
    excerpt: post.excerpt,
    category,
    cover: post.cover,
    coverAlt: post.coverAlt,
    publishTs: post.publishTs,
    editedTs: post.editedTs,
    author: authorName(post),
    minutes: readingMinutes(post.body),
    version: post.version,
    summary: post.excerpt || beginningOf(post.body) || post.title,
  };
}
