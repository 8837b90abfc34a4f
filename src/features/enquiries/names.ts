import type { EnquiryState, Side } from "@/shared/codes";
import { formatFullName, formatInitial } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";

type PersonName = { firstName: string; lastName: string };

/** A teacher's name is public. */
export const formatTeacherName = (teacher: PersonName): string => formatFullName(teacher);

/** "Daria N.": only the initial of a learner's last name is shown. */
export const formatLearnerName = ({ firstName, lastName }: PersonName): string =>
  formatFullName({ firstName, lastName: firstName ? formatInitial(lastName) : lastName });

/** The name of one side as the other may see it, or a text for a deleted account. */
export function formatSideName(t: Translator, side: Side, person: PersonName | null): string {
  if (!person) return t("enquiries.erased.person");
  return side === "teacher" ? formatTeacherName(person) : formatLearnerName(person);
}

/** Whether the learner may not know of the first answer, because it was written by a teacher whom they had blocked. */
export const hidesAnswer = (
  side: Side,
  { answeredTs, learnerBlockedTs }: { answeredTs: number | null; learnerBlockedTs: number | null },
): boolean =>
  side === "learner" && answeredTs !== null && learnerBlockedTs !== null && answeredTs >= learnerBlockedTs;

/** The state that a side may see. Learners see only `answered`; other states are null for them. */
export const findStateForSide = (side: Side, state: EnquiryState): EnquiryState | null =>
  side === "teacher" || state === "answered" ? state : null;

export const getOtherSide = (side: Side): Side => (side === "teacher" ? "learner" : "teacher");
