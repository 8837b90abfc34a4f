import type { VerificationState } from "@/shared/codes";
import { Badge, type BadgeTone } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

const TONES: Record<VerificationState | "ended", BadgeTone> = {
  pending: "waiting",
  approved: "positive",
  rejected: "danger",
  withdrawn: "neutral",
  ended: "neutral",
};

/** The state of a request as a label; `ended` is an approved one whose badge has ended. */
export function VerificationBadge({ state }: { state: VerificationState | "ended" }) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`verifications.states.${state}`)}</Badge>;
}
