import type { Stripe } from "@/platform/stripe";
import type { OrderTransition } from "../orders/order-transitions";
import type { OrderForTransition } from "../orders/queries";

/** The transition for the state of a checkout session; null while the buyer may still pay. */
export function getCheckoutTransition(
  session: Stripe.Checkout.Session,
  eventType?: string,
): Extract<OrderTransition, "paid" | "processing" | "payment_failed" | "checkout_expired"> | null {
  if (session.status === "expired") return "checkout_expired";
  if (session.payment_status !== "unpaid") return "paid";
  if (session.status !== "complete") return null;
  // Complete and unpaid: a payment method that takes days, or that failed. The event type or the expanded payment
  // intent says which. https://docs.stripe.com/payments/checkout/fulfill-orders#delayed-notification
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const failed =
    eventType === "checkout.session.async_payment_failed" ||
    intent?.status === "requires_payment_method" ||
    intent?.status === "canceled";
  return failed ? "payment_failed" : "processing";
}

/** The id of the payment intent that a Stripe object names or contains. */
export const getPaymentIntentId = ({
  payment_intent,
}: {
  payment_intent: string | Stripe.PaymentIntent | null;
}): string | null => (typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? null));

/** The id of the order that a session was created for. */
export const getSessionOrderId = (session: Stripe.Checkout.Session): string | null =>
  session.metadata?.order_id ?? session.client_reference_id;

/** How a session differs from its order, as text for an operator; "" if they match. */
export function describeSessionMismatch(
  order: Pick<OrderForTransition, "amount" | "currency" | "checkoutSessionId">,
  session: Stripe.Checkout.Session,
  livemode: boolean,
): string {
  const pairs: [string, unknown, unknown][] = [
    ["mode", session.mode, "payment"],
    ["livemode", session.livemode, livemode],
    ["currency", session.currency?.toUpperCase(), order.currency],
    ["amount_total", session.amount_total, order.amount],
    ["id", session.id, order.checkoutSessionId ?? session.id],
  ];
  return pairs
    .filter(([, actual, expected]) => actual !== expected)
    .map(([name, actual, expected]) => `${name} is ${actual}, expected ${expected}`)
    .join("; ");
}
