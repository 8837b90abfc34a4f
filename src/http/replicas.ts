import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { keyedHash } from "@/auth/keyed-hash";
import type { AppEnv, Ctx } from "@/context";
import { connect } from "@/db/client";
import { isMachinePath } from "@/shared/paths";
import { refreshCookies } from "./cookies";
import type { Shared } from "./services";

const COOKIE = "d1_bookmark";
/** Replicas lag far less than this (s), so that any of them will do afterwards. */
const COOKIE_MAX_AGE_S = 60;

/**
 * Which copy of the database answers. Visitors of whom nothing is known read from the nearest one. Whoever is signed in
 * reads from the primary, as every write does, since a right that was taken counts at once. Whoever did something
 * without an account carries a bookmark of it for a minute, and no copy that is behind it answers them.
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export const replicas = (shared: Shared) =>
  createMiddleware<AppEnv>(async function replicas(c, next) {
    const ctx = c.get("ctx");
    if (refreshCookies(c).length > 0 || c.req.header("authorization")) return next();
    if (c.req.method === "GET" || c.req.method === "HEAD") {
      const bookmark = readBookmark(c, ctx);
      ctx.db = bookmark ? connect(session(c, bookmark)) : shared.bound(c.env).nearest();
      return next();
    }
    await next();
    // A form that did something leads on to a page that shows it. Forms of other sites leave nothing in a browser.
    if (c.req.header("sec-fetch-site") === "cross-site") return;
    if (c.res.status === 303 && !isMachinePath(c.get("path"))) await noteBookmark(c, ctx);
  });

/** It speaks as the database does, as far as statements and batches go. */
const session = (c: Context<AppEnv>, from: string) =>
  c.env.DB.withSession(from) as D1DatabaseSession & D1Database;

async function noteBookmark(c: Context<AppEnv>, ctx: Ctx): Promise<void> {
  try {
    const primary = session(c, "first-primary");
    await primary.prepare("select 1").run();
    const bookmark = primary.getBookmark();
    if (!bookmark) return;
    const value = `${bookmark}.${seal(ctx, bookmark)}`;
    setCookie(c, COOKIE, value, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      maxAge: COOKIE_MAX_AGE_S,
    });
  } catch (error) {
    // What was asked for is done, and copies are seldom behind.
    ctx.log.warn("bookmark_lost", { error: (error as Error).name });
  }
}

/** Sealed, since the database refuses what is no bookmark of its own. */
const seal = (ctx: Ctx, bookmark: string): string =>
  keyedHash(ctx, "bookmark", bookmark).toString("base64url").slice(0, 22);

function readBookmark(c: Context<AppEnv>, ctx: Ctx): string | null {
  const value = getCookie(c, COOKIE);
  if (value === undefined) return null;
  const end = value.lastIndexOf(".");
  const bookmark = value.slice(0, Math.max(0, end));
  if (bookmark !== "" && value.slice(end + 1) === seal(ctx, bookmark)) return bookmark;
  deleteCookie(c, COOKIE, { path: "/", httpOnly: true, secure: true, sameSite: "Lax" });
  return null;
}
