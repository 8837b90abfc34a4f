import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { keyedHash } from "@/auth/keyed-hash";
import type { AppEnv, Ctx } from "@/context";
import { isMachinePath } from "@/shared/paths";
import type { SharedServices } from "./app-context";
import { getRefreshCookies } from "./cookies";

const COOKIE = "d1_bookmark";
/** Replicas lag far less than this (s), so afterwards any replica will do. */
const COOKIE_MAX_AGE_S = 60;

/**
 * Selects the database copy for a request. Visitors without a session read from the nearest replica. Signed-in users
 * read from the primary, because a revoked right must apply immediately. A visitor who submitted a form without an
 * account gets a bookmark cookie for a minute, and replicas behind it are not used.
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export const selectReplica = (shared: SharedServices) =>
  createMiddleware<AppEnv>(async function selectReplica(c, next) {
    const ctx = c.get("ctx");
    if (getRefreshCookies(c).length > 0 || c.req.header("authorization")) return next();
    if (c.req.method === "GET" || c.req.method === "HEAD") {
      const bookmark = readBookmark(c, ctx);
      ctx.db = bookmark ? shared.bind(c.env).notBefore(bookmark) : shared.bind(c.env).nearest();
      return next();
    }
    await next();
    // A successful form redirects to a page that shows its result. Forms from other sites must not set cookies.
    if (c.req.header("sec-fetch-site") === "cross-site") return;
    if (c.res.status === 303 && !isMachinePath(c.get("path"))) await setBookmarkCookie(c, ctx);
  });

async function setBookmarkCookie(c: Context<AppEnv>, ctx: Ctx): Promise<void> {
  try {
    const primary = c.env.DB.withSession("first-primary");
    await primary.prepare("select 1").run();
    const bookmark = primary.getBookmark();
    if (!bookmark) return;
    const value = `${bookmark}.${sign(ctx, bookmark)}`;
    setCookie(c, COOKIE, value, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      maxAge: COOKIE_MAX_AGE_S,
    });
  } catch (error) {
    // Without a bookmark a page may be stale, but the form's action succeeded and replicas rarely lag.
    ctx.log.warn("bookmark_lost", { error: (error as Error).name });
  }
}

/** Signed, because the database fails on a forged bookmark. */
const sign = (ctx: Ctx, bookmark: string): string =>
  keyedHash(ctx, "bookmark", bookmark).toString("base64url").slice(0, 22);

function readBookmark(c: Context<AppEnv>, ctx: Ctx): string | null {
  const value = getCookie(c, COOKIE);
  if (value === undefined) return null;
  const end = value.lastIndexOf(".");
  const bookmark = value.slice(0, Math.max(0, end));
  if (bookmark !== "" && value.slice(end + 1) === sign(ctx, bookmark)) return bookmark;
  deleteCookie(c, COOKIE, { path: "/", httpOnly: true, secure: true, sameSite: "Lax" });
  return null;
}
