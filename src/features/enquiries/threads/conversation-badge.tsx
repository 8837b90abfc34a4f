import type { EnquiryState } from "@/shared/codes";
import { Badge, StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

/**
 * The state of a conversation, the same in lists and on its page. `state` is null if the reader may not see it, and
 * `isUnanswered` says that the reader is the teacher and the learner was the last to write or to propose a lesson.
 */
export function ConversationBadge({
  isWaiting,
  isUnanswered,
  state,
}: {
  isWaiting: boolean;
  isUnanswered: boolean;
  state: EnquiryState | null;
}) {
  const { t } = usePage();
  if (isWaiting) return <Badge tone="waiting">{t("enquiries.inbox.waiting")}</Badge>;
  // The teacher said so of an open conversation that does not wait. Learners see no such state.
  if (state === "new" || (state === "answered" && isUnanswered))
    return <Badge>{t("enquiries.inbox.noAnswer")}</Badge>;
  return state && <StateBadge kind="enquiry" state={state} />;
}
