import { setTimeout as pause } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { OutageKind } from "./fault-injector";
import { closeConnection } from "./http";

/** Injects faults into the calls of an API. `failed` renders the answer of `error` and `limit`. */
export function outage(
  next: () => OutageKind,
  slowMs: () => number,
  failed: (kind: "error" | "limit") => Response,
): MiddlewareHandler {
  return async (c, proceed) => {
    const kind = next();
    if (kind === "refuse") return closeConnection();
    if (kind === "error" || kind === "limit") return failed(kind);
    await proceed();
    if (kind === "slow") await pause(slowMs(), undefined, { ref: false });
    if (kind !== "cut") return;
    // Hono would copy headers of the old answer to the new one; a fresh answer has none.
    c.res = undefined;
    c.res = closeConnection();
  };
}
