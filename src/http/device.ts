import type { Context } from "hono";
import type { AppEnv } from "@/context";

/** What a session's owner will recognise it by: the browser's name and Cloudflare's guess at the country. */
export function deviceOf(c: Context<AppEnv>): { userAgent: string; country: string } {
  return { userAgent: c.req.header("user-agent") ?? "", country: c.req.header("cf-ipcountry") ?? "" };
}
