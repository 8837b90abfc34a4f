import { PAYMENT_ALERTS, type PaymentOutcome } from "@/shared/codes";

/** Whether what became of an event is something that a person should look at. */
export const isAlert = (outcome: PaymentOutcome): boolean =>
  PAYMENT_ALERTS.some((alert) => alert === outcome);
