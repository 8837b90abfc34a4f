import type { LearnerKind, Side } from "@/shared/codes";
import { hasContactOrAddress } from "@/shared/contact-data";
import { namesAccount, namesSchoolOrStreet } from "@/shared/identifying-text";
import { asksForAdvancePayment } from "./advance-payment";
import { asksAboutChild } from "./asks-about-child";
import { isSolicitation, isUnsafeForMinor } from "./unsafe-for-minor";

/** What the site tells a learner at a teacher's message: "child" is about the reader's child. */
export type MessageWarning = "unsafe" | "solicitation" | "child" | "advance_payment";

/** What the site tells a learner about a teacher's message; null for nothing. */
export function findMessageWarning(
  message: string,
  { isLearnerMinor, learnerWho }: { isLearnerMinor: boolean; learnerWho?: LearnerKind | null },
): MessageWarning | null {
  if (learnerWho === "child" && asksAboutChild(message)) return "child";
  // A guest who states to be an adult may be a pupil.
  if (isLearnerMinor && isUnsafeForMinor(message)) return "unsafe";
  if (!isLearnerMinor && isSolicitation(message)) return "solicitation";
  return asksForAdvancePayment(message) ? "advance_payment" : null;
}

/** Whether a text has what a learner under 18 does not tell a stranger: contact data, an account, a street or a school. */
export const isPersonalOfMinor = (text: string): boolean =>
  hasContactOrAddress(text) || namesAccount(text) || namesSchoolOrStreet(text);

/** What a copy warns a parent of: also that the learner gave away such data, or that the site refused a text. */
export type CopyWarning = MessageWarning | "personal" | "refused";

/** What the site tells the parent of a learner under 18 about a message of either side; null for nothing. */
export function findCopyWarning(side: Side, message: string): CopyWarning | null {
  if (side === "teacher") return findMessageWarning(message, { isLearnerMinor: true });
  return isPersonalOfMinor(message) ? "personal" : null;
}
