import type { TestimonialState } from "@/shared/codes";
import { Badge, type BadgeTone } from "@/ui/badge";
import { usePage } from "@/ui/page-context";

const TONES: Record<TestimonialState, BadgeTone> = {
  pending: "waiting",
  published: "positive",
  rejected: "neutral",
};

export function TestimonialBadge({ state }: { state: TestimonialState }) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`testimonials.states.${state}`)}</Badge>;
}
