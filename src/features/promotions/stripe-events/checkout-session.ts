import type { Stripe } from "@/platform/payments";
import type { OrderTransition } from "../orders/order-transitions";
import type { OrderToSettle } from "../orders/queries";

/** The transition that a checkout session calls for; null while the buyer may still pay. */
export function getCheckoutTransition(
  session: Stripe.Checkout.Session,
  eventType?: string,
): Extract<OrderTransition, "paid" | "processing" | "payment_failed" | "checkout_expired"> | null {
  if (session.status === "expired") return "checkout_expired";
  if (session.payment_status !== "unpaid") return "paid";
  if (session.status !== "complete") return null;
  // Complete and unpaid: a method whose money comes later, or did not come. Only the event or the expanded payment
  // intent tells which. https://docs.stripe.com/payments/checkout/fulfill-orders#delayed-notification
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const failed =
    eventType === "checkout.session.async_payment_failed" ||
    intent?.status === "requires_payment_method" ||
    intent?.status === "canceled";
  return failed ? "payment_failed" : "processing";
}

export const getPaymentIntentId = ({ payment_intent }: Stripe.Checkout.Session): string | null =>
  typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? null);

/** The order that a session was made for. */
export const getSessionOrderId = (session: Stripe.Checkout.Session): string | null =>
  session.metadata?.order_id ?? session.client_reference_id;

/** How a session differs from its order, as text for an operator; "" if they match. */
export function describeMismatch(
  order: Pick<OrderToSettle, "amount" | "currency" | "checkoutSessionId">,
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
    .filter(([, is, expected]) => is !== expected)
    .map(([name, is, expected]) => `${name} is ${is}, expected ${expected}`)
    .join("; ");
}
