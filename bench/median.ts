/** The value below which this share of the numbers lies; 0 without numbers. */
export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? 0;

/** The median, the upper one of an even count; 0 without numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
