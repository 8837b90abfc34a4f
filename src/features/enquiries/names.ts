import type { EnquiryState, Side } from "@/shared/codes";
import { fullName, initialOf } from "@/shared/format";

type Named = { firstName: string; lastName: string };

/** A teacher's name is public. */
export const teacherName = (teacher: Named): string => fullName(teacher);

/** A learner shows the last name as an initial only: "Daria N." */
export const learnerName = ({ firstName, lastName }: Named): string =>
  fullName({ firstName, lastName: firstName ? initialOf(lastName) : lastName });

/**
 * The state that a side may see: how the teacher files a conversation is the teacher's own affair, so a learner sees
 * whether it was answered and nothing else.
 */
export const shownState = (side: Side, state: EnquiryState): EnquiryState | null =>
  side === "teacher" || state === "answered" ? state : null;
