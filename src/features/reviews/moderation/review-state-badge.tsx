import type { ReviewState } from "@/shared/codes";
import { Badge, type BadgeTone } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

const TONES: Record<ReviewState, BadgeTone> = {
  pending: "waiting",
  published: "positive",
  rejected: "danger",
  removed: "danger",
  withdrawn: "neutral",
};

/** The state of a review as an admin sees it. */
export function ReviewStateBadge({ state }: { state: ReviewState }) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`reviews.admin.states.${state}`)}</Badge>;
}
