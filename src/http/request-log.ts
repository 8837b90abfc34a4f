import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { createLog } from "@/platform/log";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { setHeaders } from "./responses";

/** Gives each request an id and logs one line after the response: no query, body, e-mail or IP address. */
export const requestLog = createMiddleware<AppEnv>(async function requestLog(c, next) {
  const ray = c.req.header("cf-ray");
  const requestId = ray && /^[\w-]{1,40}$/.test(ray) ? ray : newId();
  c.set("requestId", requestId);
  const startTs = Date.now();
  await next();
  setHeaders(c, { "x-request-id": requestId });
  createLog({ request_id: requestId }).info("request", {
    method: c.req.method,
    path: redactPath(new URL(c.req.url).pathname),
    status: c.res.status,
    ms: Date.now() - startTs,
  });
});

/** The path ends in an e-mail address. */
const FORGOT_PASSWORD = paths.authForgotPassword("");
/** A path segment that contains "@", with any number of encodings. */
const ADDRESS = /[^/]*(?:@|%(?:25)*40)[^/]*/gi;

/** A request's path for logs, without segments that are or look like an e-mail address. */
export function redactPath(pathname: string): string {
  const start = pathname.toLowerCase().indexOf(FORGOT_PASSWORD);
  const path = start < 0 ? pathname : `${pathname.slice(0, start + FORGOT_PASSWORD.length)}…`;
  return path.replace(ADDRESS, "…");
}
