/**
 * Romanian numbers that people answer: mobile (07…) and geographic (02…, 03…), nine digits after the 0 or +40.
 * Premium (09…) and service numbers (08…) are none. ANCOM's national numbering plan.
 */
const NATIONAL = /^(?:7\d{8}|[23]\d{8})$/;

/** A number as people write it (`0712 345 678`, `+40 712…`, `0040…`) in E.164; null for anything else. */
export function readPhone(text: string): string | null {
  const digits = text.trim().replace(/[\s().\-/]/g, "");
  const national = digits.replace(/^(?:\+40|0040|0)/, "");
  return national !== digits && NATIONAL.test(national) ? `+40${national}` : null;
}

/** A stored number (E.164) as Romanians read it: "+40712345678" → "0712 345 678". */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+40(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");
