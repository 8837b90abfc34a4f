import type { EnquiryState, Side } from "@/shared/codes";
import { Badge, StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

/**
 * The state of a conversation, the same in lists and on its page. `state` is null if the reader may not see it, and
 * `isUnanswered` says that the reader is the teacher and the learner was the last to write or to propose a lesson. The
 * teacher reads "You replied", which is also true of an answer to a request whose author has not written yet. So does the
 * author of that request once it is the teacher's turn (`answerTurn`).
 */
export function ConversationBadge({
  isTeacher,
  hasBlocked,
  isStoppedByTeam,
  awaitsDecision,
  hasLesson,
  isWaiting,
  isUnanswered,
  answerTurn,
  state,
}: {
  isTeacher: boolean;
  /** Whether the reader blocked the other side. */
  hasBlocked: boolean;
  /** Whether the team did it. */
  isStoppedByTeam: boolean;
  /** Whether the reader is a teacher who cannot answer until the team has decided about a danger. */
  awaitsDecision: boolean;
  /** Whether a lesson is agreed. */
  hasLesson: boolean;
  isWaiting: boolean;
  isUnanswered: boolean;
  answerTurn: Side | null;
  state: EnquiryState | null;
}) {
  const { t } = usePage();
  if (hasBlocked) return <Badge>{t(`enquiries.inbox.${isStoppedByTeam ? "stopped" : "blocked"}`)}</Badge>;
  if (awaitsDecision) return <Badge>{t("enquiries.inbox.awaitsDecision")}</Badge>;
  if (isWaiting || answerTurn === "learner")
    return <Badge tone="waiting">{t("enquiries.inbox.waiting")}</Badge>;
  if (hasLesson && (state === "new" || state === "answered"))
    return <Badge tone="positive">{t("enquiries.inbox.lesson")}</Badge>;
  // The teacher said so of an open conversation that does not wait. Learners see no such state.
  if (state === "new" || (state === "answered" && isUnanswered))
    return <Badge>{t("enquiries.inbox.noAnswer")}</Badge>;
  if (state === "answered" && (isTeacher || answerTurn === "teacher"))
    return <Badge tone="positive">{t("enquiries.inbox.replied")}</Badge>;
  return state && <StateBadge kind="enquiry" state={state} />;
}
