import type { Side } from "@/shared/codes";
import { hasContactOrAddress } from "@/shared/contact-data";
import { namesAccount, namesSchoolOrStreet } from "@/shared/identifying-text";
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

/** Whether a text has what a learner under 18 does not tell a stranger: contact data, an account, a street or a school. */
export const isPersonalOfMinor = (text: string): boolean =>
  hasContactOrAddress(text) || namesAccount(text) || namesSchoolOrStreet(text);

/** What a copy warns a parent of: also that the learner gave away such data. */
export type CopyWarning = MessageWarning | "personal";

/** What the site tells the parent of a learner under 18 about a message of either side; null for nothing. */
export function findCopyWarning(side: Side, message: string): CopyWarning | null {
  if (side === "teacher") return findMessageWarning(message, { isToMinor: true });
  return isPersonalOfMinor(message) ? "personal" : null;
}
