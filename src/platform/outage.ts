import type { Log, LogFields } from "./log";

/** Seconds after which a retry may succeed, for each outage. A reached limit ends with the month, or when it is raised. */
export const OUTAGE_RETRY_AFTER_S = {
  images_unavailable: 30,
  images_limit_reached: 3600,
} as const;
export type OutageCode = keyof typeof OUTAGE_RETRY_AFTER_S;

export const isOutageCode = (code: string): code is OutageCode => Object.hasOwn(OUTAGE_RETRY_AFTER_S, code);

/** A service is temporarily unavailable: the same request may succeed later. */
export class Outage extends Error {
  constructor(
    readonly code: OutageCode,
    cause: unknown,
  ) {
    super(code, { cause });
  }
}

/** A reached limit lasts until an operator raises it. */
export function logOutage(log: Log, error: Outage, fields?: LogFields): void {
  if (error.code === "images_limit_reached")
    log.alert("images_limit_reached", { ...fields, error: String(error.cause) });
  else log.error(error.code, error, fields);
}
