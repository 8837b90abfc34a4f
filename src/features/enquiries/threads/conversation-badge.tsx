import type { EnquiryState } from "@/shared/codes";
import { Badge, StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

/** The state of a conversation, the same in lists and on its page. `state` is null if the reader may not see it. */
export function ConversationBadge({ isWaiting, state }: { isWaiting: boolean; state: EnquiryState | null }) {
  const { t } = usePage();
  if (isWaiting) return <Badge tone="waiting">{t("enquiries.inbox.waiting")}</Badge>;
  // The teacher said so of a new conversation that does not wait. Learners see no such state.
  if (state === "new") return <Badge>{t("enquiries.inbox.noAnswer")}</Badge>;
  return state && <StateBadge kind="enquiry" state={state} />;
}
