import { type Locale, localisedOnce } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { isPictureFile } from "@/shared/storage-path";
import { readShortCode } from "./short-codes";

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
 * A remark plugin: HTML becomes the text that it is; headings begin at the second level, below the page's own, and leave
 * none out; a short code becomes a place for listings, once; notes, which the reader does not number, stand where they stand.
 */
export function remarkPlainer() {
  return (tree: Node) => {
    const levels = createLevels(tree);
    const met = new Set<string>();
    tree.children = tree.children?.map((node) => shortCodePlace(node, met));
    walk(tree, (node, parent) => {
      if (node.type === "heading") node.depth = levels(node.depth ?? 2);
      if (node.type === "footnoteReference") return [text(`[${node.label ?? ""}]`)];
      if (node.type === "footnoteDefinition") return node.children ?? [];
      if (node.type !== "html") return null;
      const written = text(node.value ?? "");
      return [FLOW.has(parent.type) ? { type: "paragraph", children: [written] } : written];
    });
  };
}

/** From levels as written to levels as shown: the least one is 2, and none lies more than one below its predecessor. */
function createLevels(tree: Node): (depth: number) => number {
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
 * A short code stands in a paragraph of its own that stands in nothing else. One of those `met` above is marked as said
 * again: listings are long, and a line is soon repeated some hundred times.
 */
function shortCodePlace(node: Node, met: Set<string>): Node {
  const [only, ...rest] = node.children ?? [];
  const code = node.type === "paragraph" && rest.length === 0 && only?.type === "text" && only.value;
  if (!code || !readShortCode(code)) return node;
  const line = code.trim();
  const again = met.has(line) ? { dataAgain: "" } : {};
  met.add(line);
  return {
    type: "paragraph",
    data: { hName: "div", hProperties: { dataListings: line, ...again } },
    children: [],
  };
}

/** Whose post it is that is read: the site's origin, the language of the page around it, the post's id. */
export type Own = { site: string; locale: Locale; postId: string };

/**
 * A rehype plugin: links lead to the web, a mailbox or this site, or are none; pictures are the post's own, others
 * become a link to them; a picture's title is its caption; columns are aligned by a class, since no style may be inline.
 */
export function rehypeTame(own: Own) {
  return (tree: Node) =>
    walk(tree, (node, _parent, within) => {
      if (node.type !== "element") return null;
      const { properties = {} } = node;
      if (node.tagName === "a") {
        const href = safeHref(String(properties.href ?? ""), own);
        if (href === null || within.includes("a")) return node.children ?? [];
        node.properties = { ...properties, href };
      }
      if (node.tagName === "img") return tamePicture(node, own, within.includes("a"));
      if (node.tagName === "th" || node.tagName === "td") {
        const { align, ...others } = properties;
        node.properties = align ? { ...others, className: [`align-${align}`] } : others;
      }
      if (node.tagName === "p") captioned(node);
      return null;
    });
}

function tamePicture(node: Node, own: Own, inLink: boolean): Node[] | null {
  const { src = "", alt = "" } = node.properties ?? {};
  const source = String(src);
  const path = source.startsWith(`${own.site}/`) ? source.slice(own.site.length) : source;
  if (ownPictureFile(path, own.postId)) {
    node.properties = { ...node.properties, src: path };
    return null;
  }
  const href = safeHref(source, own);
  const words = [text(String(alt) || source)];
  if (href === null || inLink) return words;
  return [{ type: "element", tagName: "a", properties: { href }, children: words }];
}

/** The file name in the address of a picture of this post; null for any other address. */
export function ownPictureFile(path: string, postId: string): string | null {
  const folder = paths.blogImage(postId, "");
  const file = path.startsWith(folder) ? path.slice(folder.length) : "";
  return isPictureFile(file) ? file : null;
}

/** A paragraph that is a picture with a title becomes a figure with its caption. */
function captioned(node: Node): void {
  const [picture, ...rest] = node.children ?? [];
  const title = picture?.tagName === "img" && rest.length === 0 ? picture.properties?.title : undefined;
  if (!picture || !title) return;
  const { title: _, ...properties } = picture.properties ?? {};
  const caption = { type: "element", tagName: "figcaption", properties: {}, children: [text(String(title))] };
  node.tagName = "figure";
  node.children = [{ ...picture, properties }, caption];
}

/** Where a link may lead: an address of this site in the page's language, one of the web, or a mailbox; else null. */
function safeHref(href: string, { site, locale }: Own): string | null {
  if (/[\p{Cc}\s\\]/u.test(href)) return null;
  if (/^\/(?!\/)/.test(href)) {
    return isMachinePath(href) ? href : localisedOnce(locale, href);
  }
  if (!/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  return href.startsWith(`${site}/`) ? href.slice(site.length) : href;
}

/**
 * Shows each node below `tree` to `look`, in the order of the text, with its parent and the names of the elements around
 * it; what it gives back takes the node's place. Recursive, as deep as `checkMarkdown` lets a tree be.
 */
function walk(
  tree: Node,
  look: (node: Node, parent: Node, within: readonly string[]) => Node[] | null,
  within: readonly string[] = [],
): void {
  if (!tree.children) return;
  const around = tree.tagName ? [...within, tree.tagName] : within;
  const shown: Node[] = [];
  const waiting = tree.children.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const instead = look(node, tree, around);
    if (instead) {
      waiting.push(...instead.toReversed());
    } else {
      walk(node, look, around);
      shown.push(node);
    }
  }
  tree.children = shown;
}
