import type { ReactElement } from "react";
import type { Ctx } from "@/context";
import { isLocale } from "@/shared/i18n/locales";
import { postSchema } from "@/shared/schemas/post";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { findWrittenPost } from "./editor-queries";
import { authorName } from "./find-post";
import { checkMarkdown, LONGEST_BODY, type MarkdownError } from "./markdown-bounds";
import { type ArticleFacts, PostArticle } from "./post-article";
import { type PostContent, postContent } from "./post-content";
import type { PostValues } from "./post-form";
import { readingMinutes } from "./reading-time";

type Category = { id: string; name: string };

/** What is typed in a post's form as its page will show it, by the same means. */
export async function postPreview(
  ctx: Ctx,
  values: PostValues,
  categories: readonly Category[],
): Promise<ReactElement> {
  const body = postSchema.shape.body.parse(values.body);
  const problem = checkMarkdown(body);
  const [content, written] = await Promise.all([
    postContent(ctx, { id: values.id, body: problem ? body.slice(0, LONGEST_BODY) : body }),
    findWrittenPost(ctx, values.id),
  ]);
  const writer = written ?? ctx.user;
  const facts: ArticleFacts = {
    id: values.id,
    locale: isLocale(values.locale) ? values.locale : ctx.locale,
    title: values.title.trim() || ctx.t("blog-admin.preview.untitled"),
    excerpt: values.excerpt,
    category: categories.find(({ id }) => id === values.category_id) ?? null,
    cover: values.cover || null,
    coverAlt: values.cover_alt,
    publishTs: written?.publishTs ?? ctx.now,
    editedTs: written?.editedTs ?? null,
    author: writer && authorName(writer),
    minutes: problem ? 1 : readingMinutes(body),
    version: 0,
  };
  return <PostPreview facts={facts} content={content} problem={problem} />;
}

type Props = { facts: ArticleFacts; content: PostContent; problem: MarkdownError | null };

function PostPreview({ facts, content, problem }: Props) {
  const { t } = usePage();
  return (
    <>
      {problem ? (
        <Notice tone="danger">{t(`general.errors.${problem}`, { maximum: t.number(LONGEST_BODY) })}</Notice>
      ) : null}
      <PostArticle facts={facts} content={content} preview />
      {content.body === "" ? <p className="muted">{t("blog-admin.preview.empty")}</p> : null}
    </>
  );
}
