import type { PromotionState } from "@/shared/codes";

/** How it stands with a promotion at a moment. Times in ms; `visible` says whether visitors see its listing. */
export function getPromotionState(
  { startsTs, endsTs, revokedTs }: { startsTs: number; endsTs: number; revokedTs: number | null },
  visible: boolean,
  now: number,
): PromotionState {
  // What was stopped after its end had run its time.
  if (revokedTs !== null && revokedTs < endsTs) return "revoked";
  if (endsTs <= now) return "ended";
  if (startsTs > now) return "scheduled";
  return visible ? "active" : "hidden";
}

/** Whether a promotion was stopped before it began. Times in ms. */
export const neverRan = (promotion: { startsTs: number; revokedTs: number | null } | null): boolean =>
  promotion !== null && promotion.revokedTs !== null && promotion.revokedTs <= promotion.startsTs;
