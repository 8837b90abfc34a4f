import { withoutMarks } from "@/shared/text";

/**
 * A request for money before a lesson; in lower case without marks. "Nivel avansat" is a level, "nu cer avans" the opposite.
 */
const ADVANCE_PAYMENT = new RegExp(
  [
    String.raw`(?<!\b(?:nu|fara|niciun|nici un)\s(?:\S+\s){0,3})\bavans(?:ul)?\b`,
    String.raw`(?<!\b(?:nu|fara)\s(?:\S+\s){0,3})\b(?:plat|achit|transfer)\S*\s+(?:\S+\s+){0,4}?inainte\b`,
    String.raw`(?<!\b(?:not|never|n.t)\s(?:\S+\s){0,3})\b(?:pay|paid|payment|transfer|deposit)\S*\s+(?:\S+\s+){0,4}?(?:in advance|upfront|before)\b(?<!never before)`,
  ].join("|"),
);

/** Whether a teacher's message asks for money before a lesson. */
export const asksForAdvancePayment = (message: string): boolean =>
  ADVANCE_PAYMENT.test(withoutMarks(message.toLowerCase()));
