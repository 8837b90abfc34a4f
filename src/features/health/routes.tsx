import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { getVersion } from "@/http/client-build";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { checkHealth } from "./check-health";
import { HealthPage } from "./health-page";

export const healthRoutes = new Hono<AppEnv>();

/** For monitoring: 200 if the database and the bucket answer, else 503. */
healthRoutes.get(paths.health(), async (c) => {
  const { database, storage, figures } = await checkHealth(c.var.ctx, getVersion(c.env).timestamp);
  c.header("cache-control", "no-store");
  const body = {
    database,
    storage,
    oldest_mail_s: figures?.oldestMailS ?? null,
    oldest_push_s: figures?.oldestPushS ?? null,
    jobs: Object.fromEntries(figures?.jobs.map(({ name, lastSuccessTs }) => [name, lastSuccessTs]) ?? []),
  };
  return c.json(body, database && storage ? 200 : 503);
});

healthRoutes.get(paths.adminHealth(), async (c) => {
  const { ctx } = c.var;
  const health = await checkHealth(ctx, getVersion(c.env).timestamp);
  const head = { title: ctx.t("health.heading"), noindex: true };
  return renderPage(
    c,
    head,
    <HealthPage
      health={health}
      maintenance={ctx.config.MAINTENANCE}
      sendsInvoices={ctx.eFactura !== null}
      monitoredUrl={ctx.config.SITE_URL + paths.health()}
      now={ctx.now}
    />,
  );
});
