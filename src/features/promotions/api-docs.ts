import type { CallDocs } from "@/shared/call-docs";

/** The texts of this feature's API calls by operationId, for the OpenAPI document. The Worker does not load them. */
export const promotionsApiDocs: CallDocs = {
  postWebhooksStripe: {
    summary: "Receive a Stripe event",
    about:
      "Accepts events that Stripe signs, in any order and any number of times. Event types that are not handled are stored and ignored. Stripe sends an event again unless the answer is 200.",
    parameters: {
      "Stripe-Signature": "Stripe’s signature of exactly this body, at most five minutes old.",
    },
    responses: {
      200: "The event is stored and processed.",
      400: "The body is not signed by Stripe or is not an event (`invalid_signature`).",
    },
  },
  postApiListingsByIdOrders: {
    summary: "Order a promotion",
    about:
      "For the listing’s owner. The package alone determines the price; prices in the body are ignored. The order must be paid within an hour at `checkout_url`, Stripe’s page. A listing has one open order: ordering the same package again returns that order and its page, ordering another package replaces it.",
    parameters: {
      id: "The listing’s id.",
    },
    responses: {
      200: "The order that was already open, or one whose payment is being processed: then `checkout_url` is null.",
      201: "The new order.",
      404: "The listing does not exist or belongs to another user.",
      409: "The listing cannot be promoted now (`wrong_state`), all slots are taken (`cap_reached`, with `free_from`), another order was placed meanwhile (`superseded`), or the same call is in progress.",
      422: "The package is not on sale, or `immediate_start` is neither true nor false.",
      429: "More than 30 orders in an hour; `Retry-After` says when the next one is possible.",
      503: "Stripe is unavailable. The order is saved, and repeating the call continues it.",
    },
  },
  getApiOrders: {
    summary: "List your orders",
    about: "Newest first, 20 per page. Administrators get the orders of all users.",
    parameters: {
      after: "The cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of orders.",
    },
  },
  getApiOrdersById: {
    summary: "Get an order",
    about: "For its buyer and for administrators, with its promotion and refunds.",
    parameters: {
      id: "The order’s id.",
    },
    responses: {
      200: "The order.",
      404: "The order does not exist or belongs to another user.",
    },
  },
};
