import { toIsoTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { ArticleFacts } from "./post-article";

/** A published post as structured data. https://schema.org/BlogPosting */
export function blogPostingData(
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
