import type { Section } from "../row";

export const orders: Section = {
  number: "5.2",
  title: "Order",
  atLeast: 12,
  rows: [
    {
      holds: "created, with product, price and VAT as they were",
      by: {
        "worker/promotions/order.test.ts":
          "POST /tutoring/{id}/promote leads to the checkout of a new order with the server's price",
        "worker/pricing/price-change.test.ts":
          "a price changed while a checkout is open: the buyer pays what was shown",
      },
    },
    {
      holds: "created → open with its checkout session; an abandoned one is followed by a fresh order",
      by: { "worker/promotions/checkout.test.ts": "POST after an abandoned checkout makes a fresh order" },
    },
    {
      holds: "open → paid → fulfilled in one batch",
      by: {
        "worker/promotions/payment.test.ts":
          "with a paid session starts the promotion, writes the mails and indexes it",
      },
    },
    {
      holds: "open → expired",
      by: {
        "worker/promotions/payment.test.ts":
          "with an expired session ends the order; a payment that came after all counts",
      },
    },
    {
      holds: "open → failed",
      by: {
        "worker/promotions/payment.test.ts":
          "with a failed late payment fails the order, tells the buyer and frees the listing",
      },
    },
    {
      holds: "fulfilled → partially_refunded, refunded",
      by: {
        "worker/promotions/refunds.test.ts": "follows refunds: a part keeps the promotion, the whole ends it",
      },
    },
    {
      holds: "A failed refund is taken back",
      by: { "worker/promotions/refunds.test.ts": "restores what a failed refund had taken, once" },
    },
    {
      holds: "fulfilled → disputed suspends the promotion; won → fulfilled; lost → it ends",
      by: {
        "worker/promotions/disputes.test.ts": "suspends a disputed promotion; won, it goes on; lost, it ends",
      },
    },
    {
      holds: "Every move is of its row's cause, and no other",
      by: {
        "worker/promotions/moves.test.ts": [
          "moves the states of its row, and no other",
          "finds each state of an order, twice, and does what the table says",
        ],
      },
    },
    {
      holds: "One open order a listing",
      by: {
        "worker/promotions/checkout.test.ts": [
          "twenty POSTs at once make one order and lead all to one checkout",
          "POST for another package at the same moment leaves one open order",
        ],
      },
    },
    {
      holds: "The same package again is the same order, another one replaces it",
      by: {
        "worker/promotions/checkout.test.ts":
          "POST again with the same package leads to the same checkout; with another one it replaces the order",
      },
    },
    {
      holds: "Any order of news ends where it must",
      by: { "worker/promotions/any-order.test.ts": "the order ends where it must" },
    },
  ],
};
