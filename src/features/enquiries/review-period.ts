import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";
import type { Refusal } from "@/shared/errors";
import type { EnquiryView } from "./queries";

/** How long after the teacher's first answer (ms) a review is possible, unless the teacher marked lessons as agreed. */
const REVIEW_WAIT_MS = 3 * DAY_MS;
/** How long after the last message (ms) a review is possible. */
export const REVIEW_PERIOD_MS = 180 * DAY_MS;

type Contact = Pick<
  EnquiryView,
  | "side"
  | "state"
  | "teacher"
  | "guestEmail"
  | "isUnconfirmed"
  | "isUnrepliedAnswer"
  | "answeredTs"
  | "wonTs"
  | "lastMessageTs"
  | "firstLessonEndTs"
>;

/**
 * Why the reader of an enquiry may not review its teacher; null if they may. `forbidden` (`own_review`) for the teacher,
 * `gone` (`teacher_gone`, `teacher_inactive` for a disabled account), or `conflict`: `never_answered`, `never_replied` to an
 * answer to a request, `review_too_early` with the first day, `review_before_lesson` with the day of the agreed one,
 * `review_too_late`. A teacher who answered can't prevent a review by marking the enquiry as spam.
 */
export function findReviewRefusal({ now }: Ctx, enquiry: Contact): Refusal | null {
  const { side, state, teacher, guestEmail, answeredTs, wonTs, lastMessageTs, firstLessonEndTs } = enquiry;
  if (enquiry.isUnconfirmed) return { code: "conflict", reason: "never_answered" };
  if (!teacher) return { code: "gone", reason: "teacher_gone" };
  if (teacher.disabledTs !== null) return { code: "gone", reason: "teacher_inactive" };
  if (side === "teacher" || guestEmail === teacher.email) return { code: "forbidden", reason: "own_review" };
  const isWon = state === "won" || wonTs !== null;
  if (answeredTs === null && !isWon) return { code: "conflict", reason: "never_answered" };
  if (enquiry.isUnrepliedAnswer && !isWon) return { code: "conflict", reason: "never_replied" };
  const firstTs = (answeredTs ?? now) + REVIEW_WAIT_MS;
  if (firstLessonEndTs !== null && now < firstLessonEndTs)
    return { code: "conflict", reason: "review_before_lesson", params: { date: firstLessonEndTs } };
  if (!isWon && now < firstTs)
    return { code: "conflict", reason: "review_too_early", params: { date: firstTs } };
  return now > lastMessageTs + REVIEW_PERIOD_MS ? { code: "conflict", reason: "review_too_late" } : null;
}
