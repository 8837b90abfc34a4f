import type { Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { isMachinePath } from "@/shared/paths";
import { problem } from "./answers";
import { notFound } from "./errors";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The answer for an unmatched path: 405 with `Allow` if other methods match (RFC 9110, 15.5.6), else "not found". */
export function unrouted(app: Hono<AppEnv>) {
  return (c: Context<AppEnv>): Response | Promise<Response> => {
    const { path } = c.var;
    const allowed = isMachinePath(path) ? METHODS.filter((method) => isRouted(app, method, path)) : [];
    if (allowed.length === 0) return notFound(c);
    c.header("allow", allowed.join(", ").replace("GET", "GET, HEAD"));
    return problem(c, { code: "not_allowed" });
  };
}

/** Whether a path has a handler besides the middleware of every request. */
const isRouted = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
