import { type Locale, localizePathOnce } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { isPictureFile } from "@/shared/storage-path";
import { parseShortCode } from "./short-codes";

/** A node of a Markdown or HTML tree, with the properties that the blog reads. */
export type Node = {
  type: string;
  value?: string;
  depth?: number;
  label?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  data?: { hName: string; hProperties: Record<string, unknown> };
  children?: Node[];
};

const text = (value: string): Node => ({ type: "text", value });
const FLOW = new Set(["root", "blockquote", "listItem", "footnoteDefinition"]);

/**
 * HTML in the Markdown becomes text. Headings start at level 2 and skip no level. A short code becomes a placeholder
 * for listings. Footnotes become text where they are defined, without numbers.
 */
export function simplifyMarkdown(tree: Node): void {
  const mapLevel = createLevelMapper(tree);
  const seenCodes = new Set<string>();
  tree.children = tree.children?.map((node) => replaceShortCode(node, seenCodes));
  walk(tree, (node, parent) => {
    if (node.type === "heading") node.depth = mapLevel(node.depth ?? 2);
    if (node.type === "footnoteReference") return [text(`[${node.label ?? ""}]`)];
    if (node.type === "footnoteDefinition") return node.children ?? [];
    if (node.type !== "html") return null;
    const textNode = text(node.value ?? "");
    return [FLOW.has(parent.type) ? { type: "paragraph", children: [textNode] } : textNode];
  });
}

/**
 * Maps the heading levels of the Markdown to those of the page: the smallest becomes 2, and each is at most one deeper
 * than the previous.
 */
function createLevelMapper(tree: Node): (depth: number) => number {
  let least = 6;
  walk(tree, ({ type, depth = 6 }) => {
    if (type === "heading") least = Math.min(least, depth);
    return null;
  });
  let before = 1;
  return (depth) => {
    before = Math.min(depth - least + 2, before + 1, 6);
    return before;
  };
}

/**
 * Replaces a short code, which must be a top-level paragraph of its own, by a placeholder. A repeated one (in
 * `seenCodes`) is marked, so that its listings are shown only once.
 */
function replaceShortCode(node: Node, seenCodes: Set<string>): Node {
  const [child, ...rest] = node.children ?? [];
  const code = node.type === "paragraph" && rest.length === 0 && child?.type === "text" && child.value;
  if (!code || !parseShortCode(code)) return node;
  const line = code.trim();
  const repeated = seenCodes.has(line) ? { dataRepeated: "" } : {};
  seenCodes.add(line);
  return {
    type: "paragraph",
    data: { hName: "div", hProperties: { dataListings: line, ...repeated } },
    children: [],
  };
}

/** The post's context: the site's origin, the page's language, the post's id. */
export type PostContext = { site: string; locale: Locale; postId: string };

/**
 * Links to the web, a mailbox or this site stay; other links are replaced by their text. Only the
 * post's own pictures are shown; others become links. A picture's title is its caption. Columns are aligned by classes,
 * because the security policy forbids inline styles.
 */
export const restrictHtml = (tree: Node, context: PostContext): void =>
  walk(tree, (node, _parent, within) => {
    if (node.type !== "element") return null;
    const { properties = {} } = node;
    if (node.tagName === "a") {
      const href = safeHref(String(properties.href ?? ""), context);
      if (href === null || within.includes("a")) return node.children ?? [];
      node.properties = { ...properties, href };
    }
    if (node.tagName === "img") return restrictPicture(node, context, within.includes("a"));
    if (node.tagName === "th" || node.tagName === "td") {
      const { align, ...others } = properties;
      node.properties = align ? { ...others, className: [`align-${align}`] } : others;
    }
    if (node.tagName === "p") addCaption(node);
    return null;
  });

function restrictPicture(node: Node, context: PostContext, inLink: boolean): Node[] | null {
  const { src = "", alt = "" } = node.properties ?? {};
  const source = String(src);
  const path = source.startsWith(`${context.site}/`) ? source.slice(context.site.length) : source;
  if (parsePicturePath(path, context.postId)) {
    node.properties = { ...node.properties, src: path };
    return null;
  }
  const href = safeHref(source, context);
  const fallback = [text(String(alt) || source)];
  if (href === null || inLink) return fallback;
  return [{ type: "element", tagName: "a", properties: { href }, children: fallback }];
}

/** The file name in a URL of this post's pictures; null for any other URL. */
export function parsePicturePath(path: string, postId: string): string | null {
  const folder = paths.blogImage(postId, "");
  const file = path.startsWith(folder) ? path.slice(folder.length) : "";
  return isPictureFile(file) ? file : null;
}

/** Turns a paragraph that is a picture with a title into a figure with a caption. */
function addCaption(node: Node): void {
  const [picture, ...rest] = node.children ?? [];
  const title = picture?.tagName === "img" && rest.length === 0 ? picture.properties?.title : undefined;
  if (!picture || !title) return;
  const { title: _, ...properties } = picture.properties ?? {};
  const caption = { type: "element", tagName: "figcaption", properties: {}, children: [text(String(title))] };
  node.tagName = "figure";
  node.children = [{ ...picture, properties }, caption];
}

/** A link's target: a URL of this site in the page's language, a web address or a mailbox; else null. */
function safeHref(href: string, { site, locale }: PostContext): string | null {
  if (/[\p{Cc}\s\\]/u.test(href)) return null;
  if (/^\/(?!\/)/.test(href)) {
    return isMachinePath(href) ? href : localizePathOnce(locale, href);
  }
  if (!/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  return href.startsWith(`${site}/`) ? href.slice(site.length) : href;
}

/**
 * Calls `visit` for each node below `tree`, in document order, with its parent and enclosing element names. A returned
 * list replaces the node. Recursive; `findMarkdownError` bounds the depth.
 */
function walk(
  tree: Node,
  visit: (node: Node, parent: Node, within: readonly string[]) => Node[] | null,
  within: readonly string[] = [],
): void {
  if (!tree.children) return;
  const ancestors = tree.tagName ? [...within, tree.tagName] : within;
  const children: Node[] = [];
  const queue = tree.children.toReversed();
  for (let node = queue.pop(); node; node = queue.pop()) {
    const replacement = visit(node, tree, ancestors);
    if (replacement) {
      queue.push(...replacement.toReversed());
    } else {
      walk(node, visit, ancestors);
      children.push(node);
    }
  }
  tree.children = children;
}
