import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { createLog } from "@/platform/log";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { setHeaders } from "./responses";

/** One in this many ordinary reads is logged; its line stands for all of them. */
const SAMPLE = 20;
/** Slower requests are always logged (ms). */
const SLOW_MS = 1000;

/**
 * Gives each request an id and logs one line after the response: no query, body, e-mail or IP address. Successful reads
 * are sampled, because a line costs more CPU than the rest of the middleware; writes, redirects, errors and slow
 * requests always have a line.
 */
export const requestLog = createMiddleware<AppEnv>(async function requestLog(c, next) {
  const ray = c.req.header("cf-ray");
  const requestId = ray && /^[\w-]{1,40}$/.test(ray) ? ray : newId();
  c.set("requestId", requestId);
  const startTs = Date.now();
  await next();
  setHeaders(c, { "x-request-id": requestId });
  const { method, url } = c.req.raw;
  const { status } = c.res;
  const ms = Date.now() - startTs;
  // Some links in mails and one call write although they are reads.
  const isRead = (method === "GET" || method === "HEAD") && !c.get("ctx")?.hasCommitted;
  const isSampled = isRead && (status < 300 || status === 304) && ms <= SLOW_MS;
  if (isSampled && Math.random() * SAMPLE >= 1) return;
  createLog({ request_id: requestId }).info("request", {
    method,
    path: redactPath(new URL(url).pathname),
    status,
    ms,
    // The number of requests that the line stands for.
    ...(isSampled ? { sample: SAMPLE } : {}),
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
