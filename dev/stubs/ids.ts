import { customAlphabet } from "nanoid";

// Stripe's prefixes and lengths: code that stores or matches ids meets the real thing.
const SHAPES = {
  session: ["cs_test_a1", 56],
  paymentIntent: ["pi_3", 23],
  charge: ["ch_3", 23],
  refund: ["re_3", 23],
  dispute: ["du_1", 23],
  transaction: ["txn_3", 23],
  event: ["evt_1", 23],
  request: ["req_", 14],
  mail: ["mail_", 16],
  push: ["push_", 22],
  secret: ["", 25],
} as const satisfies Record<string, readonly [prefix: string, length: number]>;

const random = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** A new random id of the given kind, such as `pi_3…` for a payment intent. */
export function newStripeId(kind: keyof typeof SHAPES): string {
  const [prefix, length] = SHAPES[kind];
  return prefix + random(length);
}
