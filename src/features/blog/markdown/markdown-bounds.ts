import { POST_BOUNDS } from "@/shared/post-form";

/** UTF-16 units of a post's Markdown. */
export const MAX_BODY_LENGTH: number = POST_BOUNDS.body.max;

/** Lines, empty ones included. */
const MAX_LINES = 1500;
/** Nested quotes and lists that one line may open. */
const MAX_NESTING_PER_LINE = 8;
/** Columns before a list marker. Each nested list is indented by at least two. */
const MAX_MARKER_INDENT = 24;
/** Marks of emphasis, brackets, backticks and the like between two blank lines. */
const MAX_MARKS_PER_BLOCK = 200;
/** The same in the whole body. Each nested quote or list counts twice, because it takes longer to parse. */
const MAX_MARKS = 2000;
/** Cells of all tables: for each block between blank lines, its lines times its most bars in a line. */
const MAX_CELLS = 3000;
/** Characters of white space, or of a word that the parser may link: it reads these again for each of them. */
const LONG_RUN = /(?<!\s)\s{1000}|(?<!\S)(?=\S*(?:@|www\.|:\/\/))\S{1000}/i;

export type MarkdownError = "too_long" | "too_deep";

/**
 * Whether a body is short and flat enough to be parsed. Parsing time grows with the square of the lines, of a
 * paragraph's marks and of an address, and with the nesting depth; rendering is recursive. So all of these are bounded
 * before parsing, in one pass. Real posts stay far below the bounds.
 */
export function findMarkdownError(body: string): MarkdownError | null {
  if (body.length > MAX_BODY_LENGTH) return "too_long";
  const lines = body.split(/\r\n|\r|\n/);
  if (lines.length > MAX_LINES || LONG_RUN.test(body)) return "too_deep";
  const total = { marks: 0, cells: 0 };
  let block = { marks: 0, lines: 0, bars: 0 };
  for (const line of [...lines, ""]) {
    const nesting = countNesting(line);
    total.marks += 2 * nesting;
    if (nesting > MAX_NESTING_PER_LINE) return "too_deep";
    if (/^[\s>]*$/.test(line)) {
      total.marks += block.marks;
      total.cells += block.lines * block.bars;
      if (total.marks > MAX_MARKS || total.cells > MAX_CELLS) return "too_deep";
      block = { marks: 0, lines: 0, bars: 0 };
      continue;
    }
    block.lines += 1;
    block.bars = Math.max(block.bars, count(line, BAR));
    block.marks += count(line, MARK);
    if (block.marks > MAX_MARKS_PER_BLOCK) return "too_deep";
  }
  return null;
}

/**
 * Inline marks; a long run counts several times. `www.`, `://` and `@` because the parser also links bare addresses, `!`
 * because it begins a picture.
 */
const MARK = /\*{1,4}|_{1,4}|~{1,4}|`+|[[\]<!]|@|www\.|:\/\//gi;
const BAR = /\|/g;
const count = (line: string, pattern: RegExp): number => line.match(pattern)?.length ?? 0;

/** Quote and list markers at the start of a line; a list marker that is indented too far exceeds the limit. */
function countNesting(line: string): number {
  const [markers = ""] = line.match(/^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*/) ?? [];
  const depth = count(markers, /[>+*\-.)]/g);
  const [indent = ""] = markers.match(/^[ \t>]*/) ?? [];
  const columns = indent.replaceAll("\t", "    ").length;
  return depth > 0 && columns > MAX_MARKER_INDENT ? Number.POSITIVE_INFINITY : depth;
}
