import { parseRefundFailure } from "@/features/promotions";
import type { Translator } from "@/shared/i18n/translator";

/** Why Stripe could not return a refund, from the detail of its event; any other detail unchanged. */
export function formatRefundFailure(t: Translator, detail: string): string {
  const key = `payments-admin.returned.reasons.${parseRefundFailure(detail)}`;
  return t.has(key) ? t(key) : detail;
}
