import type { MarkedToken, Token, Tokens } from "marked";
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import {
  decodeEntities,
  listHeadingDepths,
  type ParsedMarkdown,
  parseMarkdown,
  toMarkedTokens,
  toPlainText,
} from "./parse-markdown";
import { type PostContext, toPostPicturePath, toSafeHref } from "./post-links";
import { parseShortCode } from "./short-codes";

/** What renders the parts of a post that need more than an element. */
export type MarkdownComponents = {
  link: ComponentType<{ href: string; title: string | undefined; children?: ReactNode }>;
  /** `src` is the path of one of the post's own pictures. */
  picture: ComponentType<{ src: string; alt: string }>;
  table: ComponentType<{ children?: ReactNode }>;
  /** The listings of a short code. A repeated one is marked, so that its listings are shown only once. */
  listings: ComponentType<{ line: string; isRepeated: boolean }>;
};

type Rendering = {
  context: PostContext;
  components: MarkdownComponents;
  footnotes: ParsedMarkdown["footnotes"];
  toLevel: (depth: number) => number;
  isInLink: boolean;
};

/**
 * React elements of a Markdown text. No HTML is produced, so only the elements of this file can occur; HTML in the
 * Markdown is shown as text. Recursive; `findMarkdownError` bounds the depth.
 */
export function renderMarkdown(
  body: string,
  context: PostContext,
  components: MarkdownComponents,
): ReactNode {
  const { blocks, footnotes } = parseMarkdown(body);
  const toLevel = createLevelMapper(listHeadingDepths(blocks));
  const rendering = { context, components, footnotes, toLevel, isInLink: false };
  const seenCodes = new Set<string>();
  return element(
    Fragment,
    null,
    blocks.flatMap((block) => {
      if (block.type !== "paragraph" || !parseShortCode(block.text)) return renderToken(block, rendering);
      const line = block.text.trim();
      const isRepeated = seenCodes.has(line);
      seenCodes.add(line);
      return createElement(components.listings, { line, isRepeated });
    }),
  );
}

/** Maps the smallest depth to heading level 2, and each to at most one level below the previous. */
function createLevelMapper(depths: readonly number[]): (depth: number) => number {
  const least = Math.min(...depths);
  let before = 1;
  return (depth) => {
    before = Math.min(depth - least + 2, before + 1, 6);
    return before;
  };
}

const renderTokens = (tokens: readonly Token[], rendering: Rendering): ReactNode[] =>
  toMarkedTokens(tokens).flatMap((token) => renderToken(token, rendering));

function renderToken(token: MarkedToken, rendering: Rendering): ReactNode | ReactNode[] {
  const wrap = (name: string, tokens: readonly Token[]) =>
    element(name, null, renderTokens(tokens, rendering));
  switch (token.type) {
    case "heading":
      return wrap(`h${rendering.toLevel(token.depth)}`, token.tokens);
    case "paragraph":
      return renderParagraph(token, rendering);
    case "blockquote":
    case "strong":
    case "em":
      return wrap(token.type, token.tokens);
    case "del":
      // marked also reads single tildes as strikethrough.
      return token.raw.startsWith("~~")
        ? wrap("del", token.tokens)
        : ["~", ...renderTokens(token.tokens, rendering), "~"];
    case "list":
      return renderList(token, rendering);
    case "checkbox": {
      const box = <input type="checkbox" disabled checked={token.checked} />;
      return [box, " "];
    }
    case "table":
      return renderTable(token, rendering);
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "codespan":
      return <code>{token.text}</code>;
    case "html":
      return token.block ? <p>{token.text.trim()}</p> : token.text;
    case "hr":
    case "br":
      return createElement(token.type);
    case "link":
      return renderLink(token, rendering);
    case "image":
      return renderPicture(token, rendering);
    case "escape":
      return token.text;
    case "text":
      return token.tokens ? renderTokens(token.tokens, rendering) : renderText(token.text, rendering);
    default:
      return [];
  }
}

/** References to a footnote are shown as its label in brackets. */
const renderText = (text: string, { footnotes }: Rendering): string =>
  decodeEntities(text).replace(/\[\^([^\]\s]+)\]/g, (reference, label) =>
    footnotes.has(label) ? `[${label}]` : reference,
  );

/** A paragraph that is a picture with a title becomes a figure with a caption. */
function renderParagraph({ tokens }: Tokens.Paragraph, rendering: Rendering): ReactNode {
  const [picture, ...rest] = toMarkedTokens(tokens).filter(({ raw }) => raw.trim());
  if (picture?.type !== "image" || !picture.title || rest.length > 0)
    return element("p", null, renderTokens(tokens, rendering));
  return (
    <figure>
      {renderPicture(picture, rendering)}
      <figcaption>{decodeEntities(picture.title)}</figcaption>
    </figure>
  );
}

function renderList({ ordered, start, items }: Tokens.List, rendering: Rendering): ReactNode {
  const className = items.some(({ task }) => task) ? "contains-task-list" : undefined;
  return element(
    ordered ? "ol" : "ul",
    { className, start: ordered && start !== 1 ? start : undefined },
    items.map(({ task, tokens }) =>
      element("li", { className: task ? "task-list-item" : undefined }, renderTokens(tokens, rendering)),
    ),
  );
}

/** Columns are aligned by classes, because the security policy forbids inline styles. */
function renderTable({ header, rows, align }: Tokens.Table, rendering: Rendering): ReactNode {
  const renderRow = (name: string, cells: Tokens.TableCell[]) =>
    element(
      "tr",
      null,
      cells.map(({ tokens }, column) =>
        element(
          name,
          { className: align[column] ? `align-${align[column]}` : undefined },
          renderTokens(tokens, rendering),
        ),
      ),
    );
  return createElement(
    rendering.components.table,
    null,
    <thead>{renderRow("th", header)}</thead>,
    rows.length > 0
      ? element(
          "tbody",
          null,
          rows.map((cells) => renderRow("td", cells)),
        )
      : null,
  );
}

/** Links to the web, a mailbox or this site stay; other links, and those inside a link, are replaced by their text. */
function renderLink(token: Tokens.Link, rendering: Rendering): ReactNode[] {
  const children = renderTokens(token.tokens, { ...rendering, isInLink: true });
  const href = rendering.isInLink ? null : toSafeHref(decodeEntities(token.href), rendering.context);
  if (href === null) return children;
  const title = token.title ? decodeEntities(token.title) : undefined;
  return [createElement(rendering.components.link, { href, title }, ...joinTexts(children))];
}

/** Only the post's own pictures are shown; others become links. */
function renderPicture(token: Tokens.Image, { context, components, isInLink }: Rendering): ReactNode {
  const target = decodeEntities(token.href);
  const alt = toPlainText(token.tokens);
  const src = toPostPicturePath(target, context);
  if (src !== null) return createElement(components.picture, { src, alt });
  const href = isInLink ? null : toSafeHref(target, context);
  return href === null
    ? alt || target
    : createElement(components.link, { href, title: undefined }, alt || target);
}

/** An element whose children are arguments, so they need no keys. */
const element = (
  type: string | typeof Fragment,
  props: Record<string, unknown> | null,
  children: readonly ReactNode[],
): ReactNode => createElement(type, props, ...joinTexts(children));

/** Joins adjacent texts, between which React would render a comment. */
function joinTexts(nodes: readonly ReactNode[]): ReactNode[] {
  const joined: ReactNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (typeof node === "string" && typeof last === "string") joined[joined.length - 1] = last + node;
    else joined.push(node);
  }
  return joined;
}
