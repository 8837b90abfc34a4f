import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { ERROR_STATUS, type FieldError, type Refusal } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import type { FieldErrorJson } from "@/shared/schemas/problem";
import { formatRefusal, toFormErrors } from "@/ui/form";

/** A refusal as `application/problem+json` (RFC 9457); `more` adds members. */
export function problem(c: Context<AppEnv>, refusal: Refusal, more: object = {}): Response {
  const { ctx, requestId } = c.var;
  const status = ERROR_STATUS[refusal.code];
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  if (refusal.code === "unauthenticated") c.header("www-authenticate", 'Bearer realm="catedra"');
  const reason = refusal.reason ?? refusal.code;
  const body = {
    type: `urn:catedra:${reason}`,
    title: reason,
    status,
    detail: formatRefusal(ctx.t, refusal),
    request_id: requestId,
    ...(refusal.fields ? { errors: fieldErrorsJson(ctx.t, refusal.fields) } : {}),
    ...more,
  };
  return c.body(JSON.stringify(body), status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}

/** Field errors or warnings as JSON. */
export const fieldErrorsJson = (t: Translator, errors: readonly FieldError[]): FieldErrorJson[] =>
  errors.map((error) => ({
    field: error.field,
    code: error.code,
    message: toFormErrors(t, [error])[error.field],
  }));

/** 303 to a page of this site in the request's locale, after a successful form. */
export const seeOther = (c: Context<AppEnv>, path: string): Response =>
  c.redirect(localizePath(c.var.ctx.locale, path), 303);
