import { withoutMarks } from "@/shared/text";
import { isUnsafeForMinor } from "./unsafe-for-minor";

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

/** What the site tells a learner at a teacher's message; also a reason of reports. */
export type MessageWarning = "unsafe" | "advance_payment";

/** What the site tells a learner about a teacher's message; null for nothing. */
export function findMessageWarning(
  message: string,
  { isToMinor }: { isToMinor: boolean },
): MessageWarning | null {
  if (isToMinor && isUnsafeForMinor(message)) return "unsafe";
  return ADVANCE_PAYMENT.test(withoutMarks(message.toLowerCase())) ? "advance_payment" : null;
}
