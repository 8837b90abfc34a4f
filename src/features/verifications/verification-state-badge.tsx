import type { VerificationState } from "@/shared/codes";
import { Badge, type BadgeTone } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

/** `ended` and `other_name`: an approved document whose badge has ended, or was checked for another name. */
type DisplayedState = VerificationState | "ended" | "other_name";

const TONES: Record<DisplayedState, BadgeTone> = {
  pending: "waiting",
  approved: "positive",
  rejected: "danger",
  withdrawn: "neutral",
  ended: "neutral",
  other_name: "neutral",
};

/** The state of a request as a label. */
export function VerificationStateBadge({ state }: { state: DisplayedState }) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`verifications.states.${state}`)}</Badge>;
}
