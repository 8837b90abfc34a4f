/** Weights of a tax id's digits, from the right, without the check digit. */
const WEIGHTS = [2, 3, 5, 7, 1, 2, 3, 5, 7];

const TAX_ID = /^(?:RO ?)?(\d{2,10})$/i;

/** Whether a text has the form of a Romanian tax id (CUI): two to ten digits, optionally after "RO". */
export const looksLikeTaxId = (text: string): boolean => TAX_ID.test(text);

/** Whether a tax id's check digit is valid (Law 359/2004, with the tax authority's key 753217532). */
export function isTaxId(text: string): boolean {
  const digits = text.match(TAX_ID)?.[1];
  if (!digits) return false;
  const [check, ...others] = [...digits].toReversed().map(Number);
  const sum = others.reduce((total, digit, place) => total + digit * (WEIGHTS[place] ?? 0), 0);
  return ((sum * 10) % 11) % 10 === check;
}

/** Whether an IBAN's checksum is valid (ISO 13616): rearranged and read as a number it is 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)]
    .map((letter) => Number.parseInt(letter, 36))
    .join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
