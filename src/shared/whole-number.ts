/**
 * A whole number as people type it, digits alone; NaN for everything else that JavaScript would take for one: "1e1",
 * "0x10", "", " ".
 */
export const wholeNumberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
