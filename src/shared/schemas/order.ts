import "./jitless";
import * as z from "zod/mini";
import { ORDER_STATES, PROMOTION_STATES, REFUND_KINDS, REFUND_REASONS, REFUND_STATES } from "@/shared/codes";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { dayField, emailField } from "./accounts";
import { billingSchema } from "./billing";
import { contentSchema, momentSchema, problemSchema, timestampSchema } from "./json";
import { baniSchema } from "./number-schemas";

/** What a visitor says to get the link to withdraw from an order. */
export const withdrawalLinkSchema = z.object({
  order: z.string().check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(100)),
  email: emailField,
});

/** Payment states; `processing` while a bank has yet to confirm. */
export const ORDER_PAYMENTS = ["unpaid", "processing", "paid"] as const;

/** Bani. */
const amount = z.int().check(z.nonnegative());

/** An ordered promotion as JSON for its buyer and for admins. */
export const orderJsonSchema = z
  .object({
    _id: z.string(),
    /** Null once the listing was erased with its owner. */
    listing_id: z.nullable(z.string()),
    package: z.string(),
    state: z.enum(ORDER_STATES),
    payment: z.enum(ORDER_PAYMENTS),
    amount,
    vat_amount: amount,
    currency: z.string(),
    created_ts: timestampSchema,
    paid_ts: z.nullable(timestampSchema),
    refunded_amount: amount,
    checkout_session_id: z.nullable(z.string()),
    promotion: z.nullable(
      z.object({
        _id: z.string(),
        starts_at: z.iso.datetime(),
        ends_at: z.iso.datetime(),
        state: z.enum(PROMOTION_STATES),
      }),
    ),
    /** Oldest first. */
    refunds: z.array(
      z.object({
        _id: z.string(),
        kind: z.enum(REFUND_KINDS),
        amount,
        state: z.enum(REFUND_STATES),
        reason: z.string(),
        created_ts: timestampSchema,
      }),
    ),
  })
  .register(z.globalRegistry, { id: "Order" });

/** An order with Stripe's checkout page; null if nothing is to be paid. */
export const createdOrderResponseSchema = z.extend(contentSchema(orderJsonSchema), {
  checkout_url: z.nullable(z.string()),
});

export const orderListResponseSchema = z.object({
  content: z.array(orderJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});

/** A refused order; with `cap_reached` it says when a slot will be free. */
export const orderConflictSchema = z
  .extend(problemSchema, { free_from: z.optional(z.iso.datetime()) })
  .register(z.globalRegistry, { id: "OrderConflict" });

export type OrderJson = z.output<typeof orderJsonSchema>;

/** A buyer's order, without a price. */
export const promotionOrderSchema = z.object({
  /** A package's code; the server checks whether it is on sale. */
  package: z.string().check(z.minLength(1), z.maxLength(20)),
  /** Whether the promotion begins before the 14-day withdrawal period ends. */
  immediate_start: z.boolean(),
  /** Who is invoiced; without it, the stored billing details. An open order keeps its own. */
  billing: z.nullish(billingSchema),
});
export type PromotionOrder = z.output<typeof promotionOrderSchema>;

/** An admin's reason for a decision about an order; the buyer reads it. */
const reason = z.string().check(z.overwrite(normaliseLines), z.minLength(3), z.maxLength(500));

/**
 * The refunded amount in bani, null for all that is left; why; and a text for the buyer, which the reason `other`
 * requires.
 */
export const refundSchema = z
  .object({
    amount: z._default(z.nullable(baniSchema.check(z.gte(1))), null),
    reason_code: z._default(z.enum(REFUND_REASONS), "other"),
    reason: z.string().check(z.overwrite(normaliseLines), z.maxLength(500)),
  })
  .check(
    z.refine(({ reason_code, reason }) => reason_code !== "other" || (reason?.length ?? 0) >= 3, {
      path: ["reason"],
      error: "required",
      // Runs even if the amount is wrong, so that both errors come at once.
      when: () => true,
    }),
  );

/** Characters. */
export const TRANSFER_REFERENCE_LENGTH = 100;

/** A bank transfer of a returned refund: the refund's id, the day, and the bank's reference of the payment. */
export const transferSchema = z.object({
  refund: z.string(),
  transferred_on: dayField,
  reference: z
    .string()
    .check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(TRANSFER_REFERENCE_LENGTH)),
});

export const revokeSchema = z.object({ reason });

/** Days that an admin adds to a promotion after an outage. */
export const creditSchema = z.object({ days: z.int().check(z.gte(1), z.lte(60)), reason });

/** Days that an admin adds to all promotions that ran between two moments, or would add (`preview`). */
export const outageCreditSchema = z
  .extend(creditSchema, { from: momentSchema, to: momentSchema, preview: z._default(z.boolean(), false) })
  // True for a moment that is not valid and stays text: it has its own error.
  .check(z.refine(({ from, to }) => !(from > to), { path: ["to"], error: "end_before_start" }));
export const outageCreditResponseSchema = z.object({ count: amount });
export type OutageCredit = z.output<typeof outageCreditSchema>;
