import { sanitize } from "hast-util-sanitize";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import { type ComponentType, createElement, type ReactNode } from "react";
import { type Node, type PostContext, restrictHtml, simplifyMarkdown } from "./markdown-tree";
import { SANITIZE_SCHEMA } from "./sanitize-schema";

/** The attributes and children of an element that components read. */
type ElementProps = {
  href?: string;
  title?: string;
  src?: string;
  alt?: string;
  "data-listings"?: string;
  "data-repeated"?: string;
  children?: ReactNode;
};

/** What renders an element of the HTML, by its name. Elements without a component are rendered as they are. */
export type Components = Readonly<Record<string, ComponentType<ElementProps>>>;

/** React elements of a Markdown text. SANITIZE_SCHEMA says what they may contain. */
export function renderMarkdown(body: string, context: PostContext, components: Components): ReactNode {
  const markdown = fromMarkdown(body, {
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  });
  simplifyMarkdown(markdown as Node);
  const html = toHast(markdown);
  restrictHtml(html as Node, context);
  return renderChildren(sanitize(html, SANITIZE_SCHEMA) as Node, components);
}

/** White space between these would be an invalid child of a table. */
const TABLE_PARTS = new Set(["table", "thead", "tbody", "tr"]);

const renderChildren = ({ tagName = "", children = [] }: Node, components: Components): ReactNode[] =>
  children
    .filter(
      ({ type, value = "" }) =>
        type === "element" || (type === "text" && (value.trim() || !TABLE_PARTS.has(tagName))),
    )
    .map((node, key) => (node.type === "text" ? node.value : renderElement(node, key, components)));

function renderElement(node: Node, key: number, components: Components): ReactNode {
  const { tagName = "", properties = {} } = node;
  const attributes = Object.entries(properties).map(([name, value]) => [
    name.replace(/^data([A-Z])/, (_, letter) => `data-${letter.toLowerCase()}`),
    Array.isArray(value) ? value.join(" ") : value,
  ]);
  return createElement(
    components[tagName] ?? tagName,
    { ...Object.fromEntries(attributes), key },
    ...renderChildren(node, components),
  );
}
