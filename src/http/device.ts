import type { Context } from "hono";
import type { AppEnv } from "@/context";

/** What identifies a session's device to its owner: the user agent and Cloudflare's country. */
export function deviceOf(c: Context<AppEnv>): { userAgent: string; country: string } {
  return { userAgent: c.req.header("user-agent") ?? "", country: c.req.header("cf-ipcountry") ?? "" };
}
