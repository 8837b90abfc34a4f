import * as z from "zod";
import { PAYMENT_OUTCOMES } from "@/shared/codes";

/** How this room's call reads in the OpenAPI document. */
export const WEBHOOK = {
  tag: "webhooks",
  summary: "Hear from Stripe about a payment",
  about:
    "Takes the events that Stripe signs, in any order and any number of times. A kind of event that means nothing here " +
    "is kept and ignored. Whatever is not answered with 200, Stripe sends again.",
  anybody: true,
  parameters: [
    {
      name: "Stripe-Signature",
      in: "header",
      about: "Stripe's signature of exactly this body, at most five minutes old.",
    },
  ],
  body: {
    schema: z.looseObject({
      id: z.string(),
      type: z.string(),
      created: z.number().int(),
      data: z.looseObject({ object: z.looseObject({}) }),
    }),
    // As Stripe sends it. What was signed is the text, so it is not refused for its name.
    type: "application/json; charset=utf-8",
  },
  answers: {
    200: {
      about: "The event is kept, and what it calls for is done",
      schema: z.object({ received: z.literal(true), outcome: z.enum(PAYMENT_OUTCOMES) }),
    },
  },
  problems: ["malformed", "too_large"],
} as const;
