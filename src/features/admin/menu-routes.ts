import { Hono } from "hono";
import { isAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { formatRowCount } from "@/features/follow-up";
import { paths } from "@/shared/paths";
import { AdminNav } from "./admin-nav";
import { countMenuTasks } from "./count-menu-tasks";

/** Runs before all routes of the admin area. */
export const adminMenuRoutes = new Hono<AppEnv>();

/** Gives the pages of the admin area their menu. Forms count no tasks: they redirect to a page. */
adminMenuRoutes.use(`${paths.admin()}/*`, async (c, next) => {
  const { ctx } = c.var;
  if (isAdmin(ctx.user)) {
    const tasks = c.req.method === "GET" ? await countMenuTasks(ctx) : {};
    const texts = Object.entries(tasks)
      .filter(([, counts]) => counts.some((n) => n > 0))
      .map(([name, counts]) => [name, formatRowCount(ctx.t, ...counts)]);
    c.set("adminMenu", { Menu: AdminNav, counts: Object.fromEntries(texts) });
  }
  await next();
});
