import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";

/**
 * Counts what a page showed of listings (`c.var.shown`), once it is answered: pages that somebody asked for and got.
 * A page that the browser only fetches ahead was not seen by anybody yet. Stands outside of every cache of pages.
 */
export const statistics = createMiddleware<AppEnv>(async function statistics(c, next) {
  await next();
  const shown = c.get("shown");
  if (!shown?.length || c.req.method !== "GET" || c.res.status !== 200) return;
  if (isFetchedAhead(c.req.header("sec-purpose"))) return;
  c.get("ctx").statistics.note(shown);
});

const isFetchedAhead = (purpose: string | undefined): boolean => /\bprefetch\b/i.test(purpose ?? "");
