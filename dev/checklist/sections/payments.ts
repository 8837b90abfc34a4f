import type { Section } from "../row";

export const payments: Section = {
  number: "7",
  title: "Payments",
  atLeast: 30,
  rows: [
    {
      holds: "Packages are a settings document; prices, days and the shipped five",
      by: {
        "worker/pricing/packages.test.ts": [
          "shows packages, caps and VAT as shipped, and that nobody said who sells",
          "saves price, days, caps and what is sold as the next version, with history and audit",
        ],
        "worker/promotions/order.test.ts":
          "GET /tutoring/{id}/promote shows the settings document's packages; a malformed document is ignored",
      },
    },
    {
      holds: "VAT is included, its rate dated",
      by: {
        "worker/pricing/price-change.test.ts":
          "a rate of VAT holds from the first minute of its day in Bucharest",
      },
    },
    {
      holds: "An unknown package: 422",
      by: {
        "worker/promotions/order.test.ts":
          "POST with an unknown, missing or switched-off package answers 422 and keeps the choice",
      },
    },
    {
      holds: "Amounts come from the server alone",
      by: {
        "worker/purchases/api.test.ts":
          "sells at the server's price and ignores every other word about the order",
      },
    },
    {
      holds: "The order first, then the session under its key, then 303 to Stripe",
      by: {
        "worker/promotions/order.test.ts":
          "POST /tutoring/{id}/promote leads to the checkout of a new order with the server's price",
      },
    },
    {
      holds: "A crash between the steps blocks nothing and charges nobody twice",
      by: {
        "worker/promotions/checkout.test.ts": [
          "POST after a crash between session and order leads to the session that Stripe made",
          "POST after a payment that the webhook has not told of leads to the payment, not to a second one",
        ],
      },
    },
    {
      holds: "Stripe away: 503, the order goes on with the same key",
      by: {
        "worker/promotions/checkout.test.ts":
          "POST while Stripe is unreachable answers 503; the next one goes on with the same order and key",
      },
    },
    {
      holds: "Webhook: raw body, a signature of the last 300 s, else 400 and no row",
      by: {
        "worker/promotions/webhook.test.ts":
          "answers 400 to anything that Stripe did not sign just now, and writes no row",
      },
    },
    {
      holds: "Webhook: event, order and promotion in one batch",
      by: {
        "worker/promotions/payment.test.ts":
          "with a paid session starts the promotion, writes the mails and indexes it",
      },
    },
    {
      holds: "Copies, two events of one session and the return page come to one promotion",
      by: {
        "worker/promotions/payment.test.ts": [
          "takes the same event twenty times at once and makes one promotion",
          "takes two events of one session at once and makes one promotion",
        ],
        "worker/promotions/payment-complete.test.ts":
          "at the same moment as webhook and copies makes one promotion",
      },
    },
    {
      holds: "Any order, any number of times",
      by: {
        "worker/promotions/any-order.test.ts":
          "whatever the order and number of the news of a payment, one promotion comes of it",
      },
    },
    {
      holds: "Another amount, currency or mode: kept, an alert, nothing promoted",
      by: {
        "worker/promotions/webhook.test.ts": [
          "with another %s than was ordered keeps the event and promotes nothing",
          "refuses an event of the live mode and one for an unknown order",
        ],
      },
    },
    {
      holds: "The alert shows in follow-up",
      by: {
        "worker/follow-up/queues.test.ts": "payments: events that came to no good and that nobody looked at",
      },
    },
    {
      holds: "Unknown types: 200",
      by: { "worker/promotions/webhook.test.ts": "answers 200 to a type it has no use for, and keeps it" },
    },
    {
      holds: "Our failure: 500, and Stripe's next try settles it",
      by: {
        "worker/promotions/webhook.test.ts":
          "answers 500 when an event can't be settled, keeps it with the error, and settles it when sent again",
      },
    },
    {
      holds: "checkout.session.completed, paid and unpaid",
      by: {
        "worker/promotions/payment.test.ts":
          "keeps an order open while its payment is on its way, then fulfils it",
      },
    },
    {
      holds: "async_payment_succeeded and failed",
      by: {
        "worker/promotions/payment.test.ts":
          "with a failed late payment fails the order, tells the buyer and frees the listing",
      },
    },
    {
      holds: "checkout.session.expired",
      by: {
        "worker/promotions/payment.test.ts":
          "with an expired session ends the order; a payment that came after all counts",
      },
    },
    {
      holds: "charge.refunded, refund.failed",
      by: {
        "worker/promotions/refunds.test.ts": [
          "follows refunds: a part keeps the promotion, the whole ends it",
          "restores what a failed refund had taken, once",
        ],
      },
    },
    {
      holds: "charge.dispute.created and closed",
      by: {
        "worker/promotions/disputes.test.ts": "suspends a disputed promotion; won, it goes on; lost, it ends",
      },
    },
    {
      holds: "A refund before the payment ends refunded, never promoted",
      by: {
        "worker/promotions/refunds.test.ts":
          "with a refund before the payment ends refunded and promotes nothing",
      },
    },
    {
      holds: "A job asks about orders that are open after their time",
      by: {
        "worker/promotions/reconcile.test.ts":
          "the job reconcile-orders settles or expires what is still open after its time",
      },
    },
    {
      holds: "A job asks for recent events",
      by: {
        "worker/promotions/reconcile.test.ts":
          "the job reconcile-events takes in the events that never arrived, and those that did only once",
      },
    },
    {
      holds: "Books agree with Stripe's after any storm",
      by: { "unit/bench/storm.test.ts": "a small storm leaves the site's books as the desk's, to the ban" },
    },
    {
      holds: "Promoted block: first page, at most 3 of 20, not repeated below, matching all filters",
      by: {
        "worker/search/promoted.test.ts": [
          "stands labelled on the first page of every result that the listing matches, and not again below",
          "stands on the first page alone, and pages go on below it without a gap",
        ],
      },
    },
    {
      holds: "Drawn fairly by the hour",
      by: {
        "worker/search/promoted.test.ts":
          "shows three of eight, others every hour and the same within it, each in nine hours of a day",
        "worker/search/fairness.test.ts": "the promoted places over 24 hours",
      },
    },
    {
      holds: "Labelled, with a link to how ranking works",
      by: {
        "worker/search/promoted.test.ts": [
          "stands labelled on the first page of every result that the listing matches",
          "GET /ranking explains the order in both languages",
        ],
      },
    },
    {
      holds: "12 for a subject and county, 24 in București and online; full says from when",
      by: {
        "worker/promotions/seats.test.ts": [
          "twelve in a county: the thirteenth reads when the first of them ends, to the minute",
          "24 in București, and 24 online wherever their teachers live, each counted apart",
        ],
      },
    },
    {
      holds: "A stand-in speaks Stripe's API with a hosted page",
      by: {
        "unit/desk/stripe-sessions.test.ts": "POST /v1/checkout/sessions",
        "unit/desk/payment-page.test.ts": "pay: goes to success_url with the session's id, complete and paid",
      },
    },
    {
      holds: "Its webhooks are signed, repeatable, in any order",
      by: {
        "unit/desk/webhooks.test.ts": [
          "events arrive signed, in Stripe's shape",
          "an event can be sent again, many times and all at once",
          "events can be held back and released in either order",
        ],
      },
    },
  ],
};
