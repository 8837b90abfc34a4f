/** UTF-16 units of a post's Markdown. */
export const LONGEST_BODY = 40_000;

/** Lines, empty ones included. */
const MOST_LINES = 1500;
/** Quotes and lists within each other that one line may open. */
const MOST_OPENED = 8;
/** Columns before a list's mark: each list within another stands at least two further in. */
const DEEPEST_MARK = 24;
/** Runs of emphasis, brackets, backticks and the like between two blank lines. */
const MOST_MARKS_TOGETHER = 200;
/** The same in the whole body; what its lines open, which is more work, counts twice. */
const MOST_MARKS = 2000;
/** Cells of all tables, counted by the lines and the most bars of what stands between two blank lines. */
const MOST_CELLS = 3000;

export type MarkdownError = "too_long" | "too_deep";

/**
 * Whether a body is short and flat enough to be parsed. The parser's work grows with the square of the lines, with the
 * cube of the marks that one paragraph holds, and with the depth of what stands in what, and what renders it is
 * recursive; so all of them are bounded before anything is parsed, in one pass over the text. What people write stays
 * far below.
 */
export function checkMarkdown(body: string): MarkdownError | null {
  if (body.length > LONGEST_BODY) return "too_long";
  const lines = body.split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES) return "too_deep";
  const all = { marks: 0, cells: 0 };
  let block = { marks: 0, lines: 0, bars: 0 };
  for (const line of [...lines, ""]) {
    const opens = opened(line);
    all.marks += 2 * opens;
    if (opens > MOST_OPENED) return "too_deep";
    if (/^[\s>]*$/.test(line)) {
      all.marks += block.marks;
      all.cells += block.lines * block.bars;
      if (all.marks > MOST_MARKS || all.cells > MOST_CELLS) return "too_deep";
      block = { marks: 0, lines: 0, bars: 0 };
      continue;
    }
    block.lines += 1;
    block.bars = Math.max(block.bars, count(line, BAR));
    block.marks += count(line, MARK);
    if (block.marks > MOST_MARKS_TOGETHER) return "too_deep";
  }
  return null;
}

/** What may open or close something within a line; `www.`, `://` and `@` for the addresses that are found in the text. */
const MARK = /\*+|_+|~+|`+|[[\]<]|@|www\.|:\/\//gi;
const BAR = /\|/g;
const count = (line: string, pattern: RegExp): number => line.match(pattern)?.length ?? 0;

/** Marks of quotes and lists that a line begins with; a list's that stands too far in counts for more than all. */
function opened(line: string): number {
  const [lead = ""] = line.match(/^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*/) ?? [];
  const depth = count(lead, /[>+*\-.)]/g);
  const [before = ""] = lead.match(/^[ \t>]*/) ?? [];
  const columns = before.replaceAll("\t", "    ").length;
  return depth > 0 && columns > DEEPEST_MARK ? Number.POSITIVE_INFINITY : depth;
}
