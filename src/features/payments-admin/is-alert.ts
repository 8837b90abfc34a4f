import { PAYMENT_ALERTS, type PaymentOutcome } from "@/shared/codes";

/** Whether the outcome of an event needs an admin's attention. */
export const isAlert = (outcome: PaymentOutcome): boolean =>
  PAYMENT_ALERTS.some((alert) => alert === outcome);
