/**
 * Parses a typed whole number, digits only; NaN for other text that JavaScript would accept: "1e1", "0x10", "", " ".
 */
export const parseWholeNumber = (text: string): number =>
  /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
