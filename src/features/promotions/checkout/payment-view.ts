import type { CheckedPayment } from "./check-payment";

/** The payment status that the buyer sees. */
export type PaymentView =
  | "paid"
  | "processing"
  | "waiting"
  | "expired"
  | "failed"
  | "mismatched"
  | "refunded"
  | "returned"
  | "disputed"
  | "checking";

export function getPaymentView({ order, certain }: CheckedPayment): PaymentView {
  switch (order.state) {
    case "fulfilled":
    case "partially_refunded":
      return "paid";
    case "created":
    case "open":
      if (!certain) return "checking";
      return order.processingTs === null ? "waiting" : "processing";
    case "failed":
      return order.mismatched ? "mismatched" : "failed";
    default:
      return order.state;
  }
}

/** Seconds until the page reloads automatically; null once the payment has an outcome. */
export const getRefreshSeconds = (view: PaymentView): number | null =>
  view === "checking" ? 10 : view === "processing" ? 30 : null;
