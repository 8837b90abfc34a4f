import type { Context } from "hono";
import type { AppEnv } from "@/context";

/**
 * Sets headers on a finished response. Hono's `c.header` copies an immutable response (assets, redirects) for each
 * header; this copies it at most once.
 */
export function setLate(c: Context<AppEnv>, headers: Record<string, string>): void {
  const entries = Object.entries(headers);
  try {
    for (const [name, value] of entries) c.res.headers.set(name, value);
  } catch {
    for (const [name, value] of entries) c.header(name, value);
  }
}
