/** The weights of a tax id's digits but the last, counted from the right. */
const WEIGHTS = [2, 3, 5, 7, 1, 2, 3, 5, 7];

const TAX_ID = /^(?:RO ?)?(\d{2,10})$/i;

/** Whether it looks like a Romanian tax id (CUI): two to ten digits, with "RO" before them or without. */
export const looksLikeTaxId = (text: string): boolean => TAX_ID.test(text);

/**
 * Whether it can be one: its last digit checks the others (Law 359/2004 and the tax authority's order that names the key
 * 753217532).
 */
export function isTaxId(text: string): boolean {
  const digits = text.match(TAX_ID)?.[1];
  if (!digits) return false;
  const [check, ...others] = [...digits].toReversed().map(Number);
  const sum = others.reduce((total, digit, place) => total + digit * (WEIGHTS[place] ?? 0), 0);
  return ((sum * 10) % 11) % 10 === check;
}

/** Whether it can be an account number (ISO 13616): moved round and read as a number it leaves 1 by 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)]
    .map((letter) => Number.parseInt(letter, 36))
    .join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
