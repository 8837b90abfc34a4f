import { isDatabaseOutage } from "@/db/outage";
import { OUTAGE_RETRY_AFTER_S, Outage } from "@/platform/outage";
import type { Refusal } from "@/shared/errors";

/** The database is back within moments, as a rule. */
const DATABASE_RETRY_AFTER_S = 5;

/** What somebody is told whose request met a service that can't be had at the moment; null for any other failure. */
export function outageRefusal(error: unknown): Refusal | null {
  if (error instanceof Outage) {
    return { code: "unavailable", reason: `${error.service}_unavailable`, retryAfter: OUTAGE_RETRY_AFTER_S };
  }
  return isDatabaseOutage(error) ? { code: "unavailable", retryAfter: DATABASE_RETRY_AFTER_S } : null;
}
