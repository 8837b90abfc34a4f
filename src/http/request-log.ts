import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { createLog } from "@/platform/log";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { splitUrl } from "./request-url";
import { setHeaders } from "./responses";

/** One in this many ordinary reads is logged; its line stands for all of them. */
const SAMPLE = 20;
/** Slower requests are always logged (ms). */
const SLOW_MS = 1000;

/**
 * Gives each request an id and logs one line after the response: no query, body, e-mail or IP address. Reads without
 * errors are sampled, because a line costs more CPU than the rest of the middleware; writes, errors and slow requests
 * always have a line.
 */
export const requestLog = createMiddleware<AppEnv>(async function requestLog(c, next) {
  const requestId = getRequestId(c.req.raw);
  c.set("requestId", requestId);
  const startTs = Date.now();
  await next();
  setHeaders(c, { "x-request-id": requestId });
  // Some links in mails and one call write although they are reads.
  logRequest(c.req.raw, {
    requestId,
    status: c.res.status,
    ms: Date.now() - startTs,
    hasCommitted: c.get("ctx")?.hasCommitted,
  });
});

/** Cloudflare's id of the request; elsewhere, a new id. */
export function getRequestId({ headers }: Request): string {
  const ray = headers.get("cf-ray");
  return ray && /^[\w-]{1,40}$/.test(ray) ? ray : newId();
}

type LoggedResponse = { requestId: string; status: number; ms: number; hasCommitted?: boolean };

/** Logs a response, or leaves it out of the sample. */
export function logRequest(
  { method, url }: Request,
  { requestId, status, ms, hasCommitted = false }: LoggedResponse,
): void {
  const isRead = (method === "GET" || method === "HEAD") && !hasCommitted;
  const isSampled = isRead && status < 400 && ms <= SLOW_MS;
  if (isSampled && Math.random() * SAMPLE >= 1) return;
  createLog({ request_id: requestId }).info("request", {
    method,
    path: redactPath(splitUrl(url).pathname),
    status,
    ms,
    // The number of requests that the line stands for.
    ...(isSampled ? { sample: SAMPLE } : {}),
  });
}

/** The path ends in an e-mail address. */
const FORGOT_PASSWORD = paths.authForgotPassword("");
/** A path segment that contains "@", with any number of encodings. */
const ADDRESS = /[^/]*(?:@|%(?:25)*40)[^/]*/gi;
/** The id of a learner's request, which nobody else is to know of, in paths of pages, calls and admins. */
const LEARNER_REQUEST = new RegExp(`(?<=${paths.requests()}/)(?!create$)[^/]+`, "i");

/** A path for logs, without segments that are or look like an e-mail address, and without ids of learners' requests. */
export function redactPath(pathname: string): string {
  const start = pathname.toLowerCase().indexOf(FORGOT_PASSWORD);
  const path = start < 0 ? pathname : `${pathname.slice(0, start + FORGOT_PASSWORD.length)}…`;
  return path.replace(ADDRESS, "…").replace(LEARNER_REQUEST, "…");
}
