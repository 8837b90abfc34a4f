import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { type Category, getCategoryName } from "../category-name";
import type { PostCard } from "../queries";
import { CardPicture } from "./post-cover";

type Props = {
  posts: readonly PostCard[];
  /** Needed to show each post's category; without them no category is shown. */
  categories?: readonly Category[];
  headingLevel?: 2 | 3;
};

/** Cards of posts in a row; each links to its post in the post's language. */
export function PostCards({ posts, categories = [], headingLevel = 3 }: Props) {
  const { locale } = usePage();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <ul className="post-cards list-plain">
      {posts.map((post) => {
        const category = categories.find(({ id }) => id === post.categoryId);
        return (
          <li key={post.id}>
            <article className="post-card" lang={post.locale === locale ? undefined : post.locale}>
              <CardPicture postId={post.id} file={post.cover} />
              <div className="post-card__body">
                <p className="post-card__meta">
                  {category ? (
                    <span className="post-card__category">{getCategoryName(category, locale)}</span>
                  ) : null}
                  <Time ts={post.publishTs} />
                </p>
                <Heading className="post-card__title">
                  <a className="card__link" href={localizePath(post.locale, paths.post(post.slug))}>
                    {post.title}
                  </a>
                </Heading>
                <p className="post-card__excerpt">{post.excerpt}</p>
              </div>
            </article>
          </li>
        );
      })}
    </ul>
  );
}

/** The latest posts, for other pages; nothing if there are none. */
export function LatestPosts({ posts }: { posts: readonly PostCard[] }) {
  const { t, url } = usePage();
  if (posts.length === 0) return null;
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("blog.latest.title")}</h2>
        <a href={url(paths.blog())}>{t("blog.latest.all")}</a>
      </div>
      <PostCards posts={posts} />
    </section>
  );
}
