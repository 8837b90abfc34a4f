import type { Context } from "hono";
import type { AppEnv } from "@/context";

/**
 * Sets headers of an answer that is made already. Hono's `c.header` copies the answer for each; here it is done at most
 * once, for answers whose headers are fixed, as those of assets and redirects are.
 */
export function setLate(c: Context<AppEnv>, headers: Record<string, string>): void {
  const entries = Object.entries(headers);
  try {
    for (const [name, value] of entries) c.res.headers.set(name, value);
  } catch {
    for (const [name, value] of entries) c.header(name, value);
  }
}
