import { Rss } from "lucide-react";
import { paths } from "@/shared/paths";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { SitePage } from "@/ui/site-page";
import { type Category, getCategoryName } from "../category-name";
import type { PostCard } from "../queries";
import { PostCards } from "./post-cards";

export type BlogView = {
  heading: string;
  lead: string;
  crumbs: readonly Crumb[];
  /** The label of this page in the breadcrumbs, the same as in links to it. */
  currentLabel: string;
  posts: readonly PostCard[];
  categories: readonly Category[];
  /** Id of the shown category; null for all. */
  category: string | null;
  /** Hrefs; null if there is no such page. */
  previous: string | null;
  next: string | null;
};

/** Posts of one language, of one category or all. */
export function BlogPage({ view }: { view: BlogView }) {
  const { t, url } = usePage();
  const { posts, categories } = view;
  return (
    <SitePage
      breadcrumbs={<Breadcrumbs crumbs={view.crumbs} current={view.currentLabel} />}
      heading={view.heading}
      lead={view.lead}
    >
      <Categories view={view} />
      {posts.length > 0 ? (
        <PostCards posts={posts} categories={categories} headingLevel={2} />
      ) : (
        <EmptyState
          title={t("blog.empty.title")}
          action={<LinkButton href={url(paths.listings())}>{t("blog.empty.action")}</LinkButton>}
        >
          {t("blog.empty.text")}
        </EmptyState>
      )}
      <Pagination previous={view.previous} next={view.next} />
      <p className="section">
        <a className="post-feed" href={url(paths.feed())}>
          <Rss size={18} aria-hidden="true" />
          {t("blog.feed")}
        </a>
      </p>
    </SitePage>
  );
}

function Categories({ view }: { view: BlogView }) {
  const { t, url, locale } = usePage();
  if (view.categories.length === 0) return null;
  const links = [
    { id: null, name: t("blog.categories.all"), href: url(paths.blog()) },
    ...view.categories.map((category) => ({
      id: category.id,
      name: getCategoryName(category, locale),
      href: url(paths.category(category.id)),
    })),
  ];
  return (
    <nav className="post-categories" aria-label={t("blog.categories.label")}>
      <ul className="list-plain">
        {links.map(({ id, name, href }) => (
          <li key={href}>
            <a href={href} aria-current={id === view.category ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
