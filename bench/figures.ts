export type Figure = {
  what: string;
  value: number;
  /** The largest allowed value. Without it, the figure is only information. */
  bound?: number;
  note?: string;
};

const isPastBound = ({ value, bound }: Figure): boolean => bound !== undefined && !(value <= bound);

/** Prints the figures as a table. Returns false if one is past its bound. */
export function printFigures(figures: readonly Figure[]): boolean {
  console.table(
    figures.map((figure) => ({
      what: figure.what,
      value: Number(figure.value.toPrecision(4)),
      bound: figure.bound ?? "",
      "": isPastBound(figure) ? "past its bound" : "",
      note: figure.note ?? "",
    })),
  );
  const past = figures.filter(isPastBound).length;
  console.log(`${past} figures are past their bounds.`);
  return past === 0;
}
