import { Hono } from "hono";
import { isAdmin } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { formatRowCount } from "@/features/follow-up";
import { paths } from "@/shared/paths";
import type { AdminMenu } from "@/ui/page-context";
import { AdminNav } from "./admin-nav";
import { countMenuTasks } from "./count-menu-tasks";

/** Runs before all routes of the admin area. */
export const adminMenuRoutes = new Hono<AppEnv>();

/** Gives the pages of the admin area their menu. Tasks are counted only for a page, such as that of a refused form. */
adminMenuRoutes.use(`${paths.admin()}/*`, async (c, next) => {
  const { ctx } = c.var;
  if (isAdmin(ctx.user)) c.set("loadAdminMenu", () => loadMenu(ctx, c.req.query("run") !== undefined));
  await next();
});

async function loadMenu(ctx: Ctx, isRun: boolean): Promise<AdminMenu> {
  const texts = Object.entries(await countMenuTasks(ctx, { isRun }))
    .filter(([, counts]) => counts.some((n) => n > 0))
    .map(([name, counts]) => [name, formatRowCount(ctx.t, ...counts)]);
  return { Menu: AdminNav, counts: Object.fromEntries(texts) };
}
