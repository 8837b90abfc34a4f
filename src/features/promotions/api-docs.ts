import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  postWebhooksStripe: {
    summary: "Hear from Stripe about a payment",
    about:
      "Takes the events that Stripe signs, in any order and any number of times. A kind of event that means nothing here is kept and ignored. Whatever is not answered with 200, Stripe sends again.",
    parameters: {
      "Stripe-Signature": "Stripe’s signature of exactly this body, at most five minutes old.",
    },
    answers: {
      200: "The event is kept, and what it calls for is done.",
      400: "Not signed by Stripe, or no event (`invalid_signature`).",
    },
  },
};
