import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  postApiListingsByIdOrders: {
    summary: "Order a promotion",
    about:
      "For the listing’s owner. What it costs follows from the package alone; prices in the body count for nothing. The order is paid at `checkout_url`, Stripe’s page, within the hour. A listing has one open order: the same package again answers with that order and its page, another package takes its place.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The order that was open already, or one whose payment is on its way: then `checkout_url` is null.",
      201: "The new order.",
      404: "No such listing, or another user’s.",
      409: "The listing cannot be promoted now (`wrong_state`), all slots are taken (`cap_reached`, with `free_from`), another order was placed in between (`superseded`), or the same call is under way.",
      422: "Not a package that is on sale, or `immediate_start` is neither true nor false.",
      429: "More than 30 orders in an hour; `Retry-After` says when to come back.",
      503: "Stripe cannot be reached. The order is kept, and the same call goes on with it.",
    },
  },
  getApiOrders: {
    summary: "One’s orders",
    about: "Newest first, 20 to a page. Administrators get everybody’s.",
    parameters: {
      after: "The cursor `next` of the page before.",
    },
    answers: {
      200: "A page of orders.",
    },
  },
  getApiOrdersById: {
    summary: "An order",
    about: "For its buyer and for administrators, with its promotion and what was given back.",
    parameters: {
      id: "The order’s id.",
    },
    answers: {
      200: "The order.",
      404: "No such order, or another user’s.",
    },
  },
};
