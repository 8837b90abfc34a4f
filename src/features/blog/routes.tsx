import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { buildBreadcrumbData, toImpressions } from "@/features/search";
import { computeEtag } from "@/http/etag";
import { matchesEtag } from "@/http/images";
import type { PageHead } from "@/http/page-head";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { getFound } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import type { Crumb } from "@/ui/breadcrumbs";
import { type Category, getCategoryName } from "./category-name";
import { findPostByKey, isPublished, type PostDetails } from "./find-post";
import { listEmbeddedListings, loadPostContent } from "./markdown/load-post-content";
import { createBlogPostingData, getArticleDetails } from "./public/article-details";
import { BlogPage } from "./public/blog-page";
import { FEED_SIZE, renderFeed } from "./public/feed";
import { PostPage } from "./public/post-page";
import { listCategories, listLatestPosts, listPosts, listRelatedPosts } from "./queries";

/** The public pages of the blog. */
export const blogRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const RELATED_POSTS = 3;
const READING_PAGE = routeOptions({ cacheable: true, prefetchable: true });

blogRoutes.get(paths.blog(), READING_PAGE, async (c) =>
  renderPostList(c, null, await listCategories(c.var.ctx)),
);

blogRoutes.get(paths.category(":id"), READING_PAGE, async (c) => {
  const categories = await listCategories(c.var.ctx);
  const category = getFound(categories.find(({ id }) => id === c.req.param("id")));
  return renderPostList(c, category, categories);
});

async function renderPostList(c: C, category: Category | null, categories: Category[]): Promise<Response> {
  const { ctx } = c.var;
  const { t, locale } = ctx;
  const [after, before] = [c.req.query("after"), c.req.query("before")];
  const page = await listPosts(ctx, { category: category?.id ?? null, after, before });
  const path = (query?: Query) => (category ? paths.category(category.id, query) : paths.blog(query));
  const isLaterPage = after !== undefined || before !== undefined;
  // The cursor is after the last post, because posts were unpublished in the meantime.
  if (isLaterPage && page.rows.length === 0) return c.redirect(localizePath(locale, path()), 302);
  const href = (query: Query) => localizePath(locale, path(query));
  const name = category && getCategoryName(category, locale);
  const keyPrefix = name === null ? "blog" : "blog.category";
  const [title, description] = [
    t(`${keyPrefix}.title`, { name: name ?? "" }),
    t(`${keyPrefix}.description`, { name: name ?? "" }),
  ];
  const crumbs = createCrumbs(ctx, category !== null);
  const currentLabel = name ?? t("blog.crumbs.blog");
  const view = {
    heading: title,
    lead: category ? description : t("blog.lead"),
    crumbs,
    currentLabel,
    posts: page.rows,
    categories,
    category: category?.id ?? null,
    previous: page.previous && href({ before: page.previous }),
    next: page.next && href({ after: page.next }),
  };
  const head: PageHead = {
    title,
    description,
    canonical: path({ after, before }),
    // Like listings, later pages and empty ones are not indexed.
    noindex: isLaterPage || page.rows.length === 0,
    feed: getFeedLink(ctx),
    jsonLd: [buildBreadcrumbData(ctx.config.SITE_URL, crumbs, currentLabel)],
  };
  return renderPage(c, head, <BlogPage view={view} />);
}

/** RSS of the page's language. Answers 304 if the reader's copy is current. */
blogRoutes.get(paths.feed(), async (c) => {
  const { ctx } = c.var;
  const { t, locale, config } = ctx;
  const posts = await listLatestPosts(ctx, { locale, limit: FEED_SIZE });
  const xml = renderFeed({ t, site: config.SITE_URL, siteName: config.SITE_NAME, locale, posts });
  const etag = computeEtag(xml);
  c.header("etag", etag);
  c.header("cache-control", "public, max-age=300");
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(xml, 200, { "content-type": "application/rss+xml; charset=utf-8" });
});

/** A post by its slug. A former slug, its id, or its slug in the other language redirects to it. */
blogRoutes.get(paths.post(":slug"), READING_PAGE, async (c) => {
  const { ctx } = c.var;
  const { locale, now } = ctx;
  const key = c.req.param("slug") ?? "";
  const post = getFound(
    await findPostByKey(ctx, { key, locale }, (candidate) => isPublished(candidate, now)),
  );
  const slug = (post.locale !== locale && post.translationSlug) || post.slug;
  if (slug !== key || (post.locale !== locale && post.translationSlug)) {
    // Not cached: titles change, and a redirect may be reversed later.
    c.header("cache-control", "no-cache");
    return c.redirect(localizePath(locale, paths.post(slug)), 301);
  }
  return renderPost(c, post);
});

async function renderPost(c: C, post: PostDetails): Promise<Response> {
  const { ctx } = c.var;
  const [content, related] = await Promise.all([
    loadPostContent(ctx, post),
    listRelatedPosts(ctx, post, RELATED_POSTS),
  ]);
  const article = getArticleDetails(ctx, post);
  const crumbs = createCrumbs(ctx, true);
  c.set("statisticsEvents", toImpressions(ctx, { promoted: [], others: listEmbeddedListings(content) }));
  return renderPage(
    c,
    createHead(ctx, post, article, crumbs),
    <PostPage view={{ article, content, crumbs, related }} />,
  );
}

function createHead(
  ctx: Ctx,
  post: PostDetails,
  article: ReturnType<typeof getArticleDetails>,
  crumbs: readonly Crumb[],
): PageHead {
  const { SITE_URL: site, SITE_NAME: siteName } = ctx.config;
  const path = paths.post(post.slug);
  const otherLocale = post.locale === "en" ? "ro" : "en";
  const url = site + localizePath(post.locale, path);
  return {
    title: post.title,
    description: article.summary,
    languages: {
      [post.locale]: path,
      ...(post.translationSlug === null ? {} : { [otherLocale]: paths.post(post.translationSlug) }),
    },
    type: "article",
    image: paths.postShareImage(post.id, post.version),
    feed: getFeedLink(ctx),
    jsonLd: [
      createBlogPostingData({ site, siteName, url }, article),
      buildBreadcrumbData(site, crumbs, post.title),
    ],
  };
}

const getFeedLink = ({ t, config }: Ctx) => ({
  path: paths.feed(),
  title: `${t("blog.title")} | ${config.SITE_NAME}`,
});

/** Breadcrumbs: the home page and, with `isBelowBlog`, the blog. */
function createCrumbs({ t, locale }: Ctx, isBelowBlog: boolean): Crumb[] {
  const at = (label: string, path: string) => ({ label, href: localizePath(locale, path) });
  return [
    at(t("blog.crumbs.home"), paths.home()),
    ...(isBelowBlog ? [at(t("blog.crumbs.blog"), paths.blog())] : []),
  ];
}
