import type { EnquiryState, Side } from "@/shared/codes";
import { formatInitial, fullName } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";

type Named = { firstName: string; lastName: string };

/** A teacher's name is public. */
export const teacherName = (teacher: Named): string => fullName(teacher);

/** A learner shows the last name as an initial only: "Daria N." */
export const learnerName = ({ firstName, lastName }: Named): string =>
  fullName({ firstName, lastName: firstName ? formatInitial(lastName) : lastName });

/** The name of one side as it may be shown, or in words that its account was deleted. */
export function sideName(t: Translator, side: Side, person: Named | null): string {
  if (!person) return t("enquiries.erased.person");
  return side === "teacher" ? teacherName(person) : learnerName(person);
}

/**
 * The state that a side may see: how the teacher files a conversation is the teacher's own affair, so a learner sees
 * whether it was answered and nothing else.
 */
export const shownState = (side: Side, state: EnquiryState): EnquiryState | null =>
  side === "teacher" || state === "answered" ? state : null;
