import { setTimeout as pause } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { Stubs } from "../context";
import { closeConnection } from "../http";
import { StripeError } from "./errors";

/** Injects the faults into API calls. `failed` renders an error as a response. */
export function outage(stubs: Stubs, failed: (error: StripeError) => Response): MiddlewareHandler {
  return async (c, next) => {
    switch (stubs.faults.nextOutage()) {
      case "refuse":
        return closeConnection();
      case "error":
        return failed(
          new StripeError(500, "api_error", "Sorry! There was an error while talking to Stripe."),
        );
      case "limit":
        return failed(
          new StripeError(429, "invalid_request_error", "Request rate limit exceeded.", {
            code: "rate_limit",
          }),
        );
      case "cut":
        await next();
        // Hono would copy headers of the old answer to the new one; a fresh answer has none.
        c.res = undefined;
        c.res = closeConnection();
        return;
      case "slow":
        await next();
        await pause(stubs.faults.current().api.slow_ms, undefined, { ref: false });
        return;
      default:
        await next();
    }
  };
}
