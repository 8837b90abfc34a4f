import { Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { computeEtag } from "@/http/etag";
import { matchesEtag } from "@/http/images";
import { renderPage } from "@/http/render";
import { seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { adoptGuestEnquiries } from "../guests/adopt-guest-enquiries";
import { findFeedToken, loadFeed, renewFeed } from "./calendar-feed";
import { CalendarPage, FEED_DONE } from "./calendar-page";
import { listOwnAppointments } from "./queries";

/** A user's lessons as a page, and as a feed for calendar programs. */
export const calendarRoutes = new Hono<AppEnv>();

calendarRoutes.get(paths.calendar(), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  await adoptGuestEnquiries(ctx, user);
  const [entries, token] = await Promise.all([listOwnAppointments(ctx, user.id), findFeedToken(ctx, user)]);
  const head = { title: ctx.t("appointments.calendar.title"), canonical: paths.calendar(), noStore: true };
  const feedUrl = token === null ? null : ctx.config.SITE_URL + paths.calendarFeed({ token });
  const done = FEED_DONE.find((value) => value === c.req.query("done")) ?? null;
  return renderPage(c, head, <CalendarPage entries={entries} feedUrl={feedUrl} done={done} />);
});

/** Creates the secret address of the feed, or replaces it. */
calendarRoutes.post(paths.calendar(), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const done = (await findFeedToken(ctx, user)) === null ? "created" : "renewed";
  await renewFeed(ctx, user);
  return seeOther(c, paths.calendar({ done }));
});

/** The address is a secret: no copy is kept on the way, and search engines leave it out. */
calendarRoutes.get(paths.calendarFeed(), routeOptions({ noLocaleRedirect: true }), async (c) => {
  const text = getOrThrow(await loadFeed(c.var.ctx, c.req.query("token") ?? ""));
  const etag = computeEtag(text);
  c.header("etag", etag);
  c.header("cache-control", "private, no-store");
  c.header("x-robots-tag", "noindex");
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(text, 200, { "content-type": "text/calendar; charset=utf-8" });
});
