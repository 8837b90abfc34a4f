/**
 * Romanian mobile (07…) and geographic (02…, 03…) numbers: nine digits after the 0 or +40. Premium (09…) and service
 * numbers (08…) are rejected. Source: ANCOM's national numbering plan.
 */
const NATIONAL = /^(?:7\d{8}|[23]\d{8})$/;

/** Parses a typed number (`0712 345 678`, `+40 712…`, `0040…`) to E.164; null for anything else. */
export function parsePhone(text: string): string | null {
  const digits = text.trim().replace(/[\s().\-/]/g, "");
  const national = digits.replace(/^(?:\+40|0040|0)/, "");
  return national !== digits && NATIONAL.test(national) ? `+40${national}` : null;
}

/** A stored number (E.164) in Romanian format: "+40712345678" → "0712 345 678". */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+40(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");

/** The page that opens a conversation with a stored number on WhatsApp. */
export const toWhatsAppUrl = (phone: string): string => `https://wa.me/${phone.slice(1)}`;
