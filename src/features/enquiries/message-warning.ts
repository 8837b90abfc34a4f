import { asksForAdvancePayment } from "./advance-payment";
import { isUnsafeForMinor } from "./unsafe-for-minor";

/** What the site tells a learner at a teacher's message; also a reason of reports. */
export type MessageWarning = "unsafe" | "advance_payment";

/** What the site tells a learner about a teacher's message; null for nothing. */
export function findMessageWarning(
  message: string,
  { isToMinor }: { isToMinor: boolean },
): MessageWarning | null {
  if (isToMinor && isUnsafeForMinor(message)) return "unsafe";
  return asksForAdvancePayment(message) ? "advance_payment" : null;
}
