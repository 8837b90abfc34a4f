import type { Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { isDatabaseOutage, isSchemaMissing } from "@/db/database-outage";
import { logOutage, OUTAGE_RETRY_AFTER_S, Outage } from "@/platform/outage";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { ErrorPage } from "@/ui/error-page";
import { toFormErrors } from "@/ui/form";
import { FooterLayout } from "@/ui/layouts";
import { DEFAULT_MAX_BODY_BYTES } from "./body-limit";
import { isFromOwnOrigin } from "./csrf";
import { renderPage } from "./render";
import { redactPath } from "./request-log";
import { readForm } from "./requests";
import { explainRefusal, problem } from "./responses";

/** The response for a refusal: problem+json for API calls, a page for browsers, only the status for crawlers. */
export function refusalResponse(c: Context<AppEnv>, refusal: Refusal): Response | Promise<Response> {
  const { path } = c.var;
  if (refusal.code === "not_found") return notFoundResponse(c);
  if (isMachinePath(path)) return problem(c, refusal);
  if (refusal.code === "unauthenticated" && ["GET", "HEAD"].includes(c.req.method)) {
    const next = path + new URL(c.req.url).search;
    return c.redirect(localizePath(c.var.ctx.locale, paths.signIn({ next })), 302);
  }
  return errorPage(c, ERROR_STATUS[refusal.code], explainWithFields(c, refusal));
}

/** The refusal's text with its field errors, because this page has no form to show them. */
function explainWithFields(c: Context<AppEnv>, refusal: Refusal): string {
  const text = explainRefusal(c, refusal);
  const fieldErrors = Object.values(toFormErrors(c.var.ctx.t, refusal.fields));
  return fieldErrors.length > 0 ? fieldErrors.join(" ") : text;
}

/** Unmatched routes and malformed ids: "Page Not Found" and the path. */
function notFoundResponse(c: Context<AppEnv>): Response | Promise<Response> {
  if (isMachinePath(c.var.path)) return problem(c, { code: "not_found" });
  return errorPage(c, 404, c.var.ctx.t("general.error.not_found", { path: decodePath(c) }));
}

/** Shown to developers only: a deployment migrates first, so visitors never see it. */
const MIGRATE =
  'The database is not migrated: run "bun dev/tool.ts wrangler d1 migrations apply DB --local" (in production "bun run deploy").';

/** The response for a thrown error: refusals and outages by their status, anything else is a 500. */
export function handleError(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  if (error instanceof Refused) return refusalResponse(c, error.refusal);
  // An error before the context exists (a missing setting) can't render a page.
  if (!c.var.ctx) {
    console.error(JSON.stringify({ level: "error", event: "start_failed", error: error.message }));
    return c.text("Internal Server Error", 500);
  }
  const fix = isSchemaMissing(error) ? MIGRATE : undefined;
  const fields = { path: redactPath(c.var.path), fix };
  if (error instanceof Outage) logOutage(c.var.ctx.log, error, fields);
  else c.var.ctx.log.error("request_failed", error, fields);
  const outage = outageRefusal(error);
  if (outage) return refusalResponse(c, outage);
  if (isMachinePath(c.var.path)) {
    const body = {
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      detail: fix,
      request_id: c.var.requestId,
    };
    return c.body(JSON.stringify(body), 500, { "content-type": "application/problem+json" });
  }
  return fix ? c.text(fix, 500) : errorPage(c, 500, c.var.ctx.t("general.error.internal"));
}

async function errorPage(c: Context<AppEnv>, status: number, message: string): Promise<Response> {
  const page = (
    <ErrorPage
      status={status}
      message={message}
      requestId={c.var.requestId}
      back={findBackLink(c, status)}
      typed={await listTypedTexts(c)}
    />
  );
  // After a server error, the header's own data may be the cause, so it is left out.
  const head = { title: message, noindex: true, ...(status < 500 ? {} : { layout: FooterLayout }) };
  return renderPage(c, head, page, status);
}

/** Fields that must not appear on a page. */
const SECRETS = /password|token|turnstile|app_check/i;
/**
 * What codes, ids, numbers, paths and queries consist of, chosen or hidden values. A typed text has a space, a capital
 * or another character, unless it is one lowercase word.
 */
const CODE = /^(?:[a-z\d_.:=&+/?-]|%[\dA-F]{2})*$/;

const isTyped = (name: string, value: string): boolean => !SECRETS.test(name) && !CODE.test(value.trim());

/**
 * The texts of the form that was refused, so that they can be copied. None of a form of another site, whose words
 * would look like this site's.
 */
async function listTypedTexts(c: Context<AppEnv>): Promise<string[]> {
  const site = c.req.header("sec-fetch-site");
  // Browsers send "Origin: null" from pages that hide their address.
  const isOwnForm = site ? site === "same-origin" : isFromOwnOrigin(c);
  // A form that no route has read yet may exceed the limit of its route.
  const length = Number(c.req.header("content-length") ?? Number.POSITIVE_INFINITY);
  const isReadable = c.req.raw.bodyUsed || length <= DEFAULT_MAX_BODY_BYTES;
  if (c.req.method !== "POST" || !isOwnForm || !isReadable) return [];
  const form = await readForm(c).catch(() => null);
  return Object.entries(form?.values() ?? {}).flatMap(([name, values]) =>
    values.filter((value) => isTyped(name, value)),
  );
}

/**
 * A link from the error page: to the form that was too large, or to the sign-in; null for none. Any address of a request
 * leads a signed-out visitor to the sign-in, whether the request exists or not.
 */
function findBackLink({ var: { ctx, path } }: Context<AppEnv>, status: number) {
  const isRequest = ctx.user === null && path.startsWith(paths.request(""));
  const next = isRequest ? path : path.startsWith(paths.profile()) ? paths.profile() : null;
  if (status === ERROR_STATUS.unauthenticated || (isRequest && status === ERROR_STATUS.not_found)) {
    return { href: paths.signIn({ next }), label: ctx.t("general.nav.signIn") };
  }
  return status === ERROR_STATUS.too_large && next
    ? { href: next, label: ctx.t("general.nav.account") }
    : null;
}

/** The path as the visitor typed it, decoded if possible. React escapes it. */
function decodePath(c: Context<AppEnv>): string {
  const { pathname } = new URL(c.req.url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Responds to an unmatched path: 405 with `Allow` if other methods match (RFC 9110, 15.5.6), else "not found". */
export function handleNotFound(app: Hono<AppEnv>) {
  return (c: Context<AppEnv>): Response | Promise<Response> => {
    const { path } = c.var;
    const allowed = isMachinePath(path) ? METHODS.filter((method) => isRouted(app, method, path)) : [];
    if (allowed.length === 0) return notFoundResponse(c);
    c.header("allow", allowed.join(", ").replace("GET", "GET, HEAD"));
    return problem(c, { code: "not_allowed" });
  };
}

/** Whether a path has a handler besides the middleware of every request. */
const isRouted = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router.match(method, path)[0].some(([[, route]]) => route.method === method);

/** Database outages usually end within seconds (s). */
const DATABASE_RETRY_AFTER_S = 5;

/** The refusal for a service that is temporarily unavailable; null for any other error. */
function outageRefusal(error: unknown): Refusal | null {
  if (error instanceof Outage) {
    return { code: "unavailable", reason: error.code, retryAfter: OUTAGE_RETRY_AFTER_S[error.code] };
  }
  return isDatabaseOutage(error) ? { code: "unavailable", retryAfter: DATABASE_RETRY_AFTER_S } : null;
}
