import { type Locale, localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { escapeXml } from "@/shared/xml";
import type { PostCard } from "../queries";

/** Number of posts in the feed. */
export const FEED_SIZE = 20;

type Feed = { t: Translator; site: string; siteName: string; locale: Locale; posts: readonly PostCard[] };

/** The latest posts of a language as RSS 2.0 (https://www.rssboard.org/rss-specification), with absolute links. */
export function renderFeed({ t, site, siteName, locale, posts }: Feed): string {
  const at = (path: string) => escapeXml(site + localizePath(locale, path));
  const items = posts.map((post) => {
    const link = at(paths.post(post.slug));
    return `<item><title>${escapeXml(post.title)}</title><link>${link}</link>
<guid isPermaLink="false">${escapeXml(post.id)}</guid>
<pubDate>${new Date(post.publishTs).toUTCString()}</pubDate>
<description>${escapeXml(post.excerpt)}</description></item>`;
  });
  const latest = Math.max(0, ...posts.map(({ publishTs, updatedTs }) => Math.max(publishTs, updatedTs)));
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(`${t("blog.title")} | ${siteName}`)}</title>
<link>${at(paths.blog())}</link>
<atom:link rel="self" type="application/rss+xml" href="${at(paths.feed())}"/>
<description>${escapeXml(t("blog.description"))}</description>
<language>${locale}</language>
${latest > 0 ? `<lastBuildDate>${new Date(latest).toUTCString()}</lastBuildDate>\n` : ""}${items.join("\n")}
</channel></rss>
`;
}
