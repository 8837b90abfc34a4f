/** Reading speed, in words a minute. */
const WORDS_A_MINUTE = 200;

/** Whole minutes to read a body, at least one. Markdown marks, URLs and short codes don't count as words. */
export function computeReadingMinutes(body: string): number {
  const words = plainWords(body).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

/** Lines that are only a rule, a table's or a heading's underline, or a code fence. */
const RULES = /^[ \t>]*(?:[|:\-=*_][|:\-=*_ \t]*|(?:`{3}|~{3}).*)$/gm;
/** The markers at the start of a quote or a heading. */
const LEADS = /^[ \t>]*(?:#{1,6}(?=\s))?/gm;
/** Marks around words; an underscore inside a word, as in a file name, is part of the word. */
const AROUND = /\*+|`+|~~+|\||(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const PICTURES = /!\[[^\][\n]*\]\([^()\n]*\)/g;
/** A link that the end of the read text cuts off. */
const CUT_LINK = /!?\[[^\][\n]*(?:\]\([^()\n]*)?$/;

/**
 * The beginning of a body without marks and pictures, for posts without a summary. At most `length` UTF-16 units and
 * an ellipsis.
 */
export function createExcerpt(body: string, length = 200): string {
  const text = plainWords(body.replace(PICTURES, " ").replace(CUT_LINK, " "))
    .replace(RULES, " ")
    .replace(LEADS, "")
    .replace(AROUND, (marks) => (marks === "|" ? " " : ""))
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= length) return text;
  const cut = text.slice(0, length + 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)) || text.slice(0, length).toWellFormed()}…`;
}

const plainWords = (body: string): string =>
  body
    .replace(/\{\{[^{}\n]*\}\}/g, " ")
    .replace(/!?\[([^\][\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/gm, " ")
    .replace(/https?:\/\/\S+/g, " ");
