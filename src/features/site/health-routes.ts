import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { paths } from "@/shared/paths";
import { checkHealth } from "./check-health";

export const healthRoutes = new Hono<AppEnv>();

/** For monitoring: 200 if the site works, 503 with the failing services. */
healthRoutes.get(paths.health(), async (c) => {
  const health = await checkHealth(c.var.ctx);
  const isHealthy = Object.values(health).every(Boolean);
  c.header("cache-control", "no-store");
  return c.json({ status: isHealthy ? "ok" : "unavailable", ...health }, isHealthy ? 200 : 503);
});
