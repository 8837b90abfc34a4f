import type { Translator } from "@/shared/i18n/translator";

/** The problem of a payment event: why Stripe could not return a refund, or its detail. */
export function formatRefundFailure(
  t: Translator,
  { failure, detail }: { failure: string | null; detail: string },
): string {
  const key = `payments-admin.returned.reasons.${failure}`;
  return t.has(key) ? t(key) : detail;
}
