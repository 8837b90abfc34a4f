import { characterEntitiesHtml4 } from "character-entities-html4";
import { Lexer, type MarkedToken, type Token, type TokenizerExtensionFunction } from "marked";

/** A Markdown text: its blocks, and the labels of its footnotes. */
export type ParsedMarkdown = { blocks: MarkedToken[]; footnotes: ReadonlySet<string> };

/** Parses CommonMark with tables, strikethrough, task lists, bare addresses and footnotes. */
export function parseMarkdown(body: string): ParsedMarkdown {
  const footnotes = new Set<string>();
  const lexer = new Lexer({
    gfm: true,
    extensions: { block: [createFootnoteTokenizer(footnotes)], renderers: {}, childTokens: {} },
  });
  return { blocks: toMarkedTokens(lexer.lex(body)), footnotes };
}

/** The tokens with the types of their own properties: marked allows any token that an extension returns. */
export const toMarkedTokens = (tokens: readonly Token[]): MarkedToken[] => tokens as MarkedToken[];

const FOOTNOTE = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^|[ \t]*(?:\n|$))[^\n]+)*)/;

/** A footnote is a paragraph where it is defined. Without this, marked reads it as the definition of a link. */
const createFootnoteTokenizer = (labels: Set<string>): TokenizerExtensionFunction =>
  function (src) {
    const [raw, label, text = ""] = FOOTNOTE.exec(src) ?? [];
    if (raw === undefined || label === undefined) return undefined;
    labels.add(label);
    return { type: "paragraph", raw, text, tokens: this.lexer.inline(text) };
  };

/** The depths of all headings, in document order. */
export const listHeadingDepths = (tokens: readonly Token[]): number[] =>
  toMarkedTokens(tokens).flatMap((token) => {
    if (token.type === "heading") return token.depth;
    if (token.type === "list") return token.items.flatMap((item) => listHeadingDepths(item.tokens));
    return token.type === "blockquote" ? listHeadingDepths(token.tokens) : [];
  });

/** The text of inline tokens, as a picture's alternative text. */
export const toPlainText = (tokens: readonly Token[]): string =>
  toMarkedTokens(tokens)
    .map((token) => {
      if ("tokens" in token && token.tokens) return toPlainText(token.tokens);
      if (token.type === "br") return "\n";
      if (token.type === "text") return decodeEntities(token.text);
      return "text" in token ? token.text : "";
    })
    .join("");

/** Replaces numeric character references and those that HTML 4 names. Others stay as they are written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (reference, decimal, hex, name) => {
    if (name) return ENTITIES.get(name) ?? reference;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
  });

const ENTITIES = new Map([...Object.entries(characterEntitiesHtml4), ["apos", "'"]]);
