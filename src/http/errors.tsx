import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { isSchemaMissing } from "@/db/outage";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { ErrorPage } from "@/ui/error-page";
import { toFormErrors } from "@/ui/form";
import { FooterLayout } from "@/ui/layouts";
import { problem } from "./answers";
import { loggedPath } from "./logged-path";
import { outageRefusal } from "./outages";
import { renderPage } from "./render";
import { tellRefusal } from "./tell-refusal";

/** The response for a refusal: problem+json for API calls, a page for browsers, only the status for crawlers. */
export function refusalAnswer(c: Context<AppEnv>, refusal: Refusal): Response | Promise<Response> {
  const { path } = c.var;
  if (refusal.code === "not_found") return notFound(c);
  if (isMachinePath(path)) return problem(c, refusal);
  if (refusal.code === "unauthenticated" && ["GET", "HEAD"].includes(c.req.method)) {
    const next = path + new URL(c.req.url).search;
    return c.redirect(localizePath(c.var.ctx.locale, paths.signIn({ next })), 302);
  }
  return errorPage(c, ERROR_STATUS[refusal.code], inWords(c, refusal));
}

/** The refusal's text with its field errors, because this page has no form to show them. */
function inWords(c: Context<AppEnv>, refusal: Refusal): string {
  const words = tellRefusal(c, refusal);
  const wrong = Object.values(toFormErrors(c.var.ctx.t, refusal.fields));
  return wrong.length > 0 ? wrong.join(" ") : words;
}

/** Unmatched routes and malformed ids: "Page Not Found" and the path. */
export function notFound(c: Context<AppEnv>): Response | Promise<Response> {
  if (isMachinePath(c.var.path)) return problem(c, { code: "not_found" });
  return errorPage(c, 404, c.var.ctx.t("general.error.not_found", { path: shownPath(c) }));
}

/** For developers and operators: a deployment migrates first, so visitors never see it. */
const MIGRATE =
  'The database is not migrated: run "bun dev/tool.ts wrangler d1 migrations apply DB --local" (in production "bun run deploy").';

export function failure(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  if (error instanceof Refused) return refusalAnswer(c, error.refusal);
  // A failure before the context exists (a missing setting) can't render a page.
  if (!c.var.ctx) {
    console.error(JSON.stringify({ level: "error", event: "start_failed", error: error.message }));
    return c.text("Internal Server Error", 500);
  }
  const cure = isSchemaMissing(error) ? MIGRATE : undefined;
  c.var.ctx.log.error("request_failed", error, { path: loggedPath(c.var.path), cure });
  const outage = outageRefusal(error);
  if (outage) return refusalAnswer(c, outage);
  if (isMachinePath(c.var.path)) {
    const body = {
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      detail: cure,
      request_id: c.var.requestId,
    };
    return c.body(JSON.stringify(body), 500, { "content-type": "application/problem+json" });
  }
  return cure ? c.text(cure, 500) : errorPage(c, 500, c.var.ctx.t("general.error.internal"));
}

function errorPage(c: Context<AppEnv>, status: number, message: string): Response | Promise<Response> {
  const page = (
    <ErrorPage status={status} message={message} requestId={c.var.requestId} back={wayFrom(c, status)} />
  );
  // After a server error, the header's own data may be the cause, so it is left out.
  const head = { title: message, noindex: true, ...(status < 500 ? {} : { layout: FooterLayout }) };
  return renderPage(c, head, page, status);
}

/** A link from the error page: to the form that was too large, or to the sign-in; null for none. */
function wayFrom({ var: { ctx, path } }: Context<AppEnv>, status: number) {
  const next = path.startsWith(paths.profile()) ? paths.profile() : null;
  if (status === ERROR_STATUS.unauthenticated) {
    return { href: paths.signIn({ next }), label: ctx.t("general.nav.signIn") };
  }
  return status === ERROR_STATUS.too_large && next
    ? { href: next, label: ctx.t("general.nav.account") }
    : null;
}

/** The path as the visitor typed it, decoded if possible. React escapes it. */
function shownPath(c: Context<AppEnv>): string {
  const { pathname } = new URL(c.req.url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
