/** A measured figure. A figure is past its bound if it is larger. */
export type Figure = {
  what: string;
  /** Null if it was not measured; `note` says why. */
  value: number | null;
  /** Null for a figure that is only information. */
  bound: number | null;
  /** Where the figure shall be. */
  aim: number | null;
  note?: string;
};

const isPastBound = ({ value, bound }: Figure): boolean => value !== null && bound !== null && value > bound;

/** Prints the figures as a table. Returns false if a figure is past its bound. */
export function printFigures(figures: readonly Figure[]): boolean {
  const head = ["what", "today", "bound", "aim", ""];
  const rows = figures.map((figure) => [
    figure.what,
    formatNumber(figure.value),
    formatNumber(figure.bound),
    formatNumber(figure.aim),
    [isPastBound(figure) ? "past its bound" : "", figure.note ?? ""].filter(Boolean).join("; "),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const formatRow = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column > 0 && column < 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  console.log(
    [
      formatRow(head),
      "-".repeat(widths.reduce((sum, width) => sum + width + 2)),
      ...rows.map(formatRow),
    ].join("\n"),
  );
  const past = figures.filter(isPastBound).length;
  const missing = figures.filter(({ value }) => value === null).length;
  console.log(`\n${past} figures are past their bounds; ${missing} were not measured.`);
  return past === 0;
}

function formatNumber(value: number | null): string {
  if (value === null) return "–";
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return String(Math.round(value * 100) / 100);
}
