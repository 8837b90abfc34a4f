import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { findFrontListings } from "@/features/search";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { HomePage } from "./home-page";
import { findPopularSubjects } from "./queries";

export const homeRoutes = new Hono<AppEnv>();

/** Two rows of four, or four of two. */
const NEWEST = 8;

homeRoutes.get(paths.home(), async (c) => {
  const { ctx } = c.var;
  const [front, subjects] = await Promise.all([findFrontListings(ctx, NEWEST), findPopularSubjects(ctx)]);
  const head = { title: ctx.t("home.title"), description: ctx.t("home.description") };
  return renderPage(c, head, <HomePage view={{ ...front, subjects, now: ctx.now }} />);
});
