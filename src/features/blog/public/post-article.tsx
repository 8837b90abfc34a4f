import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { PostDetails } from "../find-post";
import type { PostContent } from "../markdown/load-post-content";
import { PostBody } from "../markdown/post-body";
import { CoverPicture } from "./post-cover";

/** What is shown above a post's text. Times in ms. */
export type ArticleDetails = Pick<
  PostDetails,
  "id" | "locale" | "title" | "excerpt" | "cover" | "coverAlt" | "publishTs" | "editedTs" | "version"
> & {
  /** Null for a post without a category. */
  category: { id: string; name: string } | null;
  /** Null once erased. */
  author: string | null;
  /** Reading time in minutes. */
  minutes: number;
};

type Props = {
  article: ArticleDetails;
  content: PostContent;
  /** The texts of the editor, in its preview only. */
  editorTexts?: Translator;
};

/** A post as readers see it, on its page and in the preview, where it has another heading above. */
export function PostArticle({ article, content, editorTexts }: Props) {
  const { locale } = usePage();
  const { title, excerpt } = article;
  const Title = editorTexts ? "h2" : "h1";
  const body = <PostBody content={content} editorTexts={editorTexts} />;
  // Embedded listings change at any time; text and pictures change with the post's version.
  const isMemoisable = !editorTexts && content.embedded.size === 0;
  return (
    <article className="post" lang={article.locale === locale ? undefined : article.locale}>
      <header className="post__head">
        <Category article={article} />
        <Title className="post__title">{title}</Title>
        {excerpt ? <p className="page-head__lead">{excerpt}</p> : null}
        <Meta article={article} />
      </header>
      <CoverPicture postId={article.id} file={article.cover} alt={article.coverAlt} />
      <div className="post__body">
        {isMemoisable ? (
          <MemoisedMarkup deps={["post", article.id, article.version, [...content.sizes]]}>
            {() => body}
          </MemoisedMarkup>
        ) : (
          body
        )}
      </div>
    </article>
  );
}

function Category({ article }: { article: ArticleDetails }) {
  const { url, locale } = usePage();
  if (!article.category) return null;
  return (
    <p className="post__category" lang={locale}>
      <a href={url(paths.category(article.category.id))}>{article.category.name}</a>
    </p>
  );
}

/** Author, date and reading time, in the page's language. */
function Meta({ article }: { article: ArticleDetails }) {
  const { t, locale } = usePage();
  const { author, publishTs, editedTs, minutes } = article;
  return (
    <ul className="post__meta list-plain" lang={locale}>
      {author ? <li>{t("blog.by", { name: author })}</li> : null}
      {publishTs === null ? null : (
        <li>
          {t("blog.published")} <Time ts={publishTs} />
        </li>
      )}
      {editedTs === null ? null : (
        <li>
          {t("blog.updated")} <Time ts={editedTs} />
        </li>
      )}
      <li>{t.count("blog.minutes", minutes)}</li>
    </ul>
  );
}
