import type { Ctx } from "@/context";
import { toIsoTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { getCategoryName } from "../category-name";
import { formatAuthorName, type PostDetails } from "../find-post";
import { computeReadingMinutes, createExcerpt } from "../markdown/post-text";
import type { ArticleFacts } from "./post-article";

/** A post's facts in the visitor's language; `summary` for search engines is never empty. */
export function getArticleFacts(
  { locale }: Pick<Ctx, "locale">,
  post: PostDetails,
): ArticleFacts & { summary: string } {
  const { categoryId, nameEn, nameRo } = post;
  const category =
    categoryId !== null && nameEn !== null && nameRo !== null
      ? { id: categoryId, name: getCategoryName({ id: categoryId, nameEn, nameRo }, locale) }
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
    author: formatAuthorName(post),
    minutes: computeReadingMinutes(post.body),
    version: post.version,
    summary: post.excerpt || createExcerpt(post.body) || post.title,
  };
}

/** A published post as structured data. https://schema.org/BlogPosting */
export function createBlogPostingData(
  { site, siteName, url }: { site: string; siteName: string; url: string },
  facts: ArticleFacts,
): object {
  const { publishTs, editedTs, author, category, cover } = facts;
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: facts.title,
    ...(facts.excerpt ? { description: facts.excerpt } : {}),
    inLanguage: facts.locale,
    url,
    mainEntityOfPage: url,
    ...(publishTs === null
      ? {}
      : { datePublished: toIsoTime(publishTs), dateModified: toIsoTime(editedTs ?? publishTs) }),
    ...(author ? { author: { "@type": "Person", name: author } } : {}),
    publisher: { "@type": "Organization", name: siteName, url: site },
    ...(category ? { articleSection: category.name } : {}),
    image: site + (cover ? paths.blogImage(facts.id, cover) : paths.postShareImage(facts.id, facts.version)),
    timeRequired: `PT${facts.minutes}M`,
  };
}
