/** A service is temporarily unavailable: the same request may succeed later. */
export class Outage extends Error {
  /** Refusals name the service by `<service>_unavailable`. */
  constructor(
    readonly service: "images",
    cause: unknown,
  ) {
    super(`${service}_unavailable`, { cause });
  }
}

/** Seconds after which a retry may succeed. */
export const OUTAGE_RETRY_AFTER_S = 30;
