import type { Section } from "../row";

export const promotions: Section = {
  number: "5.3",
  title: "Promotion",
  atLeast: 8,
  rows: [
    {
      holds: "Active from start to end while the listing is visible, by the clock alone",
      by: {
        "worker/search/promoted.test.ts":
          "ends by the clock, begins by the clock, and leaves out what was paused or revoked",
      },
    },
    {
      holds: "Bought again it begins at the present end",
      by: {
        "worker/promotions/payment.test.ts": "adds up the days of orders that are paid at the same moment",
        "worker/promotions/order.test.ts": "GET /tutoring/{id}/promote says when days add up",
      },
    },
    {
      holds: "A listing lives as long as its promotion",
      by: { "worker/promotions/payment.test.ts": "lets the listing live as long as its promotion" },
    },
    {
      holds: "Paid for a listing that can't be promoted: refunded, owner told",
      by: {
        "worker/promotions/payment.test.ts":
          "refunds what was paid for a listing that is %s by now, and tells the buyer",
      },
    },
    {
      holds: "Days for an outage are an admin's, with a reason",
      by: {
        "worker/promotions/decide-promotion.test.ts": [
          "an admin gives days for an outage: the promotion ends later, and what is queued moves on",
          "days are given by admins alone, 1 to 60 with a reason, and to no promotion that was ended",
        ],
      },
    },
    {
      holds: "Revoking is an admin's, with a reason",
      by: {
        "worker/promotions/decide-promotion.test.ts":
          "an admin ends a promotion for good, with a reason that the buyer reads; no money moves",
      },
    },
    {
      holds: "No day that was paid for is lost",
      by: {
        "worker/promotions/dispute-days.test.ts": "gives a promotion the days back that a dispute took",
        "worker/promotions/line.test.ts":
          "a line that moves up keeps its order and lengths, comes no later, and has no hole that nobody wants",
      },
    },
    {
      holds: "Without the wish for an immediate start it begins after 14 days",
      by: {
        "worker/promotions/payment.test.ts": "begins after the 14 days when no immediate start was asked for",
      },
    },
  ],
};
