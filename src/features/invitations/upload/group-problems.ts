import type { UploadProblem, UploadRow } from "./parse-upload";

/** A mistake of one or more rows, with its cells and the rows of each. */
export type ProblemGroup = {
  /** That of the first row. */
  problem: UploadProblem;
  /** The name or address of the first row. */
  person: string;
  rows: number[];
  /** `typed` is "" for empty cells. */
  cells: { typed: string; rows: number[] }[];
};

/** What is wrong with rows, or what teachers must complete in correct ones: each mistake once, the most frequent first. */
export function groupProblems(rows: readonly UploadRow[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const row of rows) {
    for (const problem of row.teacher ? row.warnings : row.problems) {
      const { field, code, params, typed = "" } = problem;
      const key = JSON.stringify([field, code, params]);
      const group = groups.get(key) ?? { problem, person: row.name || row.email, rows: [], cells: [] };
      groups.set(key, group);
      if (group.rows.at(-1) === row.row) continue;
      group.rows.push(row.row);
      const cell = group.cells.find((other) => other.typed === typed);
      if (cell) cell.rows.push(row.row);
      else group.cells.push({ typed, rows: [row.row] });
    }
  }
  return [...groups.values()].sort((one, other) => other.rows.length - one.rows.length);
}

/** Ascending row numbers as text, those in succession by their first and last: "2–14, 17". */
export function formatRows(rows: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const row of rows) {
    const range = ranges.at(-1);
    if (range && range[1] >= row - 1) range[1] = row;
    else ranges.push([row, row]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(", ");
}
