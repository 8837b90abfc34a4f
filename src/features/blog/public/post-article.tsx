import type { Locale } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { PostBody } from "../markdown/post-body";
import type { PostContent } from "../markdown/post-content";
import { CoverPicture } from "./post-cover";

/** What stands above a post's text. Times in ms. */
export type ArticleFacts = {
  id: string;
  locale: Locale;
  title: string;
  excerpt: string;
  /** Null for a post without one. */
  category: { id: string; name: string } | null;
  /** File name. */
  cover: string | null;
  coverAlt: string;
  /** Null for one that is not out, nor about to be. */
  publishTs: number | null;
  editedTs: number | null;
  /** Null once they were erased. */
  author: string | null;
  /** Minutes to read. */
  minutes: number;
  version: number;
};

type Props = {
  facts: ArticleFacts;
  content: PostContent;
  /** In its writer's preview: the texts in which they are told what readers are not. */
  writersTexts?: Translator;
};

/** A post as readers get it, on its page and in its writer's preview, where it stands below another heading. */
export function PostArticle({ facts, content, writersTexts }: Props) {
  const { locale } = usePage();
  const { title, excerpt } = facts;
  const Title = writersTexts ? "h2" : "h1";
  const body = <PostBody content={content} writersTexts={writersTexts} />;
  // Listings come and go; words and pictures are those of the version.
  const keeps = !writersTexts && content.embedded.size === 0;
  return (
    <article className="post" lang={facts.locale === locale ? undefined : facts.locale}>
      <header className="post__head">
        <Category facts={facts} />
        <Title className="post__title">{title}</Title>
        {excerpt ? <p className="page-head__lead">{excerpt}</p> : null}
        <Meta facts={facts} />
      </header>
      <CoverPicture postId={facts.id} file={facts.cover} alt={facts.coverAlt} />
      <div className="post__body">
        {keeps ? (
          <MemoisedMarkup deps={["post", facts.id, facts.version, [...content.sizes]]}>{body}</MemoisedMarkup>
        ) : (
          body
        )}
      </div>
    </article>
  );
}

function Category({ facts }: { facts: ArticleFacts }) {
  const { url, locale } = usePage();
  if (!facts.category) return null;
  return (
    <p className="post__category" lang={locale}>
      <a href={url(paths.category(facts.category.id))}>{facts.category.name}</a>
    </p>
  );
}

/** Who wrote it, when, and how long it takes: in the page's language, whatever the post's is. */
function Meta({ facts }: { facts: ArticleFacts }) {
  const { t, locale } = usePage();
  const { author, publishTs, editedTs, minutes } = facts;
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
