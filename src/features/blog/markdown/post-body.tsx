import type { ReactNode } from "react";
import { formatListTitle } from "@/features/search";
import { toCardFile } from "@/platform/media";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { CardGrid } from "@/ui/listing-card";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { PostContent } from "./load-post-content";
import { findMarkdownError } from "./markdown-bounds";
import { parsePicturePath } from "./post-links";
import { type MarkdownComponents, renderMarkdown } from "./render-markdown";
import { EXAMPLE_CODE } from "./short-codes";

type Props = {
  content: PostContent;
  /** The texts of the editor, which also shows warnings that readers don't see. */
  editorTexts?: Translator | undefined;
};

/**
 * Renders a post's Markdown, for its page and its preview. A body that exceeds the bounds is shown as plain text.
 */
export function PostBody({ content, editorTexts }: Props) {
  const { locale } = usePage();
  const { body, site, postId } = content;
  if (findMarkdownError(body) !== null) return <p className="pre-line">{body}</p>;
  return renderMarkdown(body, { site, locale, postId }, createComponents({ content, editorTexts }));
}

const createComponents = ({ content, editorTexts }: Props): MarkdownComponents => ({
  link: ({ href, title, children }) => (
    <a href={href} title={title} rel={href.startsWith("http") ? "noopener nofollow ugc" : undefined}>
      {children}
    </a>
  ),
  picture: ({ src, alt }) => <OwnPicture content={content} src={src} alt={alt} />,
  table: WideTable,
  listings: ({ line, isRepeated }) => (
    <EmbeddedListings content={content} line={line} isRepeated={isRepeated} editorTexts={editorTexts} />
  ),
});

/** A missing picture is replaced by its alternative text. */
function OwnPicture({ content, src, alt }: { content: PostContent; src: string; alt: string }) {
  const file = parsePicturePath(src, content.postId);
  const size = file === null ? undefined : content.sizes.get(file);
  if (file === null || !size) return <em>{alt}</em>;
  const card = paths.blogImage(content.postId, toCardFile(file));
  return (
    <img
      src={src}
      srcSet={size.width > 480 ? `${card} 480w, ${src} ${size.width}w` : undefined}
      sizes="(min-width: 48em) 42rem, 100vw"
      width={size.width}
      height={size.height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}

function WideTable({ children }: { children?: ReactNode }) {
  const { t } = usePage();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={t("blog.table")}>
      <table className="table">{children}</table>
    </section>
  );
}

/**
 * The listings of a short code, with a link to all of them. Shows nothing if there are none or an earlier short code
 * shows them; the editor's preview shows a note instead.
 */
function EmbeddedListings({
  content,
  line,
  isRepeated,
  editorTexts,
}: Props & { line: string; isRepeated: boolean }) {
  const { t, url, locale } = usePage();
  const found = content.embedded.get(line);
  if (isRepeated || !found || found.cards.length === 0) {
    if (!editorTexts) return null;
    const reason = isRepeated ? "repeated" : found ? "none" : "unknown";
    return (
      <Notice tone="info">
        {editorTexts(`blog.listings.${reason}`, { code: line, example: EXAMPLE_CODE })}
      </Notice>
    );
  }
  const { subject, county } = found.code;
  return (
    <section className="post-listings" lang={locale}>
      <div className="section__head">
        <h2>{formatListTitle(t, { subject, county })}</h2>
        <a href={url(paths.listings({ subject, county }))}>{t("blog.listings.all")}</a>
      </div>
      <CardGrid cards={found.cards} now={content.now} />
    </section>
  );
}
