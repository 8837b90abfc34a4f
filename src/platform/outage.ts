/** A service of ours does not answer as it should, and may soon again: the same request is worth another try. */
export class Outage extends Error {
  /** Refusals name the service by `<service>_unavailable`. */
  constructor(
    readonly service: "images",
    cause: unknown,
  ) {
    super(`${service}_unavailable`, { cause });
  }
}

/** Seconds after which another try may succeed. */
export const OUTAGE_RETRY_AFTER_S = 30;
