import { truncateText } from "@/shared/text";

/** Reading speed, in words a minute. */
const WORDS_PER_MINUTE = 200;

/** Whole minutes to read a body, at least one. Markdown marks, URLs and short codes don't count as words. */
export function computeReadingMinutes(body: string): number {
  const words = removeMarkup(body).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

/** Lines that are only a rule, a table's or a heading's underline, or a code fence. */
const RULE_LINES = /^[ \t>]*(?:[|:\-=*_][|:\-=*_ \t]*|(?:`{3}|~{3}).*)$/gm;
/** The markers at the start of a quote or a heading. */
const LINE_MARKERS = /^[ \t>]*(?:#{1,6}(?=\s))?/gm;
/** Marks around words; an underscore inside a word, as in a file name, is part of the word. */
const INLINE_MARKS = /\*+|`+|~~+|\||(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const PICTURES = /!\[[^\][\n]*\]\([^()\n]*\)/g;
/** A link that the end of the text truncates. */
const TRUNCATED_LINK = /!?\[[^\][\n]*(?:\]\([^()\n]*)?$/;

/**
 * The beginning of a body without marks and pictures, for posts without a summary. At most `length` UTF-16 units and
 * an ellipsis.
 */
export function createExcerpt(body: string, length = 200): string {
  const text = removeMarkup(body.replace(PICTURES, " ").replace(TRUNCATED_LINK, " "))
    .replace(RULE_LINES, " ")
    .replace(LINE_MARKERS, "")
    .replace(INLINE_MARKS, (marks) => (marks === "|" ? " " : ""))
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  return truncateText(text, length);
}

const removeMarkup = (body: string): string =>
  body
    .replace(/\{\{[^{}\n]*\}\}/g, " ")
    .replace(/!?\[([^\][\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/gm, " ")
    .replace(/https?:\/\/\S+/g, " ");
