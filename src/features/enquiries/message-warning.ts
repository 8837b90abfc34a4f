import { withoutMarks } from "@/shared/text";
import { isUnsafeForMinor } from "./unsafe-for-minor";

/** A request for money before a lesson; in lower case without marks. "Nivel avansat" is a level. */
const ADVANCE_PAYMENT = new RegExp(
  [
    String.raw`(?<!\b(?:nu cer|fara)\s)\bavans(?:ul)?\b|\bin advance\b|\bupfront\b`,
    String.raw`\b(?:plat|achit|transfer)\S*\s+(?:\S+\s+){0,4}?inainte\b|\bpay\S*\s+(?:\S+\s+){0,4}?before\b`,
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
