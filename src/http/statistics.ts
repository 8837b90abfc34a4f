import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { OPENED_HEADER } from "@/shared/paths";
import { isFetchedAhead } from "./fetched-ahead";

/**
 * Counts what a page showed of listings (`c.var.shown`), once it is answered: pages that somebody asked for and got.
 * A page that the browser only fetches ahead was not seen by anybody yet; once it is opened, the browser's script asks for
 * its head, and says so. Stands outside of every cache of pages.
 */
export const statistics = createMiddleware<AppEnv>(async function statistics(c, next) {
  await next();
  const shown = c.get("shown");
  if (!shown?.length || !isOpened(c.req.raw) || c.res.status !== 200) return;
  c.get("ctx").statistics.note(shown);
});

const isOpened = ({ method, headers }: Request): boolean =>
  (method === "GET" && !isFetchedAhead(headers)) || (method === "HEAD" && headers.has(OPENED_HEADER));
