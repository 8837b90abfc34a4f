import type { ReactNode } from "react";
import { usePage } from "./page-context";

export type BadgeTone = "neutral" | "positive" | "waiting" | "warning" | "danger" | "promoted";

/** A short label. `promoted` is the only use of the marigold colour. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}

const REVIEW_TONES = {
  pending: "waiting",
  published: "positive",
  rejected: "danger",
  removed: "danger",
  withdrawn: "neutral",
} as const;

/** What has states, with the prefix of their texts and the tone of each. */
const STATES = {
  answer: {
    texts: "requests.answerStatuses",
    tones: { unread: "waiting", read: "neutral", replied: "positive", lesson: "positive" },
  },
  appointment: {
    texts: "appointments.calendar.states",
    tones: {
      proposed: "waiting",
      accepted: "positive",
      declined: "neutral",
      cancelled: "danger",
      moved: "neutral",
      past: "neutral",
    },
  },
  eInvoice: {
    texts: "e-factura.states",
    tones: {
      queued: "waiting",
      uploading: "waiting",
      uploaded: "waiting",
      accepted: "positive",
      rejected: "danger",
      handed_over: "neutral",
    },
  },
  enquiry: {
    texts: "general.enquiryStates",
    tones: { new: "waiting", answered: "positive", won: "positive", lost: "neutral", spam: "danger" },
  },
  invitation: {
    texts: "invitations.states",
    tones: { invited: "waiting", claimed: "positive", refused: "neutral", expired: "neutral" },
  },
  listing: {
    texts: "general.listingStates",
    tones: {
      draft: "neutral",
      pending: "waiting",
      rejected: "danger",
      published: "positive",
      paused: "neutral",
      suspended: "danger",
      deleted: "neutral",
      expired: "warning",
    },
  },
  mail: {
    texts: "users.records.mailStates",
    tones: { sent: "positive", waiting: "waiting", late: "warning", dead: "danger" },
  },
  order: {
    texts: "general.orderStates",
    tones: {
      created: "waiting",
      open: "waiting",
      fulfilled: "positive",
      expired: "neutral",
      failed: "danger",
      partially_refunded: "warning",
      refunded: "neutral",
      disputed: "danger",
      dispute_lost: "danger",
    },
  },
  paymentEvent: {
    texts: "payments-admin.outcomes",
    tones: {
      applied: "positive",
      ignored: "neutral",
      alert: "warning",
      mismatch: "danger",
      unknown_order: "warning",
      failed: "danger",
    },
  },
  post: {
    texts: "blog-admin.states",
    tones: { draft: "neutral", scheduled: "waiting", published: "positive" },
  },
  /** An order for its buyer. */
  purchase: {
    texts: "promotions.purchases.status",
    tones: {
      waiting: "waiting",
      processing: "waiting",
      expired: "neutral",
      failed: "danger",
      mismatched: "warning",
      disputed: "danger",
      dispute_lost: "neutral",
      refunded: "neutral",
      withdrawn: "neutral",
      scheduled: "positive",
      active: "promoted",
      hidden: "warning",
      ended: "neutral",
      revoked: "danger",
      deleted: "neutral",
    },
  },
  refund: {
    texts: "payments-admin.refundStates",
    tones: { pending: "waiting", sent: "positive", failed: "danger", transferred: "positive" },
  },
  request: {
    texts: "requests.states",
    tones: { pending: "waiting", open: "positive", rejected: "danger", closed: "neutral" },
  },
  review: { texts: "reviews.admin.states", tones: REVIEW_TONES },
  /** A review for its author. */
  ownReview: { texts: "reviews.own.states", tones: REVIEW_TONES },
  /** A review for its teacher. */
  receivedReview: {
    texts: "reviews.teacher.states",
    tones: { published: "positive", pending: "waiting", removed: "neutral" },
  },
  testimonial: {
    texts: "testimonials.states",
    tones: { pending: "waiting", published: "positive", rejected: "neutral" },
  },
  /** `ended` and `other_name`: an approved document whose badge has ended, or was checked for another name. */
  verification: {
    texts: "verifications.states",
    tones: {
      pending: "waiting",
      approved: "positive",
      rejected: "danger",
      withdrawn: "neutral",
      ended: "neutral",
      other_name: "neutral",
    },
  },
} as const satisfies Record<string, { texts: string; tones: Record<string, BadgeTone> }>;

type States = typeof STATES;

/** A state as a label. A published listing of a disabled owner is hidden, and says so. */
export function StateBadge<Kind extends keyof States>({
  kind,
  state,
  ownerDisabled = false,
}: {
  kind: Kind;
  state: keyof States[Kind]["tones"] & string;
  ownerDisabled?: boolean;
}) {
  const { t } = usePage();
  if (ownerDisabled && state === "published")
    return <Badge tone="danger">{t("general.accountDisabled")}</Badge>;
  const { texts, tones }: { texts: string; tones: Record<string, BadgeTone> } = STATES[kind];
  return <Badge tone={tones[state] ?? "neutral"}>{t(`${texts}.${state}`)}</Badge>;
}
