import { isDatabaseOutage } from "@/db/outage";
import { OUTAGE_RETRY_AFTER_S, Outage } from "@/platform/outage";
import type { Refusal } from "@/shared/errors";

/** Database outages usually end within seconds (s). */
const DATABASE_RETRY_AFTER_S = 5;

/** The refusal for a service that is temporarily unavailable; null for any other error. */
export function outageRefusal(error: unknown): Refusal | null {
  if (error instanceof Outage) {
    return { code: "unavailable", reason: `${error.service}_unavailable`, retryAfter: OUTAGE_RETRY_AFTER_S };
  }
  return isDatabaseOutage(error) ? { code: "unavailable", retryAfter: DATABASE_RETRY_AFTER_S } : null;
}
