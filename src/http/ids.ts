import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";

/** The route's id. @throws Refused `not_found` for a malformed id. */
export function idParam(c: Context<AppEnv>, name = "id"): string {
  const id = c.req.param(name);
  if (!id || !ID_PATTERN.test(id)) throw new Refused({ code: "not_found", reason: "route_validation" });
  return id;
}
