import type { Context } from "hono";
import { deleteCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import type { Config } from "@/env";
import { sharedDomain } from "@/shared/shared-domain";

const HTTP_ONLY = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;

/**
 * If the API has its own host, a cookie that the API sets, reads or deletes gets the domain of both hosts. Null if there
 * is only one host.
 */
function getSharedCookieDomain({ API_BASE, SITE_URL }: Config): string | null {
  if (API_BASE === "" || new URL(API_BASE).hostname === new URL(SITE_URL).hostname) return null;
  return sharedDomain(SITE_URL, API_BASE);
}

/** The attributes of a cookie for pages and the API. */
export function toSharedAttributes(c: Context<AppEnv>) {
  const domain = getSharedCookieDomain(c.var.ctx.config);
  return { ...HTTP_ONLY, ...(domain === null ? {} : { domain }) };
}

/** Deletes a cookie for pages and the API, and the host's own one from before API_BASE was set. */
export function deleteSharedCookie(c: Context<AppEnv>, name: string): void {
  const domain = getSharedCookieDomain(c.var.ctx.config);
  if (domain !== null) deleteCookie(c, name, { ...HTTP_ONLY, domain });
  deleteCookie(c, name, HTTP_ONLY);
}
