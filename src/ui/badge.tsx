import type { ReactNode } from "react";
import type { DisplayedOrderState, EnquiryState, ListingState } from "@/shared/codes";
import { usePage } from "./page-context";

export type BadgeTone = "neutral" | "positive" | "waiting" | "warning" | "danger" | "promoted";

/** A short label. `promoted` is the only use of the marigold colour. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}

const LISTING_TONES: Record<ListingState, BadgeTone> = {
  draft: "neutral",
  pending: "waiting",
  rejected: "danger",
  published: "positive",
  paused: "neutral",
  suspended: "danger",
  deleted: "neutral",
  expired: "warning",
};

const ORDER_TONES: Record<DisplayedOrderState, BadgeTone> = {
  created: "waiting",
  open: "waiting",
  fulfilled: "positive",
  expired: "neutral",
  failed: "danger",
  partially_refunded: "warning",
  refunded: "neutral",
  disputed: "danger",
  dispute_lost: "danger",
};

const ENQUIRY_TONES: Record<EnquiryState, BadgeTone> = {
  new: "waiting",
  answered: "positive",
  won: "positive",
  lost: "neutral",
  spam: "danger",
};

/**
 * The state of a listing, an order or an enquiry as a label. A published listing of a disabled owner is hidden, and says
 * so.
 */
export function StateBadge(
  props:
    | { kind: "listing"; state: ListingState; ownerDisabled?: boolean }
    | { kind: "order"; state: DisplayedOrderState }
    | { kind: "enquiry"; state: EnquiryState },
) {
  const { t } = usePage();
  if (props.kind === "listing" && props.ownerDisabled && props.state === "published")
    return <Badge tone="danger">{t("general.accountDisabled")}</Badge>;
  const tone =
    props.kind === "listing"
      ? LISTING_TONES[props.state]
      : props.kind === "order"
        ? ORDER_TONES[props.state]
        : ENQUIRY_TONES[props.state];
  return <Badge tone={tone}>{t(`general.${props.kind}States.${props.state}`)}</Badge>;
}
