import * as z from "zod";
import { PAYMENT_OUTCOMES } from "@/shared/codes";

/** The API descriptions of the calls. */
export const WEBHOOK = {
  tag: "webhooks",
  anonymous: true,
  parameters: [
    {
      name: "Stripe-Signature",
      in: "header",
    },
  ],
  body: {
    schema: z.looseObject({
      id: z.string(),
      type: z.string(),
      created: z.number().int(),
      data: z.looseObject({ object: z.looseObject({}) }),
    }),
    // The content type that Stripe sends. Stripe signs the raw text, so another type is not refused.
    type: "application/json; charset=utf-8",
  },
  answers: {
    200: {
      schema: z.object({ received: z.literal(true), outcome: z.enum(PAYMENT_OUTCOMES) }),
    },
  },
  problems: ["malformed", "too_large"],
} as const;
