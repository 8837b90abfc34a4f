import { paths } from "@/shared/paths";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { PostContent } from "../markdown/load-post-content";
import type { PostCard } from "../queries";
import { type ArticleDetails, PostArticle } from "./post-article";
import { PostCards } from "./post-cards";

export type PostView = {
  article: ArticleDetails;
  content: PostContent;
  crumbs: readonly Crumb[];
  /** In the post's language. */
  related: readonly PostCard[];
};

export function PostPage({ view }: { view: PostView }) {
  const { t, url, locale } = usePage();
  const { article, related } = view;
  return (
    <div className="container page">
      <Breadcrumbs crumbs={view.crumbs} current={article.title} />
      {article.locale === locale ? null : (
        <div className="post__note">
          <Notice>{t(`blog.only.${article.locale}`)}</Notice>
        </div>
      )}
      <PostArticle article={article} content={view.content} />
      {related.length > 0 ? (
        <section className="section post-related">
          <div className="section__head">
            <h2>{t("blog.related")}</h2>
            <a href={url(paths.blog())}>{t("blog.more")}</a>
          </div>
          <PostCards posts={related} />
        </section>
      ) : null}
    </div>
  );
}
