import type { Context } from "hono";
import type { AppEnv } from "@/context";
import type { Log } from "@/platform/log";
import { ERROR_STATUS, type FieldError, type Refusal } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import type { FieldErrorJson } from "@/shared/schemas/json";
import { toSlug } from "@/shared/text";
import { type FormErrors, formatRefusal, toFormErrors } from "@/ui/form";

/** A refusal as `application/problem+json` (RFC 9457) with additional members. */
export function problem(c: Context<AppEnv>, refusal: Refusal, members: object = {}): Response {
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
    ...(refusal.fields ? { errors: toFieldErrorsJson(ctx.t, refusal.fields) } : {}),
    ...members,
  };
  return c.body(JSON.stringify(body), status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}

/** Field errors or warnings as JSON. */
export const toFieldErrorsJson = (t: Translator, errors: readonly FieldError[]): FieldErrorJson[] =>
  errors.map((error) => ({
    field: error.field,
    code: error.code,
    message: toFormErrors(t, [error])[error.field],
  }));

/** 303 to a page of this site in the request's locale, after a successful form. */
export const seeOther = (c: Context<AppEnv>, path: string): Response =>
  c.redirect(localizePath(c.var.ctx.locale, path), 303);

/** The status of a form's page: that of its refusal, if it was refused. */
export const toFormStatus = (refusal: Refusal | undefined) => (refusal ? ERROR_STATUS[refusal.code] : 200);

/** The text of a refusal; sets the Retry-After header. */
export function explainRefusal(c: Context<AppEnv>, refusal: Refusal): string {
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  return formatRefusal(c.var.ctx.t, refusal);
}

/**
 * A refusal for a form's page, with the Retry-After header: errors at the fields, or else a message; neither for a form
 * that was not refused. `fieldByReason` names the form's field for refusals without fields.
 */
export function explainFormRefusal(
  c: Context<AppEnv>,
  refusal: Refusal | undefined,
  fieldByReason: Readonly<Record<string, string | undefined>> = {},
): { errors: FormErrors; message: string | null } {
  if (!refusal) return { errors: {}, message: null };
  const text = explainRefusal(c, refusal);
  const field = refusal.reason === undefined ? undefined : fieldByReason[refusal.reason];
  if (field !== undefined) return { errors: { [field]: text }, message: null };
  const errors = toFormErrors(c.var.ctx.t, refusal.fields);
  return { errors, message: refusal.code === "invalid" ? null : text };
}

/**
 * Sets headers on a finished response. Hono's `c.header` copies an immutable response (assets, redirects) for each
 * header; this copies it at most once.
 */
export function setHeaders(c: Context<AppEnv>, headers: Record<string, string>): void {
  const entries = Object.entries(headers);
  try {
    for (const [name, value] of entries) c.res.headers.set(name, value);
  } catch {
    for (const [name, value] of entries) c.header(name, value);
  }
}

/** A private file to download. */
export const fileResponse = (
  c: Context<AppEnv>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  name: string,
  type: string,
): Response =>
  c.body(body, 200, {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "private, no-store",
  });

/** The name of a file, of the site's name and `parts`. */
export const toFileName = (c: Context<AppEnv>, ...parts: string[]): string =>
  [c.var.ctx.config.SITE_NAME, ...parts].map(toSlug).filter(Boolean).join("-");

/** A private CSV file, named after the site and `nameParts`. */
export const csvResponse = (
  c: Context<AppEnv>,
  csv: string | ReadableStream<Uint8Array>,
  ...nameParts: string[]
): Response => fileResponse(c, csv, `${toFileName(c, ...nameParts)}.csv`, "text/csv; charset=utf-8");

/**
 * Streams a text or a file whose parts are read as fast as the client reads. At most one part is in memory. The first
 * is read before the response starts, so a database failure gets an error status. A later failure is logged as
 * `errorEvent` and cuts the response off, so that a client can't take a part for the whole.
 */
export async function streamParts(
  parts: AsyncGenerator<string | Uint8Array>,
  log: Log,
  errorEvent: string,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let part = await parts.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (part.done) return controller.close();
        controller.enqueue(typeof part.value === "string" ? encoder.encode(part.value) : part.value);
        part = await parts.next().catch((error: unknown) => {
          log.error(errorEvent, error);
          throw error;
        });
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
