import type { RequestState } from "@/shared/codes";
import { Badge, type BadgeTone } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

const TONES: Record<RequestState, BadgeTone> = {
  pending: "waiting",
  open: "positive",
  rejected: "danger",
  closed: "neutral",
};

export function RequestStateBadge({ state }: { state: RequestState }) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`requests.states.${state}`)}</Badge>;
}
