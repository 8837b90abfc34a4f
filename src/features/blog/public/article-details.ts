import type { Ctx } from "@/context";
import { toIsoTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { getCategoryName } from "../category-name";
import { formatAuthorName, type PostDetails } from "../find-post";
import { computeReadingMinutes, createExcerpt } from "../markdown/post-text";
import type { ArticleDetails } from "./post-article";

/** A post's details in the visitor's language; `summary` for search engines is never empty. */
export function getArticleDetails({ locale }: Ctx, post: PostDetails): ArticleDetails & { summary: string } {
  const { categoryId, nameEn, nameRo } = post;
  const category =
    categoryId !== null && nameEn !== null && nameRo !== null
      ? { id: categoryId, name: getCategoryName({ id: categoryId, nameEn, nameRo }, locale) }
      : null;
  return {
    ...post,
    category,
    author: formatAuthorName(post),
    minutes: computeReadingMinutes(post.body),
    summary: post.excerpt || createExcerpt(post.body) || post.title,
  };
}

/** A published post as structured data. https://schema.org/BlogPosting */
export function createBlogPostingData(
  { site, siteName, url }: { site: string; siteName: string; url: string },
  article: ArticleDetails,
): object {
  const { publishTs, editedTs, author, category, cover } = article;
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: article.title,
    ...(article.excerpt ? { description: article.excerpt } : {}),
    inLanguage: article.locale,
    url,
    mainEntityOfPage: url,
    ...(publishTs === null
      ? {}
      : { datePublished: toIsoTime(publishTs), dateModified: toIsoTime(editedTs ?? publishTs) }),
    ...(author ? { author: { "@type": "Person", name: author } } : {}),
    publisher: { "@type": "Organization", name: siteName, url: site },
    ...(category ? { articleSection: category.name } : {}),
    image:
      site + (cover ? paths.blogImage(article.id, cover) : paths.postShareImage(article.id, article.version)),
    timeRequired: `PT${article.minutes}M`,
  };
}
