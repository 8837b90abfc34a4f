import type { ReactElement } from "react";
import type { Ctx } from "@/context";
import { isLocale } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import type { PostFormValues } from "@/shared/post-form";
import { postSchema } from "@/shared/schemas/post";
import { normaliseLine } from "@/shared/text";
import { Notice } from "@/ui/notice";
import { PageProvider, usePage } from "@/ui/page-context";
import { type Category, getCategoryName } from "../category-name";
import { findPost, formatAuthorName } from "../find-post";
import { loadPostContent, type PostContent } from "../markdown/load-post-content";
import { findMarkdownError, MAX_BODY_LENGTH, type MarkdownError } from "../markdown/markdown-bounds";
import { computeReadingMinutes } from "../markdown/post-text";
import { type ArticleDetails, PostArticle } from "../public/post-article";

/** Renders the typed post as its page would, in the post's language. */
export async function postPreview(
  ctx: Ctx,
  values: PostFormValues,
  categories: readonly Category[],
): Promise<ReactElement> {
  const body = postSchema.shape.body.parse(values.body);
  const problem = findMarkdownError(body);
  const locale = isLocale(values.locale) ? values.locale : ctx.locale;
  const category = categories.find(({ id }) => id === values.category_id);
  const [content, written] = await Promise.all([
    loadPostContent(ctx, { id: values.id, body: problem ? body.slice(0, MAX_BODY_LENGTH) : body }),
    findPost(ctx, values.id),
  ]);
  const writer = written ?? ctx.user;
  const article: ArticleDetails = {
    id: values.id,
    locale,
    title: normaliseLine(values.title) || ctx.t("blog-admin.preview.untitled"),
    excerpt: normaliseLine(values.excerpt),
    category: category ? { id: category.id, name: getCategoryName(category, locale) } : null,
    cover: values.cover || null,
    coverAlt: normaliseLine(values.cover_alt),
    publishTs: written?.publishTs ?? ctx.now,
    editedTs: written?.editedTs ?? null,
    author: writer && formatAuthorName(writer),
    minutes: problem ? 1 : computeReadingMinutes(body),
    version: 0,
  };
  return (
    <PostPreview
      article={article}
      content={content}
      problem={problem}
      readersTexts={ctx.translator(locale)}
    />
  );
}

type Props = {
  article: ArticleDetails;
  content: PostContent;
  problem: MarkdownError | null;
  /** Texts in the post's language; messages to the writer use the page's. */
  readersTexts: Translator;
};

function PostPreview({ article, content, problem, readersTexts }: Props) {
  // Memoised markup is in the language of the editor's page, so the preview must not use it.
  const { url: _, memoise: __, ...page } = usePage();
  const { t } = page;
  const { locale } = article;
  return (
    <>
      {problem ? (
        <Notice tone="danger">{t(`general.errors.${problem}`, { max: t.number(MAX_BODY_LENGTH) })}</Notice>
      ) : null}
      <div lang={locale}>
        <PageProvider page={{ ...page, locale, t: readersTexts }}>
          <PostArticle article={article} content={content} editorTexts={t} />
        </PageProvider>
      </div>
      {content.body === "" ? <p className="muted">{t("blog-admin.preview.empty")}</p> : null}
    </>
  );
}
