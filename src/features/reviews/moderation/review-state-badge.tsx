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

/** The state of a review, with `texts` as an admin sees it by default. */
export function ReviewStateBadge({
  state,
  texts = "reviews.admin.states",
}: {
  state: ReviewState;
  texts?: string;
}) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`${texts}.${state}`)}</Badge>;
}
